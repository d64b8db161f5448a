import { createPush, type Push, Refusal } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import { isFollowed } from '../conversations/following.ts'
import type { Calls } from '../session/call.ts'
import type { Platform } from '../session/platform.ts'
import type { Saved } from '../session/saved.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { type Ghost, ghostOf, ghostText, isMadeOf, type PushFields, readGhost } from './ghost.ts'
import { openLanes } from './lanes.ts'

/**
 * Pushes on their way: saved one by one and sent one at a time. Those of one conversation go in the order in which they were queued; one
 * that has to wait holds up no other conversation.
 */
export interface Outbox {
  readonly $ghosts: ReadableAtom<readonly Ghost[]>
  /** Takes over what an earlier session left. */
  load(): void
  /** Throws away what an earlier session left, as it was someone else's. */
  disown(): void
  /** Queues a push. `newest` is the latest stamp in its conversation: a ghost stands after it whatever this machine's clock says. */
  add(fields: PushFields & { guid: string }, newest: number, more?: Partial<Ghost>): void
  find(guid: string): Ghost | undefined
  /** Changes what is told of a ghost and saves it, unless only `progress` or `lost` changed; undefined takes a field out. */
  update(guid: string, changes: { [F in keyof Ghost]?: Ghost[F] | undefined }): void
  retry(guid: string): void
  discard(guid: string): void
  /** Takes what another window did to a ghost: its text as it is saved now, or undefined when it is done with. */
  hear(guid: string, text: string | undefined): void
  /** Begins to send, or goes on at once where it waits for a network. */
  flow(): void
  /** Sends nothing more; what waits stays saved. */
  stop(): void
  /** Stops, and erases what is saved. */
  erase(): void
}

interface Parts {
  ask: Calls['ask']
  mirror: OpenMirror
  saved: Saved
  platform: Platform
  /** The iden of the account that is signed in, once it is known. */
  user(): string | undefined
  onFull(refusal: Refusal): void
  /** Tells the other windows what `hear` takes. */
  tell(guid: string, text: string | undefined): void
}

interface Entry extends Ghost {
  /** Whether its key was written, so that a missing key means that another window is done with it. */
  kept: boolean
}

const prefix = 'outbox.'
const sentFields = [
  'guid',
  'type',
  'title',
  'body',
  'url',
  'file_name',
  'file_url',
  'file_type',
  'device_iden',
  'email',
  'channel_tag',
  'client_iden',
  'source_device_iden',
] as const satisfies readonly (keyof PushFields)[]
const passing = new Set<string>(['progress', 'lost', 'preview'] satisfies (keyof Ghost)[])
const microsecond = 1e-6

