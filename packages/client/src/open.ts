import { getMe, type Push, Refusal } from '@waypost/protocol'
import { atom, computed } from 'nanostores'
import { fillMirror } from './bootstrap.ts'
import { openCalls } from './call.ts'
import { openChats } from './chat.ts'
import type { Client, ClientOptions } from './client.ts'
import { openConversations } from './conversations.ts'
import { openDevices } from './device.ts'
import { openFailures } from './failure.ts'
import { openHistories } from './history.ts'
import { listeners } from './listeners.ts'
import { openMirror } from './mirror.ts'
import { openOutbox } from './outbox.ts'
import { platform as ownPlatform } from './platform.ts'
import { openPushes } from './push.ts'
import { openSnapshot } from './snapshot.ts'
import { openStream } from './stream.ts'
import { openTargets } from './targets.ts'

/** Puts a client together. It does nothing until `start`. */
export function openClient(options: ClientOptions): Client {
  const { origin, token, saved, agent, sourceDevice, platform = ownPlatform } = options
  const $account = atom(options.account)
  const $state = atom<'starting' | 'ready' | { failed: Refusal }>('starting')
  const pushes = listeners<Push>()
  let phase: 'new' | 'running' | 'ended' = 'new'
  let starting: Promise<void> | undefined

  const calls = openCalls({ origin, token, agent, platform })
  const { ask, $reachable } = calls
  const failures = openFailures($reachable)
  const mirror = openMirror({ ask, platform })
  const conversations = openConversations(mirror)
  const snapshot = openSnapshot({ saved, mirror, conversations, platform, onFull })
  const outbox = openOutbox({ ask, mirror, saved, platform, onFull })
  const histories = openHistories({ ask, mirror, conversations, $ghosts: outbox.$ghosts })
  const stream = openStream({
    url: `${origin.replace(/^http/, 'ws')}/websocket/${encodeURIComponent(token)}?delta=1`,
    platform,
    onFrame(frame) {
      if (frame.type === 'tickle') mirror.tickle(frame)
    },
    onSilence: mirror.keepUp,
  })
  const { $connected } = stream
  const $connection = computed([$connected, $reachable], (connected, reachable) =>
    connected ? 'connected' : reachable ? 'connecting' : 'offline',
  )

  $connected.listen((connected) => {
    if (!connected) return
    calls.reached()
    // Whatever happened before the first frame was told to nobody.
    mirror.keepUp()
    outbox.flow()
  })
  $reachable.listen((reachable) => {
    if (!reachable || phase !== 'running') return
    stream.wake()
    outbox.flow()
  })
  mirror.onNews((changes) => {
    if (phase !== 'running') return
    for (const { after } of changes.pushes) if (after) pushes.tell(after)
  })
  calls.onSignedOut(() => {
    stream.close()
    outbox.stop()
  })

  function onFull(refusal: Refusal): void {
    $state.set({ failed: refusal })
    failures.tellStorage(refusal)
  }

  function wake(): void {
    if (phase !== 'running') return
    stream.wake()
    mirror.keepUp()
    outbox.flow()
  }

  async function start(): Promise<void> {
    if (phase !== 'new') return
    $state.set('starting')
    try {
      const account = $account.get() ?? (await calls.call(getMe, {}))
      if (ended()) return
      $account.set(account)
      if (snapshot.owner() !== account.iden) outbox.disown()
      if (!snapshot.load(account.iden)) {
        snapshot.begin(account.iden)
        await fillMirror({ ask, mirror, platform })
        if (ended()) return
        snapshot.complete()
      }
      outbox.load()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (ended()) return
      if (error.code === 'storage_full') onFull(error)
      else $state.set({ failed: error })
      return
    }
    phase = 'running'
    $state.set('ready')
    stream.open()
    mirror.keepUp()
    outbox.flow()
    if (options.account) void refreshAccount()
  }

  /** What was remembered from the sign-in may be old by now. */
  async function refreshAccount(): Promise<void> {
    try {
      const known = $account.get()
      const account = await calls.call(getMe, {})
      if (account.iden === known?.iden)
        $account.set(known.api_key === undefined ? account : { ...account, api_key: known.api_key })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  function ended(): boolean {
    return phase === 'ended'
  }

  return {
    $account,
    $state,
    $connection,
    mirror,
    push: openPushes({ ask, mirror, conversations, outbox, histories, failures, platform, sourceDevice }),
    device: openDevices({ ask, mirror, failures }),
    chat: openChats({ ask, mirror, failures }),
    target: openTargets({ $account, mirror, conversations, $ghosts: outbox.$ghosts }),
    call: (call, input) => calls.call(call, input),
    start() {
      starting ??= start().finally(() => {
        starting = undefined
      })
      return starting
    },
    wake,
    close() {
      phase = 'ended'
      snapshot.close()
      stream.close()
      mirror.close()
      outbox.stop()
    },
    erase() {
      snapshot.erase()
      outbox.erase()
    },
    onFailure: failures.on,
    onSignedOut: calls.onSignedOut,
    onPush: pushes.on,
  }
}
