// Opens a session: creates its modules and connects them.

import {
  createEphemeral,
  type Push,
  type Quiet,
  quietHoursPreference,
  type Refusal,
  readQuietHours,
  sharesReading,
} from '@waypost/protocol'
import { atom, computed } from 'nanostores'
import { openChannels, openSubscriptions } from '../conversations/channel.ts'
import { openDrafts } from '../conversations/drafts/drafts.ts'
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
import { openLife } from './life.ts'
import { openPinger } from './online-devices.ts'
import type { Session, SessionOptions } from './session.ts'

/** Opens a session. It does nothing until `start`. */
export function openSession(options: SessionOptions): Session {
  const { origin, token, saved, agent, sourceDevice, platform = ownPlatform, appGuid: guid, tabs, seal } = options
  const $state = atom<'starting' | 'ready' | { failed: Refusal }>('starting')
  const $early = atom<string | undefined>()
  const pushes = listeners<Push>()
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
  const base = { callRaw, call, failures, mirror, conversations, saved, platform, channel, leader, guid, $account }
  const fillMirror = openBootstrap(base)
  const snapshot = openSnapshot({ ...base, onFull, reached: () => storage.reached() })
  const storage = openLaterStorage({
    ...base,
    open: options.storage,
    snapshotHolds: snapshot.holds,
    onReached: snapshot.writeSoon,
    onFull,
    onOpen(isWhole) {
      outbox.load()
      life.resume()
      if (isWhole && leader.$leads.get()) void files?.dropUnless(isWaiting)
    },
  })
  const { files, texts } = storage
  const outbox = openOutbox({
    ...base,
    saved: texts,
    isRead: storage.isRead,
    platform: { ...platform, now: clock.now },
    user: () => $account.get()?.iden,
    onFull,
    announce: (ghost, text) => channel.send({ kind: 'ghost', guid: ghost, ...(text !== undefined && { text }) }),
  })
  const uploads = openUploads({
    ...base,
    outbox,
    turns,
    tabs,
    kept: files,
    announce: (ghost, progress) => channel.send({ kind: 'progress', guid: ghost, progress }),
  })
  const { $shown: $ghosts } = outbox
  const { previews } = uploads
  const changes = openLaterChanges(
    {
      ...base,
      user: () => $account.get(),
      announce: (news) => channel.send({ kind: 'change', news }),
      outbox,
      onFull: failures.reportFullStorage,
    },
    options.changes,
  )
  const { $pending } = changes
  const histories = openHistories({ ...base, $ghosts, $pending, previews, before: storage.before })
  const encryption = openEncryption(base)
  const ephemerals = openEphemerals({ seal: seal ?? encryption, send: (push) => call(createEphemeral, { type: 'push', push }) })
  const presence = openPresence(base)
  const drafts = openDrafts(base)
  const target = openTargets({ ...base, $state, $ghosts, $pending })
  const push = openPushes({ ...base, outbox, uploads, changes, histories, sourceDevice })
  const readMarkers = openReadMarkers({
    ...base,
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
  const notices = openNotices({ ...base, target, $awake: presence.$awake, dismiss, quietOf, now: platform.now })
  const chat = openChats(base)
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
  const pinger = openPinger({ ...base, send: ephemerals.send, user: () => $account.get()?.iden, $connected })

  ephemerals.on(pinger.receive)
  stream.$connected.listen((connected) => {
    leader.sayAlive()
    if (connected) presence.streamOpened()
  })
  const life = openLife({
    ...base,
    options,
    $state,
    $early,
    $connected,
    calls,
    account,
    fillMirror,
    snapshot,
    storage,
    stream,
    outbox,
    uploads,
    changes,
    readMarkers,
    drafts,
    notices,
    presence,
    pinger,
    target,
    onFull,
  })
  channel.on((message) => {
    if (!life.isRunning()) return
    if (message.kind === 'frame') receive(message.frame)
    else if (message.kind === 'ghost') outbox.receive(message.guid, message.text)
    else if (message.kind === 'change') changes.receive(message.news)
    else if (message.kind === 'progress') uploads.receive(message.guid, message.progress)
    else if (message.kind === 'hello') uploads.sayProgress()
    else if (message.kind === 'read') readMarkers.receive(message.conversation, message.readTo, message.mark)
  })
  mirror.onNews((changes) => {
    if (!life.isRunning()) return
    for (const { after } of changes.pushes) if (after) pushes.emit(after)
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

  const isWaiting = (guid: string) => (texts.read(outboxPrefix + guid) ?? saved.read(smsOutboxPrefix + guid)) !== undefined

  return {
    $account,
    $state,
    $early,
    $connection,
    $clockAhead: clock.$ahead,
    mirror,
    push,
    keptFiles: files,
    device: openDevices(base),
    chat,
    contact: openContacts(base),
    block: openBlocks(base, chat),
    channel: openChannels(base),
    subscription: openSubscriptions(base),
    sourceWrites: openWrites(base, 'sources', 'Source'),
    grant: openGrants(base),
    oauthClient: openOAuthClients(base),
    connectedAccount: openConnectedAccounts(base),
    target,
    pinger,
    presence,
    preferences: openPreferences({ ...base, account }),
    elevation,
    encryption,
    readMarkers,
    drafts,
    call: (definition, input) => call(definition, input),
    start: life.start,
    wake: life.wake,
    close: life.close,
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
