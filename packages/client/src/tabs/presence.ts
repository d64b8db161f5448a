import { awakeMilliseconds, Refusal, setAppState } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { Platform } from '../ground/platform.ts'
import type { LeaderTab } from './leader-tab.ts'
import type { TabChannel } from './tab-channel.ts'

export interface Presence {
  /** One window of this browser shows the main page and is in use. */
  readonly $awake: ReadableAtom<boolean>
  /**
   * Reports the state of this window: whether it shows the main page, and whether it is in use (visible, focused, recent input). Call it on
   * every change.
   */
  report(state: { mainPage: boolean; awake: boolean }): void
}

interface OpenPresence extends Presence {
  /** The server forgot the last report when the previous stream ended. */
  streamOpened(): void
  close(): void
}

interface Deps {
  callRaw: Calls['callRaw']
  channel: TabChannel
  leader: Pick<LeaderTab, '$leads'>
  platform: Platform
  guid: string | undefined
}

/**
 * Reports to the server whether this browser is awake: on every change, and every minute because a report expires after a minute. All
 * windows of a browser share one guid, so only the leader reports.
 */
export function openPresence({ callRaw, channel, leader, platform, guid }: Deps): OpenPresence {
  const $awake = atom(false)
  const window = platform.unique()
  /** In milliseconds. Awake windows renew it before it expires. */
  const awakeUntil = new Map<string, number>()
  let mainPage = false
  let own = false
  let reported: boolean | undefined
  /** Reports in flight, and whether another one was sent meanwhile. */
  let unanswered = 0
  let overlap = false
  let stopRefresh = () => {}
  let stopExpiry = () => {}
  let stopRepeat = () => {}

  function take(from: string, awake: boolean): void {
    if (awake) awakeUntil.set(from, platform.now() + 1.5 * awakeMilliseconds)
    else awakeUntil.delete(from)
    update()
  }

  function update(): void {
    stopExpiry()
    for (const [from, until] of awakeUntil) if (from !== window && until <= platform.now()) awakeUntil.delete(from)
    $awake.set(awakeUntil.size > 0)
    const others = [...awakeUntil].filter(([from]) => from !== window).map(([, until]) => until)
    if (others.length > 0) stopExpiry = platform.after(Math.max(1, Math.min(...others) - platform.now()), update)
    if ($awake.get() !== reported) sendReport()
  }

  function sendReport(): void {
    stopRefresh()
    if (guid === undefined || !leader.$leads.get()) return
    const awake = $awake.get()
    // A browser that was never awake need not report that it isn't.
    if (!awake && reported === undefined) return
    reported = awake
    if (unanswered++ > 0) overlap = true
    // Often the last request of a closing page. It bypasses the queue, because a later report would overtake it.
    callRaw(setAppState, { guid, awake }, { keepalive: true })
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        // The next report comes in a minute; until then this one expires.
      })
      .finally(answered)
    if (awake || mainPage) stopRefresh = platform.after(awakeMilliseconds, sendReport)
  }

  /** Two reports in flight may arrive in either order, and the server keeps the one that arrived last. */
  function answered(): void {
    unanswered--
    if (unanswered > 0 || !overlap) return
    overlap = false
    sendReport()
  }

  function tellWindows(): void {
    channel.send({ kind: 'presence', window, awake: own })
    if (own) stopRepeat = platform.after(awakeMilliseconds, tellWindows)
  }

  const stops = [
    channel.on((message) => {
      if (message.kind === 'presence') take(message.window, message.awake)
    }),
    // The previous leader may have reported something else.
    leader.$leads.listen(sendReport),
  ]

  return {
    $awake,
    report(state) {
      const awake = state.mainPage && state.awake
      const changed = awake !== own
      own = awake
      const arrived = state.mainPage && !mainPage
      mainPage = state.mainPage
      if (arrived && reported === false) sendReport()
      if (changed) {
        stopRepeat()
        tellWindows()
        take(window, awake)
      }
      if (!mainPage && !$awake.get()) stopRefresh()
    },
    streamOpened() {
      if ($awake.get()) sendReport()
    },
    close() {
      overlap = false
      stopRefresh()
      stopExpiry()
      stopRepeat()
      for (const stop of stops) stop()
      if (own) channel.send({ kind: 'presence', window, awake: false })
      if (own && leader.$leads.get() && guid !== undefined)
        void callRaw(setAppState, { guid, awake: false }, { keepalive: true }).catch(() => {})
    },
  }
}
