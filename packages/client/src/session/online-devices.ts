// Decides which devices of the account are online: those that answered what they were asked last, a ping or a request for files.

import { Refusal } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import type { TabChannel } from '../tabs/tab-channel.ts'
import type { Ephemeral } from './ephemeral.ts'

export interface Pinger {
  /** Idens of the devices that answered the latest ping, or a request since. */
  readonly $online: ReadableAtom<ReadonlySet<string>>
  /** `asking` until 6 seconds after the first ping; until then, a device that is not in `$online` may still be there. */
  readonly $state: ReadableAtom<'never' | 'asking' | 'known'>
  /** At most once per 60 seconds. */
  ping(): void
  noteAnswer(device: string, answered: boolean): void
}

interface OpenPinger extends Pinger {
  receive(ephemeral: Ephemeral): void
  close(): void
}

interface Deps {
  send(push: Ephemeral): Promise<void>
  /** The iden of the account. */
  user(): string | undefined
  $connected: ReadableAtom<boolean>
  channel: TabChannel
  platform: Platform
}

/** Milliseconds: the shortest time between pings, and how long devices have to answer. */
const pingEvery = 60_000
const answerWithin = 6_000

export function openPinger({ send, user, $connected, channel, platform }: Deps): OpenPinger {
  const $online = atom<ReadonlySet<string>>(new Set())
  const $state = atom<'never' | 'asking' | 'known'>('never')
  /** In milliseconds. */
  const lastHeard = new Map<string, number>()
  let pingedAt = Number.NEGATIVE_INFINITY
  let stopTimeout = () => {}
  /** Whether the latest ping came from this window. */
  let isOwn = false
  /** A ping was requested here but could not be sent. */
  let isPending = false

  function begin(at: number, own: boolean): void {
    pingedAt = at
    isOwn = own
    isPending = false
    if ($state.get() === 'never') $state.set('asking')
    stopTimeout()
    stopTimeout = platform.after(answerWithin, () => {
      for (const [iden, when] of lastHeard) if (when < pingedAt) lastHeard.delete(iden)
      show()
      $state.set('known')
    })
  }

  /** Answers cannot arrive now, so their absence means nothing. The ping is repeated as soon as they can. */
  function forget(): void {
    stopTimeout()
    pingedAt = Number.NEGATIVE_INFINITY
    isPending ||= isOwn
    if ($state.get() === 'asking') $state.set('never')
  }

  function ping(): void {
    const now = platform.now()
    // A clock that was set back must not block pings for long.
    if (now >= pingedAt && now - pingedAt < pingEvery) return
    if (!$connected.get()) {
      isPending = true
      return
    }
    begin(now, true)
    channel.send({ kind: 'pinged', at: now })
    send({ type: 'ping', source_user_iden: user() ?? '' }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      // The ping was not sent, so it may be retried at once.
      if (pingedAt === now) forget()
    })
  }

  function show(): void {
    const before = $online.get()
    if (before.size !== lastHeard.size || [...before].some((iden) => !lastHeard.has(iden))) $online.set(new Set(lastHeard.keys()))
  }

  function noteAnswer(device: string, answered: boolean): void {
    if (answered) lastHeard.set(device, platform.now())
    else lastHeard.delete(device)
    show()
  }

  const stops = [
    channel.on((message) => {
      if (message.kind === 'pinged') begin(message.at, false)
    }),
    $connected.listen((connected) => {
      if (connected && isPending) ping()
      else if (!connected && platform.now() - pingedAt < answerWithin) forget()
    }),
  ]

  return {
    $online,
    $state,
    ping,
    noteAnswer,
    receive({ type, device_iden, source_device_iden }) {
      const iden = device_iden ?? source_device_iden
      if (type === 'pong' && typeof iden === 'string') noteAnswer(iden, true)
    },
    close() {
      for (const stop of stops) stop()
      stopTimeout()
    },
  }
}
