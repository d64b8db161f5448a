import { limits, Refusal, setAppState } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Calls } from '../session/call.ts'
import type { Platform } from '../session/platform.ts'
import type { LeaderTab } from './leader-tab.ts'
import type { TabChannel } from './tab-channel.ts'

export interface Presence {
  /** Whether this browser counts as awake: some window of it shows the main page and has somebody's attention. */
  readonly $awake: ReadableAtom<boolean>
  /**
   * Says how this window is: whether it shows the main page, and whether somebody is there (visible, focused, recent input). Call it
   * whenever that changes.
   */
  report(state: { mainPage: boolean; awake: boolean }): void
}

export interface OpenPresence extends Presence {
  close(): void
}

interface Deps {
  ask: Calls['ask']
  channel: TabChannel
  leader: Pick<LeaderTab, '$leads'>
  platform: Platform
  guid: string | undefined
}

/**
 * Says whether somebody looks at this browser: when that changes and, as it counts for a minute only, every minute again. The windows
 * of a browser go by one name, so the one that leads says it for all of them.
 */
export function openPresence({ ask, channel, leader, platform, guid }: Deps): OpenPresence {
  const $awake = atom(false)
  const window = platform.unique()
  /** Until when each window counts as awake, in milliseconds; it says so again in time. */
  const awakeUntil = new Map<string, number>()
  let mainPage = false
  let own = false
  let said: boolean | undefined
  let stopRefresh = () => {}
  let stopExpiry = () => {}
  let stopRepeat = () => {}

  function take(from: string, awake: boolean): void {
    if (awake) awakeUntil.set(from, platform.now() + 1.5 * limits.awakeFor)
    else awakeUntil.delete(from)
    settle()
  }

  function settle(): void {
    stopExpiry()
    for (const [from, until] of awakeUntil) if (from !== window && until <= platform.now()) awakeUntil.delete(from)
    $awake.set(awakeUntil.size > 0)
    const others = [...awakeUntil].filter(([from]) => from !== window).map(([, until]) => until)
    if (others.length > 0) stopExpiry = platform.after(Math.max(1, Math.min(...others) - platform.now()), settle)
    if ($awake.get() !== said) say()
  }

  function say(): void {
    stopRefresh()
    if (guid === undefined || !leader.$leads.get()) return
    const awake = $awake.get()
    // Nobody has to be told that a browser sleeps which was never awake.
    if (!awake && said === undefined) return
    said = awake
    // Often the last that a page says before it goes.
    ask(setAppState, { guid, awake }, { keepalive: !awake }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      // It is said again in a minute, or counts no longer by then.
    })
    if (awake || mainPage) stopRefresh = platform.after(limits.awakeFor, say)
  }

  function tellOwn(): void {
    channel.tell({ kind: 'presence', window, awake: own })
    if (own) stopRepeat = platform.after(limits.awakeFor, tellOwn)
  }

  const stops = [
    channel.on((message) => {
      if (message.kind === 'presence') take(message.window, message.awake)
    }),
    // Whoever led before may have said something else.
    leader.$leads.listen(say),
  ]

  return {
    $awake,
    report(state) {
      const awake = state.mainPage && state.awake
      const changed = awake !== own
      own = awake
      const arrived = state.mainPage && !mainPage
      mainPage = state.mainPage
      if (arrived && said === false) say()
      if (changed) {
        stopRepeat()
        tellOwn()
        take(window, awake)
      }
      if (!mainPage && !$awake.get()) stopRefresh()
    },
    close() {
      stopRefresh()
      stopExpiry()
      stopRepeat()
      for (const stop of stops) stop()
      if (own) channel.tell({ kind: 'presence', window, awake: false })
      if (own && leader.$leads.get() && guid !== undefined)
        void ask(setAppState, { guid, awake: false }, { keepalive: true }).catch(() => {})
    },
  }
}
