// Sends the outbox without a session, as a service worker does after the last window has closed.

import { createPush, isLockout, isPassing, Refusal } from '@waypost/protocol'
import { type Calls, openCalls } from '../ground/call.ts'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import type { FileSource, Platform } from '../ground/platform.ts'
import { outboxPrefix } from '../ground/prefixes.ts'
import { type Ghost, ghostText, onlySent, readGhost } from '../history/ghost.ts'
import type { KeptFiles } from '../storage/kept-files.ts'
import type { WriteBehind } from '../storage/write-behind.ts'
import { leaderLock } from '../tabs/leader-tab.ts'
import { openTabChannel } from '../tabs/tab-channel.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { withChanges } from './entries.ts'
import { UploadCanceled, UploadError, uploadFile, withFile } from './upload.ts'

interface Options {
  /** Base URL of the server, without a trailing slash. */
  origin: string
  token: string
  /** The iden of the token's account. Pushes that another account left are not sent. */
  account: string
  agent: string
  saved: KeyValueStore & Partial<Pick<WriteBehind, 'refresh' | 'settled'>>
  files: Pick<KeptFiles, 'read' | 'drop'>
  platform: Platform
  /** Nothing is sent while a window leads; a window that opens meanwhile takes over. */
  tabs?: Tabs | undefined
}

/** In milliseconds. Only a leading window holds the lock for longer. */
const lockWithin = 1_000

/**
 * Sends the outbox in order, each push with its guid, after uploading its file. Sent pushes are removed; a permanently refused one keeps
 * its reason, which the next window shows. A window has to handle failed pushes, those whose file is not kept, and posts to channels:
 * without a mirror we don't know whether the server would recognize a duplicate.
 * @returns `again` if something must be retried later
 */
export async function sendKept({ saved, files, platform, tabs, account, ...server }: Options): Promise<'done' | 'again'> {
  if (waitingIn(saved, account).length === 0) return 'done'
  const calls = openCalls({ ...server, platform })
  const stops: (() => void)[] = []
  let running = true
  let cancelUpload = () => {}
  const giveWay = () => {
    running = false
    cancelUpload()
  }
  try {
    const release = await lead(tabs, account, platform)
    if (!release) return 'again'
    stops.push(release, onWindow(tabs, account, giveWay))
    // A window may have sent something while we waited for the lock.
    await saved.refresh?.()
    return await sendAll()
  } finally {
    for (const each of stops) each()
  }

  async function sendAll(): Promise<'done' | 'again'> {
    const held = new Set<string>()
    let outcome: 'done' | 'again' = 'done'
    for (const ghost of waitingIn(saved, account)) {
      if (!running) return 'again'
      const { guid, conversation } = ghost
      if (held.has(conversation)) continue
      if (isPost(ghost)) {
        held.add(conversation)
        continue
      }
      try {
        await send(ghost)
      } catch (error) {
        if (error instanceof UploadCanceled) return 'again'
        if (!(error instanceof Refusal || error instanceof UploadError)) throw error
        const code = error instanceof Refusal ? error.code : undefined
        // Trying the rest would be pointless.
        if (code === 'network') return 'again'
        if (error instanceof Refusal && isLockout(error)) return 'done'
        if (error instanceof Refusal && (isPassing(error) || code === 'bad_answer')) {
          held.add(conversation)
          outcome = 'again'
        } else save(guid, { error: error.message, waits: undefined })
      }
      await saved.settled?.()
    }
    return outcome
  }

  async function send(ghost: Ghost): Promise<void> {
    const { guid, upload } = ghost
    if (upload) {
      const file = await files.read(guid)
      // A window may have opened meanwhile, when there was no upload to cancel yet.
      if (!running) throw new UploadCanceled()
      if (!file) return
      const uploaded = await uploadNow(calls, file, ghost)
      save(guid, withFile(ghost, uploaded))
    }
    const now = read(guid)
    // Another window discarded it.
    if (!now) return files.drop(guid)
    if (!running) throw new UploadCanceled()
    await calls.callRaw(createPush, onlySent(now.fields))
    saved.erase(outboxPrefix + guid)
    if (now.size !== undefined) await files.drop(guid)
  }

  async function uploadNow({ call, $reachable }: Calls, file: FileSource, { guid, upload }: Ghost) {
    const uploading = uploadFile(file, {
      call,
      platform,
      id: upload?.id,
      onBegun: (id) => save(guid, { upload: { window: upload?.window ?? '', id } }),
      onProgress() {},
      onWaiting: (waits) => waits && uploading.cancel(),
    })
    cancelUpload = uploading.cancel
    // Offline, it would wait for a network. The server keeps the uploaded pieces for the next time.
    const stopListening = $reachable.listen((reachable) => !reachable && uploading.cancel())
    try {
      return await uploading.done
    } finally {
      stopListening()
    }
  }

  function read(guid: string): Ghost | undefined {
    return readGhost(saved.read(outboxPrefix + guid), account)
  }

  function save(guid: string, changes: Parameters<typeof withChanges<Ghost>>[1]): void {
    const ghost = read(guid)
    if (ghost) saved.write(outboxPrefix + guid, ghostText(withChanges(ghost, changes), account))
  }
}

/** The queued pushes that have not failed, in the order in which they were written. */
function waitingIn(saved: KeyValueStore, account: string): Ghost[] {
  const all = saved.keys(outboxPrefix).flatMap((key) => readGhost(saved.read(key), account) ?? [])
  return all.filter(({ error }) => error === undefined).sort((one, other) => one.push.created - other.push.created)
}

/** Posts to channels that are not followed have no guid on the server, except scheduled ones. */
const isPost = ({ channel, fields }: Ghost) => channel !== undefined && fields.send_at === undefined

/** Takes the lock of the leader. @returns a function that releases it, or undefined if a window leads */
function lead(tabs: Tabs | undefined, account: string, platform: Platform): Promise<(() => void) | undefined> {
  if (!tabs) return Promise.resolve(() => {})
  return new Promise((resolve) => {
    const stopWaiting = platform.after(lockWithin, () => {
      release()
      resolve(undefined)
    })
    const release = tabs.hold(leaderLock(account), () => {
      stopWaiting()
      resolve(release)
    })
  })
}

function onWindow(tabs: Tabs | undefined, account: string, listener: () => void): () => void {
  const channel = openTabChannel(tabs)
  channel.on(({ kind }) => kind === 'hello' && listener())
  channel.join(account)
  return channel.leave
}
