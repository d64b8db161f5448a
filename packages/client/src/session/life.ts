// The life of a session: it starts, leads the windows of its browser or follows another one, resumes, wakes and closes.

import { Refusal } from '@waypost/protocol'
import type { ReadableAtom, WritableAtom } from 'nanostores'
import type { openDrafts } from '../conversations/drafts/drafts.ts'
import type { Targets } from '../conversations/targets.ts'
import type { Calls } from '../ground/call.ts'
import { conversationOfTarget } from '../history/following.ts'
import type { openReadMarkers } from '../history/read-markers.ts'
import type { Outbox } from '../queue/outbox.ts'
import type { Uploads } from '../queue/upload-queue.ts'
import type { openAccount } from '../settings/account.ts'
import type { openBootstrap } from '../sync/bootstrap.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import type { openSnapshot } from '../sync/snapshot.ts'
import type { openStream } from '../sync/stream.ts'
import type { openLeaderTab } from '../tabs/leader-tab.ts'
import type { openNotices } from '../tabs/notices.ts'
import type { openPresence } from '../tabs/presence.ts'
import type { openLaterChanges } from './later-changes.ts'
import type { openLaterStorage } from './later-storage.ts'
import type { openPinger } from './online-devices.ts'
import type { SessionOptions } from './session.ts'

interface Parts {
  options: Pick<SessionOptions, 'account' | 'opensWith'>
  $state: WritableAtom<'starting' | 'ready' | { failed: Refusal }>
  $early: WritableAtom<string | undefined>
  $connected: ReadableAtom<boolean>
  calls: Calls
  account: ReturnType<typeof openAccount>
  mirror: OpenMirror
  fillMirror: ReturnType<typeof openBootstrap>
  snapshot: ReturnType<typeof openSnapshot>
  storage: ReturnType<typeof openLaterStorage>
  stream: ReturnType<typeof openStream>
  leader: ReturnType<typeof openLeaderTab>
  outbox: Outbox
  uploads: Uploads
  changes: ReturnType<typeof openLaterChanges>
  readMarkers: ReturnType<typeof openReadMarkers>
  drafts: ReturnType<typeof openDrafts>
  notices: ReturnType<typeof openNotices>
  presence: ReturnType<typeof openPresence>
  pinger: ReturnType<typeof openPinger>
  target: Targets
  onFull(refusal: Refusal): void
}

/** `new`: its mirror is not filled yet, or that has failed. Only a running session passes on what happens. */
type Phase = 'new' | 'running' | 'ended'

export function openLife(parts: Parts) {
  const { $state, account, mirror, leader, stream } = parts
  let phase: Phase = 'new'
  let starting: Promise<void> | undefined

  const isRunning = (): boolean => phase === 'running'
  const isEnded = (): boolean => phase === 'ended'

  parts.$connected.listen((connected) => {
    if (!connected || !isRunning()) return
    parts.calls.reached()
    // Events before the first frame were not announced, including changes to the account.
    mirror.keepUp()
    void account.refresh()
    resume(parts)
    beginNotices(parts)
  })
  parts.calls.$reachable.listen((reachable) => {
    leader.sayAlive()
    if (!reachable || !isRunning()) return
    if (leader.$leads.get()) stream.wake()
    resume(parts)
  })
  leader.$leads.listen((leads) => {
    if (isRunning()) (leads ? lead : follow)(parts)
  })
  parts.calls.onSignedOut(() => {
    follow(parts)
    parts.readMarkers.stop()
  })

  async function start(): Promise<void> {
    if (phase !== 'new') return
    $state.set('starting')
    try {
      const user = await fill(parts, isEnded)
      if (user === undefined) return
      phase = 'running'
      leader.join(user)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (isEnded()) return
      if (error.code === 'storage_full') parts.onFull(error)
      else $state.set({ failed: error })
      return
    }
    $state.set('ready')
    parts.changes.load()
    parts.uploads.begin()
    mirror.keepUp()
    resume(parts)
    beginNotices(parts)
    if (parts.options.account) void account.refresh()
  }

  function begin(): Promise<void> {
    starting ??= start().finally(() => {
      starting = undefined
    })
    return starting
  }

  return {
    isRunning,
    start: begin,
    resume: () => resume(parts),
    wake(): void {
      const state = $state.get()
      if (typeof state === 'object' && state.failed.code === 'network') void begin()
      if (!isRunning()) return
      leader.wake()
      if (leader.$leads.get()) stream.wake()
      mirror.keepUp()
      resume(parts)
    },
    close(): void {
      phase = 'ended'
      parts.presence.close()
      parts.pinger.close()
      parts.uploads.close()
      parts.snapshot.close()
      stream.close()
      mirror.close()
      parts.outbox.stop()
      parts.changes.stop()
      parts.readMarkers.stop()
      parts.drafts.stop()
      parts.storage.close()
      leader.leave()
    },
  }
}

/**
 * Fills the mirror from the snapshot or from the server, and loads what waits to be sent.
 * @returns the iden of the user; undefined if the session has ended meanwhile @throws Refusal
 */
async function fill(parts: Parts, isEnded: () => boolean): Promise<string | undefined> {
  const { snapshot, outbox, readMarkers } = parts
  const { iden } = await parts.account.load()
  if (isEnded()) return undefined
  if (snapshot.owner() !== iden) {
    outbox.disown()
    parts.changes.erase()
    readMarkers.disown()
  }
  const loaded = await snapshot.load(iden)
  if (isEnded()) return undefined
  if (!loaded) {
    snapshot.begin(iden)
    await parts.fillMirror(firstShown(parts, isEnded))
    if (isEnded()) return undefined
    snapshot.complete()
    parts.notices.begin()
  }
  parts.storage.begin(iden, loaded ? parts.mirror.$baseline.get() : undefined)
  outbox.load()
  readMarkers.load()
  return iden
}

/** Pushes sent in that conversation meanwhile are kept like all that are sent before the outbox is loaded, and sent afterwards. */
function firstShown({ options, target, $early }: Parts, isEnded: () => boolean) {
  const key = options.opensWith?.()
  const opened = key === undefined ? undefined : target.find('people', key)
  const conversation = opened && conversationOfTarget(opened)
  return conversation === undefined ? undefined : { conversation, onReady: () => isEnded() || $early.set(conversation) }
}

/** This window has become the one that sends for all others. */
function lead(parts: Parts): void {
  parts.stream.open()
  // Another window may have left changes that it did not announce.
  parts.readMarkers.load()
  parts.changes.load()
  parts.storage.refresh()
  resume(parts)
}

/** Another window sends from now on, or none. */
function follow({ stream, outbox, changes }: Parts): void {
  stream.close()
  outbox.stop()
  changes.stop()
}

/** Sends what waits, if this window leads. */
function resume({ uploads, leader, storage, outbox, changes, readMarkers, drafts }: Parts): void {
  uploads.retryNow()
  if (!leader.$leads.get()) return
  if (storage.isOpen()) outbox.resume()
  changes.resume()
  readMarkers.resume()
  drafts.resume()
}

/** With a snapshot, only arrivals after the first catch-up are news to a person. */
function beginNotices({ notices, mirror }: Parts): void {
  if (notices.begun()) return
  mirror.catchUp().then(notices.begin, (error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}
