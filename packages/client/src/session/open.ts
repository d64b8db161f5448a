// Opens a session: creates its modules, connects them, and starts and closes them together.

import {
  createEphemeral,
  type Push,
  type Quiet,
  quietHoursPreference,
  Refusal,
  readQuietHours,
  sharesReading,
} from '@waypost/protocol'
import { atom, computed } from 'nanostores'
import { openChannels, openSubscriptions } from '../conversations/channel.ts'
import { openDrafts } from '../conversations/drafts.ts'
import { openPushes } from '../conversations/push.ts'
import { openBlocks, openChats, openContacts } from '../conversations/relations.ts'
import { openTargets } from '../conversations/targets.ts'
import { openCalls } from '../ground/call.ts'
import { openClock } from '../ground/clock.ts'
import { openFailures } from '../ground/failure.ts'
import { listeners } from '../ground/listeners.ts'
import { platform as ownPlatform } from '../ground/platform.ts'
import { erasedPrefix, outboxPrefix, smsOutboxPrefix } from '../ground/prefixes.ts'
import { openTurns } from '../ground/turns.ts'
import { conversationOfTarget } from '../history/following.ts'
import { openHistories } from '../history/history.ts'
import { openReadMarkers } from '../history/read-markers.ts'
import { openOutbox } from '../queue/outbox.ts'
import { openUploads } from '../queue/upload-queue.ts'
import { openAccount } from '../settings/account.ts'
import { openConnectedAccounts, openGrants, openOAuthClients } from '../settings/apps.ts'
import { openDevices } from '../settings/device.ts'
import { openPreferences } from '../settings/preferences.ts'
import { openBootstrap } from '../sync/bootstrap.ts'
import { openConversations } from '../sync/conversation-index.ts'
import { openMirror } from '../sync/mirror.ts'
import { openSnapshot } from '../sync/snapshot.ts'
import { openStream } from '../sync/stream.ts'
import { openWrites } from '../sync/writes.ts'
import { openLeaderTab } from '../tabs/leader-tab.ts'
import { openNotices } from '../tabs/notices.ts'
import { openPresence } from '../tabs/presence.ts'
import { openTabChannel } from '../tabs/tab-channel.ts'
import { openElevation } from './elevation.ts'
import { encryptionKeyName, openEncryption } from './encryption.ts'
import { openEphemerals } from './ephemerals.ts'
import { openLaterChanges } from './later-changes.ts'
import { openLaterStorage } from './later-storage.ts'
import { openPinger } from './pinger.ts'
import type { Session, SessionOptions } from './session.ts'

