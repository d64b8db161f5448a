import { listeners } from '../session/listeners.ts'
import { isRecord } from '../sync/objects.ts'
import type { Tabs } from './tabs.ts'

/** What the windows of one account tell each other. */
export type TabMessage =
  /** The leader received this frame from the server. */
  | { kind: 'frame'; frame: Record<string, unknown> & { type: string } }
  /** The leader is alive. `holds`: it holds the lock, rather than stands in for a window that does but does not answer. */
  | { kind: 'alive'; connected: boolean; reachable: boolean; holds: boolean }
  /** Asks the leader whether it is alive. */
  | { kind: 'hello' }
  /** A push in the outbox as it is saved now; without a text it was sent or discarded. */
  | { kind: 'ghost'; guid: string; text?: string }
  /** A conversation has been read up to a stamp. */
  | { kind: 'read'; conversation: string; readTo: number }
  | { kind: 'presence'; window: string; awake: boolean }
  | { kind: 'notified'; iden: string }
  | { kind: 'pinged'; at: number }
  /** The end-to-end key was set or cleared. */
  | { kind: 'key' }

/** Messages among the windows of one account in one browser. */
export interface TabChannel {
  tell(message: TabMessage): void
  on(listener: (message: TabMessage) => void): () => void
  /** Joins the windows of an account. Before that, nothing is told or heard. */
  join(account: string): void
  leave(): void
}

/** @param tabs undefined if there are no other windows */
export function openTabChannel(tabs: Tabs | undefined): TabChannel {
  const heard = listeners<TabMessage>()
  let account: string | undefined
  let stop = () => {}

  function hear(envelope: unknown): void {
    if (!isRecord(envelope) || envelope.account !== account || !isRecord(envelope.message)) return
    heard.tell(envelope.message as unknown as TabMessage)
  }

  return {
    tell(message) {
      if (account !== undefined) tabs?.post({ account, message })
    },
    on: heard.on,
    join(iden) {
      account = iden
      stop = tabs?.listen(hear) ?? stop
    },
    leave() {
      stop()
      account = undefined
    },
  }
}
