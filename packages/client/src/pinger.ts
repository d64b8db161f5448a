import { Refusal } from '@waypost/protocol'
import { atom } from 'nanostores'
import type { Ephemeral, Pinger } from './live.ts'
import type { Platform } from './platform.ts'
import type { Shared } from './shared.ts'

export interface OpenPinger extends Pinger {
  /** Takes what passes through the stream. */
  hear(ephemeral: Ephemeral): void
  close(): void
}

interface Parts {
  send(push: Ephemeral): Promise<void>
  /** The iden of the account. */
  user(): string | undefined
  shared: Shared
  platform: Platform
}

/** At most one ping in this many milliseconds, and how long devices have to answer one. */
const pingEvery = 60_000
const answerWithin = 6_000

export function openPinger({ send, user, shared, platform }: Parts): OpenPinger {
  const $online = atom<ReadonlySet<string>>(new Set())
  const $state = atom<'never' | 'asking' | 'known'>('never')
  /** When each device was heard of, in milliseconds. */
  const heard = new Map<string, number>()
  let pingedAt = Number.NEGATIVE_INFINITY
  let stopVerdict = () => {}

  function begin(at: number): void {
    pingedAt = at
    if ($state.get() === 'never') $state.set('asking')
    stopVerdict()
    stopVerdict = platform.after(answerWithin, () => {
      for (const [iden, when] of heard) if (when < pingedAt) heard.delete(iden)
      show()
      $state.set('known')
    })
  }

  function show(): void {
    const before = $online.get()
    if (before.size !== heard.size || [...before].some((iden) => !heard.has(iden))) $online.set(new Set(heard.keys()))
  }

  const stop = shared.on((message) => {
    if (message.kind === 'pinged') begin(message.at)
  })

  return {
    $online,
    $state,
    ping() {
      const now = platform.now()
      // A clock that was set back must not silence it for long.
      if (now >= pingedAt && now - pingedAt < pingEvery) return
      begin(now)
      shared.tell({ kind: 'pinged', at: now })
      send({ type: 'ping', source_user_iden: user() ?? '' }).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        // Nobody was asked, so it may be tried again at once.
        pingedAt = Number.NEGATIVE_INFINITY
      })
    },
    hear({ type, device_iden, source_device_iden }) {
      const iden = device_iden ?? source_device_iden
      if (type !== 'pong' || typeof iden !== 'string') return
      heard.set(iden, platform.now())
      show()
    },
    close() {
      stop()
      stopVerdict()
    },
  }
}