export function openOutbox({ ask, mirror, saved, platform, user, onFull, tell }: Parts): Outbox {
  const $ghosts = atom<readonly Entry[]>([])
  let state: 'stopped' | 'idle' | 'sending' = 'stopped'
  const lanes = openLanes({ platform, onOver: flowOn })
  let generation = 0

  const find = (guid: string) => $ghosts.get().find((entry) => entry.guid === guid)

  mirror.onChanges(({ pushes }) => {
    if ($ghosts.get().length === 0) return
    for (const { before, after } of pushes) {
      if (!after || after.direction === 'incoming') continue
      const ghost = after.guid ? find(after.guid) : before ? undefined : $ghosts.get().find((entry) => isMadeOf(after, entry))
      if (ghost) discard(ghost.guid)
    }
  })

  function keep(entry: Entry): Entry {
    const text = ghostText(entry, user())
    try {
      saved.write(prefix + entry.guid, text)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      // It is sent all the same; only a reload would lose it.
      onFull(refusal)
      return entry
    }
    tell(entry.guid, text)
    return { ...entry, kept: true }
  }

  /** Another window of this account has sent or discarded it. */
  function isDoneElsewhere(entry: Entry): boolean {
    return entry.kept && saved.read(prefix + entry.guid) === undefined
  }

  function update(guid: string, changes: { [F in keyof Ghost]?: Ghost[F] | undefined }): void {
    const entry = find(guid)
    if (!entry) return
    const merged = Object.fromEntries(Object.entries({ ...entry, ...changes }).filter(([, value]) => value !== undefined))
    const changed = merged as unknown as Entry
    if (Object.keys(changes).every((name) => passing.has(name))) put(entry, changed)
    else if (isDoneElsewhere(entry)) discard(guid)
    else put(entry, keep(changed))
  }

  function put(entry: Entry, changed: Entry): void {
    $ghosts.set($ghosts.get().map((other) => (other === entry ? changed : other)))
  }

  function discard(guid: string): void {
    if (!find(guid)) return
    saved.erase(prefix + guid)
    drop(guid)
    tell(guid, undefined)
  }

  function drop(guid: string): void {
    $ghosts.set($ghosts.get().filter((other) => other.guid !== guid))
    lanes.done(guid)
  }

  function insert(entries: readonly Entry[]): void {
    if (entries.length > 0) $ghosts.set([...entries, ...$ghosts.get()].sort((a, b) => a.push.created - b.push.created))
  }

  function flow(): void {
    lanes.hurry()
    if (state === 'stopped') state = 'idle'
    flowOn()
  }

  function flowOn(): void {
    if (state === 'idle' && !lanes.isOffline()) void send()
  }

  async function send(): Promise<void> {
    const own = generation
    state = 'sending'
    for (let next = nextEntry(); next; next = nextEntry()) {
      const outcome = await sendOne(next)
      if (own !== generation) return
      if (outcome === 'stop') return stop()
      if (lanes.isOffline()) break
    }
    state = 'idle'
  }

  /**
   * Files of one conversation go in the order in which they were queued, so one that is up waits for one that is not; words do not wait
   * for files.
   */
  function nextEntry(): Entry | undefined {
    const uploading = new Set<string>()
    for (const entry of $ghosts.get()) {
      const { conversation } = entry
      if (entry.error !== undefined || entry.lost) continue
      if (isDoneElsewhere(entry)) drop(entry.guid)
      else if (entry.upload) uploading.add(conversation)
      else if (!lanes.waits(conversation) && !(uploading.has(conversation) && entry.fields.file_url)) return entry
    }
    return undefined
  }

  /** Has what was refused wait, or fail when waiting does not help. */
  function refused({ guid, conversation }: Entry, refusal: Refusal): void {
    if (!find(guid)) return
    const { code, message } = refusal
    const waits = code === 'ratelimited' || code === 'unavailable' ? code : undefined
    if (!lanes.refused(conversation, guid, refusal)) update(guid, { error: message, waits: undefined })
    else if (code !== 'network' && find(guid)?.waits !== waits) update(guid, { waits })
  }

  /** @returns `stop` when the server no longer takes the token */
  async function sendOne(entry: Entry): Promise<'stop' | undefined> {
    const { guid, fields, channel, tried } = entry
    const own = generation
    try {
      const nameless = channel !== undefined && !isFollowed(mirror, channel)
      if (nameless && tried !== undefined) {
        // The server cannot tell that it has it already, so look whether the answer alone was lost.
        await mirror.catchUp()
        if (own !== generation || !find(guid)) return undefined
      } else if (nameless) update(guid, { tried: mirror.$baseline.get() })
      const answer = await ask(createPush, onlySent(nameless ? { ...fields, guid: '' } : fields))
      if (own !== generation) return undefined
      mirror.take('pushes', answer)
      discard(guid)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      if (refusal.code === 'invalid_access_token') return 'stop'
      if (own === generation) refused(entry, refusal)
    }
    return undefined
  }

  function stop(): void {
    generation++
    state = 'stopped'
    lanes.close()
  }

  return {
    $ghosts,
    load() {
      const known = new Set($ghosts.get().map((entry) => entry.guid))
      const pushes = [...mirror.of('pushes').get().rows.values()]
      const arrived = new Set(pushes.map(ownGuid))
      const loaded: Entry[] = []
      for (const key of saved.keys(prefix)) {
        const ghost = readGhost(saved.read(key), user())
        if (ghost && known.has(ghost.guid)) continue
        const isHere = ghost && (arrived.has(ghost.guid) || pushes.some((push) => isMadeOf(push, ghost)))
        if (!ghost || isHere) saved.erase(key)
        else loaded.push({ ...ghost, kept: true })
      }
      insert(loaded)
    },
    disown() {
      for (const key of saved.keys(prefix)) if (!find(key.slice(prefix.length))) saved.erase(key)
    },
    add(fields, newest, more = {}) {
      const ghosts = $ghosts.get()
      // The order of queueing is the order of these stamps, so no two are the same.
      const created = Math.max(platform.now() / 1_000, newest, (ghosts.at(-1)?.push.created ?? 0) + microsecond)
      $ghosts.set([...ghosts, keep({ ...ghostOf(fields, created, more.channel), ...more, kept: false })])
      flowOn()
    },
    find,
    update(guid, changes) {
      update(guid, changes)
      flowOn()
    },
    retry(guid) {
      if (find(guid)?.error === undefined) return
      update(guid, { error: undefined })
      if (state !== 'stopped') flow()
    },
    discard,
    hear(guid, text) {
      const ghost = readGhost(text, user())
      const entry = find(guid)
      if (!ghost) {
        if (entry) drop(guid)
        return
      }
      // The other window's writing may reach this one after its word.
      if (saved.read(prefix + guid) !== text) writeOver(prefix + guid, text as string)
      const { preview, progress } = entry ?? {}
      const own = { ...(preview !== undefined && { preview }), ...(progress !== undefined && { progress }) }
      if (entry) put(entry, { ...ghost, ...own, kept: true })
      else insert([{ ...ghost, kept: true }])
      if (entry?.error !== undefined && ghost.error === undefined && state !== 'stopped') flow()
      else flowOn()
    },
    flow,
    stop,
    erase() {
      stop()
      for (const key of saved.keys(prefix)) saved.erase(key)
      $ghosts.set([])
    },
  }

  function writeOver(key: string, text: string): void {
    try {
      saved.write(key, text)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      onFull(refusal)
    }
  }
}

function onlySent(fields: PushFields): PushFields {
  return Object.fromEntries(sentFields.filter((name) => fields[name]).map((name) => [name, fields[name]]))
}

function ownGuid(push: Push): string | undefined {
  return push.direction === 'incoming' ? undefined : push.guid
}
