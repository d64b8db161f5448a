import { atom, type ReadableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import type { TabChannel, TabMessage } from './tab-channel.ts'
import type { Tabs } from './tabs.ts'

/** Elects one window among those of one account in one browser. Only the leader holds the live stream and sends the outbox. */
export interface LeaderTab {
  readonly $leads: ReadableAtom<boolean>
  /** Whether the leader, if it is another window, is connected. */
  readonly $leaderConnected: ReadableAtom<boolean>
  /** Whether the leader's last call reached the server. */
  readonly $leaderReachable: ReadableAtom<boolean>
  /** Tells the other windows that this one leads, and whether it is connected. Does nothing if another one leads. */
  sayAlive(): void
  join(account: string): void
  wake(): void
  leave(): void
}

/** How often the leader is asked whether it is alive, how soon after this window wakes, and how many responses it may miss. */
const askEvery = 20_000
const askAfterWake = 2_000
const maxMissed = 2

/** The name of the lock that the leader of an account's windows holds. */
export const leaderLock = (account: string): string => `waypost ${account}`

interface Deps {
  tabs: Tabs | undefined
  channel: TabChannel
  platform: Pick<Platform, 'after'>
  isConnected(): boolean
  /** Whether this window's last call reached the server. */
  isReachable(): boolean
}

/**
 * Elects the leader by a lock. A window that no longer hears from the leader leads too until it does, because a browser may suspend the
 * window that holds the lock. Nothing is created twice, because the server recognizes a guid that it has seen.
 */
export function openLeaderTab({ tabs, channel, platform, isConnected, isReachable }: Deps): LeaderTab {
  const $leads = atom(false)
  const $leaderConnected = atom(false)
  const $leaderReachable = atom(true)
  let joined = false
  let holds = false
  let missed = 0
  let asksSoon = false
  let stops: (() => void)[] = []
  let stopAsking = () => {}

  function sayAlive(): void {
    if ($leads.get()) channel.send({ kind: 'alive', connected: isConnected(), reachable: isReachable(), holds })
  }

  function receive(message: TabMessage): void {
    if (message.kind === 'hello') sayAlive()
    else if (message.kind === 'alive') follow(message)
  }

  function follow({ connected, reachable, holds: isHolder }: Extract<TabMessage, { kind: 'alive' }>): void {
    missed = 0
    if (holds || ($leads.get() && !isHolder)) return
    $leads.set(false)
    $leaderReachable.set(reachable !== false)
    $leaderConnected.set(connected)
  }

  function ask(after: number): void {
    stopAsking()
    if (holds || !tabs) return
    asksSoon = after === askAfterWake
    stopAsking = platform.after(after, () => {
      if (missed >= maxMissed && !$leads.get()) {
        $leaderConnected.set(false)
        $leads.set(true)
      }
      missed++
      channel.send({ kind: 'hello' })
      ask(missed > 1 ? askAfterWake : askEvery)
    })
  }

  return {
    $leads,
    $leaderConnected,
    $leaderReachable,
    sayAlive,
    join(account) {
      channel.join(account)
      joined = true
      if (!tabs) return $leads.set(true)
      stops = [
        channel.on(receive),
        tabs.hold(leaderLock(account), () => {
          holds = true
          stopAsking()
          $leads.set(true)
          sayAlive()
        }),
      ]
      channel.send({ kind: 'hello' })
      ask(askEvery)
    },
    wake() {
      if (!tabs || !joined) return
      if ($leads.get()) return sayAlive()
      channel.send({ kind: 'hello' })
      // A window that wakes again and again would otherwise wait for ever.
      if (asksSoon && missed) return
      missed = 1
      ask(askAfterWake)
    },
    leave() {
      stopAsking()
      for (const stop of stops) stop()
      stops = []
      channel.leave()
      joined = false
      holds = false
    },
  }
}
