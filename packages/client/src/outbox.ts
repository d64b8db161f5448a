import { conversationOf, createPush, normalizeEmail, type Push, Refusal, type Takes } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Calls } from './call.ts'
import type { OpenMirror } from './mirror.ts'
import { isRecord, readObject } from './objects.ts'
import type { Platform } from './platform.ts'
import type { Saved } from './saved.ts'

type PushFields = Takes<typeof createPush>

/** A push that the server does not have yet, or will not take. */
export interface Ghost {
  readonly guid: string
  readonly fields: PushFields
  /** What it looks like until the server's own is here. */
  readonly push: Push
  /** The conversation it will be in. */
  readonly conversation: string
  /** The server's words, when it was refused. */
  readonly error?: string
}

/** Pushes on their way: saved one by one, sent one at a time in the order in which they were queued. */
export interface Outbox {
  readonly $ghosts: ReadableAtom<readonly Ghost[]>
  /** Takes over what an earlier session left. */
  load(): void
  /** Throws away what an earlier session left, as it was someone else's. */
  disown(): void
  /** Queues a push. `newest` is the latest stamp in its conversation: a ghost stands after it whatever this machine's clock says. */
  add(fields: PushFields & { guid: string }, newest: number): void
  retry(guid: string): void
  discard(guid: string): void
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
  onFull(refusal: Refusal): void
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
const firstWait = 1_000
const longestWait = 60_000
const microsecond = 1e-6
/** An answer that cannot be read may come from something between here and the server, so it is no refusal at once. */
const mostUnreadable = 5

export function openOutbox({ ask, mirror, saved, platform, onFull }: Parts): Outbox {
  const $ghosts = atom<readonly Entry[]>([])
  let state: 'stopped' | 'idle' | 'sending' = 'stopped'
  let tries = 0
  let unreadable = 0
  let stopWait: (() => void) | undefined
  let generation = 0

  const find = (guid: string) => $ghosts.get().find((entry) => entry.guid === guid)

  mirror.onChanges(({ pushes }) => {
    for (const { after } of pushes) if (after?.guid && after.direction !== 'incoming') discard(after.guid)
  })

  function keep(entry: Entry): Entry {
    const { guid, fields, push, error } = entry
    try {
      saved.write(prefix + guid, JSON.stringify({ guid, created: push.created, fields, error }))
      return { ...entry, kept: true }
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      // It is sent all the same; only a reload would lose it.
      onFull(refusal)
      return entry
    }
  }

  /** Another window of this account has sent or discarded it. */
  function isDoneElsewhere(entry: Entry): boolean {
    return entry.kept && saved.read(prefix + entry.guid) === undefined
  }

  function change(entry: Entry, error: string | undefined): void {
    if (isDoneElsewhere(entry)) {
      discard(entry.guid)
      return
    }
    const { error: _, ...rest } = entry
    const changed = keep(error === undefined ? rest : { ...rest, error })
    $ghosts.set($ghosts.get().map((other) => (other === entry ? changed : other)))
  }

  function discard(guid: string): void {
    const entry = find(guid)
    if (!entry) return
    saved.erase(prefix + guid)
    $ghosts.set($ghosts.get().filter((other) => other !== entry))
  }

  function flow(): void {
    stopWait?.()
    stopWait = undefined
    if (state === 'stopped') state = 'idle'
    if (state === 'idle') void send()
  }

  async function send(): Promise<void> {
    const own = generation
    state = 'sending'
    for (let next = nextEntry(); next; next = nextEntry()) {
      const wait = await sendOne(next)
      if (own !== generation) return
      if (wait === 'stop') return stop()
      if (wait !== undefined) {
        stopWait ??= platform.after(wait, flow)
        break
      }
    }
    state = 'idle'
  }

  function nextEntry(): Entry | undefined {
    for (const entry of $ghosts.get()) {
      if (entry.error !== undefined) continue
      if (!isDoneElsewhere(entry)) return entry
      discard(entry.guid)
    }
    return undefined
  }

  /** @returns the milliseconds to wait before the next try, or undefined when the next push may go */
  async function sendOne({ guid, fields }: Entry): Promise<number | 'stop' | undefined> {
    const own = generation
    try {
      const answer = await ask(createPush, onlySent(fields))
      if (own !== generation) return undefined
      mirror.take('pushes', answer)
      discard(guid)
      tries = unreadable = 0
      return undefined
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      if (refusal.code === 'invalid_access_token') return 'stop'
      if (isPassing(refusal) || (refusal.code === 'bad_answer' && ++unreadable < mostUnreadable)) {
        return Math.min(longestWait, firstWait * 2 ** tries++)
      }
      tries = unreadable = 0
      const entry = find(guid)
      if (entry && own === generation) change(entry, refusal.message)
      return undefined
    }
  }

  function stop(): void {
    generation++
    state = 'stopped'
    stopWait?.()
    stopWait = undefined
  }

  return {
    $ghosts,
    load() {
      const known = new Set($ghosts.get().map((entry) => entry.guid))
      const arrived = new Set(Array.from(mirror.of('pushes').get().rows.values(), ownGuid))
      const loaded: Entry[] = []
      for (const key of saved.keys(prefix)) {
        const entry = readEntry(saved.read(key))
        if (entry && known.has(entry.guid)) continue
        if (!entry || arrived.has(entry.guid)) saved.erase(key)
        else loaded.push(entry)
      }
      if (loaded.length === 0) return
      $ghosts.set([...loaded, ...$ghosts.get()].sort((a, b) => a.push.created - b.push.created))
    },
    disown() {
      for (const key of saved.keys(prefix)) if (!find(key.slice(prefix.length))) saved.erase(key)
    },
    add(fields, newest) {
      const ghosts = $ghosts.get()
      // The order of queueing is the order of these stamps, so no two are the same.
      const created = Math.max(platform.now() / 1_000, newest, (ghosts.at(-1)?.push.created ?? 0) + microsecond)
      $ghosts.set([...ghosts, keep({ ...ghostOf(fields, created), kept: false })])
      if (state === 'idle' && !stopWait) void send()
    },
    retry(guid) {
      const entry = find(guid)
      if (entry?.error === undefined) return
      change(entry, undefined)
      if (state !== 'stopped') flow()
    },
    discard,
    flow,
    stop,
    erase() {
      stop()
      for (const key of saved.keys(prefix)) saved.erase(key)
      $ghosts.set([])
    },
  }
}

function onlySent(fields: PushFields): PushFields {
  return Object.fromEntries(sentFields.filter((name) => fields[name]).map((name) => [name, fields[name]]))
}

function ownGuid(push: Push): string | undefined {
  return push.direction === 'incoming' ? undefined : push.guid
}

function ghostOf(fields: PushFields & { guid: string }, created: number): Ghost {
  const { device_iden, email, channel_tag: _tag, client_iden, source_device_iden, ...content } = fields
  const push = readObject('pushes', {
    ...content,
    iden: 'ghost',
    active: true,
    created,
    modified: created,
    direction: email === undefined ? 'self' : 'outgoing',
    receiver_email: email,
    receiver_email_normalized: email === undefined ? undefined : normalizeEmail(email),
    target_device_iden: device_iden,
    source_device_iden,
    client_iden,
  }) as Push
  return { guid: fields.guid, fields, push: { ...push, iden: '' }, conversation: conversationOf(push) }
}

function readEntry(text: string | undefined): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(text ?? '')
    if (!isRecord(entry) || !isRecord(entry.fields)) return undefined
    const { guid, created, fields, error } = entry
    if (typeof guid !== 'string' || typeof created !== 'number') return undefined
    const ghost = ghostOf({ ...fields, guid }, created)
    return { ...ghost, kept: true, ...(typeof error === 'string' ? { error } : {}) }
  } catch {
    return undefined
  }
}

/** What stands between here and the server, and passes by itself. A refusal proper waits for the person. */
function isPassing({ code }: Refusal): boolean {
  return code === 'network' || code === 'unavailable' || code === 'ratelimited'
}
