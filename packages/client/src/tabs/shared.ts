import { atom, type ReadableAtom } from 'nanostores'
import { listeners } from '../session/listeners.ts'
import type { Platform } from '../session/platform.ts'
import { isRecord } from '../sync/objects.ts'
import type { Tabs } from './tabs.ts'

/** What windows of one account tell each other. */
export type Message =
  /** The one that leads heard this from the server. */
  | { kind: 'frame'; frame: Record<string, unknown> & { type: string } }
  /** The one that leads is there; `holds` the lock, or only stands in for a window that does but is not heard of. */
  | { kind: 'alive'; connected: boolean; reachable: boolean; holds: boolean }
  | { kind: 'hello' }
  /** A push in the outbox as it is saved now; without a text it is done with. */
  | { kind: 'ghost'; guid: string; text?: string }
  /** A conversation has been read up to a stamp. */
  | { kind: 'read'; conversation: string; readTo: number }
  | { kind: 'presence'; window: string; awake: boolean }
  | { kind: 'notified'; iden: string }
  | { kind: 'pinged'; at: number }
  /** The end-to-end key was set or cleared. */
  | { kind: 'key' }

/** The windows of one account in one browser. One of them leads: it alone holds the live stream and sends what waits. */
export interface Shared {
  readonly $leads: ReadableAtom<boolean>
  /** Whether the one that leads, when it is another, is connected. */
  readonly $leaderConnected: ReadableAtom<boolean>
  /** Whether its last call reached the server. */
  readonly $leaderReachable: ReadableAtom<boolean>
  tell(message: Message): void
  on(listener: (message: Message) => void): () => void
  /** Says that this window leads, and whether it is connected. */
  sayAlive(): void
  /** Joins the windows of an account. */
  join(account: string): void
  /** Asks at once whether the one that leads is still there. */
  wake(): void
  leave(): void
}

/** How often the one that leads is asked for a sign of life, how quickly after this window woke, and how many it may owe. */
const askEvery = 20_000
const askAfterWake = 2_000
const mostOwed = 2

interface Parts {
  tabs: Tabs | undefined
  platform: Platform
  /** Whether this window's own stream is connected. */
  isConnected(): boolean
  /** Whether its last call reached the server. */
  isReachable(): boolean
}

/**
 * A window whose leader is not heard of leads too until it is: a browser may put a window to sleep that holds the lock. Nothing is sent
 * twice then, as the server knows a guid that it has seen.
 */
export function openShared({ tabs, platform, isConnected, isReachable }: Parts): Shared {
  const $leads = atom(false)
  const $leaderConnected = atom(false)
  const $leaderReachable = atom(true)
  const heard = listeners<Message>()
  let account: string | undefined
  let holds = false
  let owed = 0
  let stops: (() => void)[] = []
  let stopAsking = () => {}

  function tell(message: Message): void {
    if (account !== undefined) tabs?.post({ account, message })
  }

  function sayAlive(): void {
    if ($leads.get()) tell({ kind: 'alive', connected: isConnected(), reachable: isReachable(), holds })
  }

  function hear(envelope: unknown): void {
    if (!isRecord(envelope) || envelope.account !== account || !isRecord(envelope.message)) return
    const message = envelope.message as unknown as Message
    if (message.kind === 'hello') sayAlive()
    else if (message.kind === 'alive') follow(message)
    else heard.tell(message)
  }

  function follow({ connected, reachable, holds: isHolder }: Extract<Message, { kind: 'alive' }>): void {
    owed = 0
    if (holds || ($leads.get() && !isHolder)) return
    $leads.set(false)
    $leaderReachable.set(reachable !== false)
    $leaderConnected.set(connected)
  }

  function ask(after: number): void {
    stopAsking()
    if (holds || !tabs) return
    stopAsking = platform.after(after, () => {
      if (owed >= mostOwed && !$leads.get()) {
        $leaderConnected.set(false)
        $leads.set(true)
      }
      owed++
      tell({ kind: 'hello' })
      ask(owed > 1 ? askAfterWake : askEvery)
    })
  }

  return {
    $leads,
    $leaderConnected,
    $leaderReachable,
    tell,
    on: heard.on,
    sayAlive,
    join(iden) {
      account = iden
      if (!tabs) return $leads.set(true)
      stops = [
        tabs.listen(hear),
        tabs.hold(`waypost ${iden}`, () => {
          holds = true
          stopAsking()
          $leads.set(true)
          sayAlive()
        }),
      ]
      tell({ kind: 'hello' })
      ask(askEvery)
    },
    wake() {
      if (!tabs || account === undefined) return
      if ($leads.get()) return sayAlive()
      owed = 1
      tell({ kind: 'hello' })
      ask(askAfterWake)
    },
    leave() {
      stopAsking()
      for (const stop of stops) stop()
      stops = []
      account = undefined
      holds = false
    },
  }
}