/** Opens a session. It does nothing until `start`. */
export function openSession(options: SessionOptions): Session {
  const { origin, token, saved, agent, sourceDevice, platform = ownPlatform, appGuid: guid, tabs, seal } = options
  const $state = atom<'starting' | 'ready' | { failed: Refusal }>('starting')
  const $early = atom<string | undefined>()
  const pushes = listeners<Push>()
  let phase: 'new' | 'running' | 'ended' = 'new'
  let starting: Promise<void> | undefined

  const clock = openClock(platform.now)
  const elevation = openElevation()
  const turns = openTurns()
  const calls = openCalls({ origin, token, agent, platform, turns, clock, elevate: elevation.ask })
  const { callRaw, call, $reachable } = calls
  const failures = openFailures($reachable)
  const mirror = openMirror({ callRaw, platform })
  const account = openAccount({ call, saved, known: options.account })
  const { $account } = account
  const conversations = openConversations(mirror)
  const channel = openTabChannel(tabs)
  const leader = openLeaderTab({
    tabs,
    channel,
    platform,
    isConnected: () => stream.$connected.get(),
    isReachable: () => $reachable.get(),
  })
  const fillMirror = openBootstrap({ callRaw, mirror, conversations, platform })
  const snapshot = openSnapshot({ saved, mirror, conversations, platform, onFull, reached: () => storage.reached() })
  const storage = openLaterStorage({
    open: options.storage,
    saved,
    mirror,
    conversations,
    platform,
    snapshotHolds: snapshot.holds,
    onReached: snapshot.writeSoon,
    onFull,
    onOpen(isWhole) {
      outbox.load()
      resume()
      if (isWhole && leader.$leads.get()) void files?.dropUnless(isWaiting)
    },
  })
  const { files, texts } = storage
  const outbox = openOutbox({
    callRaw,
    mirror,
    saved: texts,
    isRead: storage.isRead,
    platform: { ...platform, now: clock.now },
    user: () => $account.get()?.iden,
    onFull,
    announce: (ghost, text) => channel.send({ kind: 'ghost', guid: ghost, ...(text !== undefined && { text }) }),
  })
  const uploads = openUploads({
    call,
    outbox,
    platform,
    turns,
    tabs,
    kept: files,
    announce: (ghost, progress) => channel.send({ kind: 'progress', guid: ghost, progress }),
  })
  const { $shown: $ghosts } = outbox
  const { previews } = uploads
  const changes = openLaterChanges(
    {
      callRaw,
      mirror,
      failures,
      saved,
      platform,
      user: () => $account.get(),
      announce: (news) => channel.send({ kind: 'change', news }),
      outbox,
      onFull: failures.reportFullStorage,
    },
    options.changes,
  )
  const { $pending } = changes
  const histories = openHistories({ callRaw, mirror, conversations, $ghosts, $pending, previews, before: storage.before })
  const encryption = openEncryption({ saved, channel, $account })
  const ephemerals = openEphemerals({ seal: seal ?? encryption, send: (push) => call(createEphemeral, { type: 'push', push }) })
  const presence = openPresence({ callRaw, channel, leader, platform, guid })
  const drafts = openDrafts({ callRaw, mirror, saved, channel, platform, $account })
  const target = openTargets({ $account, $state, callRaw, mirror, conversations, $ghosts, $pending, platform })
  const push = openPushes({
    callRaw,
    mirror,
    conversations,
    outbox,
    uploads,
    changes,
    histories,
    failures,
    platform,
    sourceDevice,
  })
  const readMarkers = openReadMarkers({
    callRaw,
    failures,
    mirror,
    conversations,
    saved,
    platform,
    leads: () => leader.$leads.get(),
    shares: () => sharesReading($account.get()?.preferences),
    announce: (conversation, readTo, mark) => channel.send({ kind: 'read', conversation, readTo, mark }),
  })
  const { dismiss } = push
  const quietOf = ({ source_iden: source }: Push): Quiet => ({
    at: clock.now(),
    hours: readQuietHours($account.get()?.preferences?.[quietHoursPreference]),
    source: source === undefined ? undefined : mirror.of('sources').get().entries.get(source),
  })
  const notices = openNotices({
    mirror,
    channel,
    leader,
    target,
    $awake: presence.$awake,
    guid,
    dismiss,
    quietOf,
    now: platform.now,
  })
  const chat = openChats({ callRaw, mirror, failures })
  const stream = openStream({
    url: `${origin.replace(/^http/, 'ws')}/websocket/${encodeURIComponent(token)}?delta=1`,
    platform,
    onFrame(frame) {
      channel.send({ kind: 'frame', frame })
      receive(frame)
    },
    onSilence: mirror.keepUp,
  })
  const $connected = computed([leader.$leads, stream.$connected, leader.$leaderConnected], (leads, own, others) =>
    leads ? own : others,
  )
  const $connection = computed(
    [$connected, $reachable, leader.$leads, leader.$leaderReachable],
    (connected, reachable, leads, leaders) =>
      connected ? 'connected' : reachable && (leads || leaders) ? 'connecting' : 'offline',
  )
  const pinger = openPinger({ send: ephemerals.send, user: () => $account.get()?.iden, $connected, channel, platform })

  ephemerals.on(pinger.receive)
  stream.$connected.listen((connected) => {
    leader.sayAlive()
    if (connected) presence.streamOpened()
  })
  $connected.listen((connected) => {
    if (!connected || phase !== 'running') return
    calls.reached()
    // Whatever happened before the first frame was not announced, including changes to the account.
    mirror.keepUp()
    void account.refresh()
    resume()
    notice()
  })
  $reachable.listen((reachable) => {
    leader.sayAlive()
    if (!reachable || phase !== 'running') return
    if (leader.$leads.get()) stream.wake()
    resume()
  })
  leader.$leads.listen((leads) => {
    if (phase === 'running') lead(leads)
  })
  channel.on((message) => {
    if (phase !== 'running') return
    if (message.kind === 'frame') receive(message.frame)
    else if (message.kind === 'ghost') outbox.receive(message.guid, message.text)
    else if (message.kind === 'change') changes.receive(message.news)
    else if (message.kind === 'progress') uploads.receive(message.guid, message.progress)
    else if (message.kind === 'hello') uploads.sayProgress()
    else if (message.kind === 'read') readMarkers.receive(message.conversation, message.readTo, message.mark)
  })
  mirror.onNews((changes) => {
    if (phase !== 'running') return
    for (const { after } of changes.pushes) if (after) pushes.emit(after)
  })
  calls.onSignedOut(() => {
    stream.close()
    outbox.stop()
    changes.stop()
    readMarkers.stop()
  })

  function onFull(refusal: Refusal): void {
    $state.set({ failed: refusal })
    failures.reportFullStorage(refusal)
  }

  function receive(frame: Record<string, unknown> & { type: string }): void {
    if (frame.type === 'push') ephemerals.receive(frame.push)
    if (frame.type !== 'tickle') return
    if (frame.subtype === 'account') void account.refresh()
    mirror.tickle(frame)
  }

  function lead(leads: boolean): void {
    if (leads) {
      stream.open()
      // Another window may have left something that it did not announce.
      readMarkers.load()
      changes.load()
      storage.refresh()
      resume()
    } else {
      stream.close()
      outbox.stop()
      changes.stop()
    }
  }

  function resume(): void {
    uploads.retryNow()
    if (!leader.$leads.get()) return
    if (storage.isOpen()) outbox.resume()
    changes.resume()
    readMarkers.resume()
    drafts.resume()
  }

  const isWaiting = (guid: string) => (texts.read(outboxPrefix + guid) ?? saved.read(smsOutboxPrefix + guid)) !== undefined

  /** With a snapshot, only what arrives after the first catch-up is news to a person. */
  function notice(): void {
    if (notices.begun()) return
    mirror.catchUp().then(
      () => notices.begin(),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      },
    )
  }

  function wake(): void {
    const state = $state.get()
    if (typeof state === 'object' && state.failed.code === 'network') void begin()
    if (phase !== 'running') return
    leader.wake()
    if (leader.$leads.get()) stream.wake()
    mirror.keepUp()
    resume()
  }

  /** What is sent there meanwhile is kept like everything that is sent before the outbox was loaded, and sent after that. */
  function firstShown() {
    const key = options.opensWith?.()
    const opened = key === undefined ? undefined : target.find('people', key)
    const conversation = opened && conversationOfTarget(opened)
    return conversation === undefined ? undefined : { conversation, onReady: () => ended() || $early.set(conversation) }
  }

  function begin(): Promise<void> {
    starting ??= start().finally(() => {
      starting = undefined
    })
    return starting
  }

  async function start(): Promise<void> {
    if (phase !== 'new') return
    $state.set('starting')
    try {
      const { iden } = await account.load()
      if (ended()) return
      if (snapshot.owner() !== iden) {
        outbox.disown()
        changes.erase()
        readMarkers.disown()
      }
      const loaded = await snapshot.load(iden)
      if (ended()) return
      if (!loaded) {
        snapshot.begin(iden)
        await fillMirror(firstShown())
        if (ended()) return
        snapshot.complete()
        notices.begin()
      }
      storage.begin(iden, loaded ? mirror.$baseline.get() : undefined)
      outbox.load()
      readMarkers.load()
      phase = 'running'
      leader.join(iden)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (ended()) return
      if (error.code === 'storage_full') onFull(error)
      else $state.set({ failed: error })
      return
    }
    $state.set('ready')
    changes.load()
    uploads.begin()
    mirror.keepUp()
    resume()
    notice()
    if (options.account) void account.refresh()
  }

  const ended = (): boolean => phase === 'ended'

  return {
    $account,
    $state,
    $early,
    $connection,
    $clockAhead: clock.$ahead,
    mirror,
    push,
    keptFiles: files,
    device: openDevices({ callRaw, mirror, failures }),
    chat,
    contact: openContacts({ callRaw, mirror, failures }),
    block: openBlocks({ callRaw, mirror, failures }, chat),
    channel: openChannels({ callRaw, mirror, failures }),
    subscription: openSubscriptions({ callRaw, mirror, failures }),
    sourceWrites: openWrites({ callRaw, mirror, failures }, 'sources', 'Source'),
    grant: openGrants({ callRaw, mirror, failures }),
    oauthClient: openOAuthClients({ callRaw, mirror, failures }),
    connectedAccount: openConnectedAccounts({ callRaw, mirror, failures }),
    target,
    pinger,
    presence,
    preferences: openPreferences({ call, failures, account }),
    elevation,
    encryption,
    readMarkers,
    drafts,
    call: (definition, input) => call(definition, input),
    start: begin,
    wake,
    close() {
      phase = 'ended'
      presence.close()
      pinger.close()
      uploads.close()
      snapshot.close()
      stream.close()
      mirror.close()
      outbox.stop()
      changes.stop()
      readMarkers.stop()
      drafts.stop()
      storage.close()
      leader.leave()
    },
    erase() {
      snapshot.erase()
      outbox.erase()
      changes.erase()
      for (const mark of saved.keys(erasedPrefix)) saved.erase(mark)
      readMarkers.stop()
      readMarkers.disown()
      drafts.erase()
      saved.erase(encryptionKeyName)
    },
    onFailure: failures.on,
    onSolved: failures.onSolved,
    onSignedOut: calls.onSignedOut,
    onPush: pushes.on,
    onEphemeral: ephemerals.on,
    sendEphemeral: ephemerals.send,
    onNotify: notices.onNotify,
    quietOf,
    onDismissed: notices.onDismissed,
    refreshAccount: account.refresh,
  }
}
