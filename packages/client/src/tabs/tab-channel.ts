// Sends messages between the windows of one account in one browser.

import { listeners } from '../ground/listeners.ts'
import { isRecord } from '../ground/objects.ts'
import type { ChangeNews } from '../history/pending.ts'
import type { Tabs } from './tabs.ts'

export type TabMessage =
  /** The leader received this frame from the server. */
  | { kind: 'frame'; frame: Record<string, unknown> & { type: string } }
  /** The leader is alive. `holds`: it holds the lock; otherwise it stands in for a window that holds the lock but does not respond. */
  | { kind: 'alive'; connected: boolean; reachable: boolean; holds: boolean }
  /** Asks the leader whether it is alive. */
  | { kind: 'hello' }
  /** A serialized push in the outbox; without `text` it was sent or discarded. */
  | { kind: 'ghost'; guid: string; text?: string }
  /** The upload progress of a file in the outbox, from 0 to 1. */
  | { kind: 'progress'; guid: string; progress: number }
  | { kind: 'change'; news: ChangeNews }
  /** A conversation has been read up to a stamp; `mark` is the unread mark known to the reader, or 0. */
  | { kind: 'read'; conversation: string; readTo: number; mark: number }
  /** A draft was typed; serialized, with its earlier and concurrent versions. */
  | { kind: 'draft'; conversation: string; entry: string }
  | { kind: 'presence'; window: string; awake: boolean }
  | { kind: 'notified'; iden: string }
  | { kind: 'pinged'; at: number }
  /** The end-to-end key was set or cleared. */
  | { kind: 'key' }

export interface TabChannel {
  send(message: TabMessage): void
  on(listener: (message: TabMessage) => void): () => void
  /** Before that, nothing is sent or received. */
  join(account: string): void
  leave(): void
}

/** @param tabs undefined if there are no other windows */
export function openTabChannel(tabs: Tabs | undefined): TabChannel {
  const messages = listeners<TabMessage>()
  let account: string | undefined
  let stop = () => {}

  function receive(envelope: unknown): void {
    if (!isRecord(envelope) || envelope.account !== account || !isRecord(envelope.message)) return
    messages.emit(envelope.message as unknown as TabMessage)
  }

  return {
    send(message) {
      if (account !== undefined) tabs?.post({ account, message })
    },
    on: messages.on,
    join(iden) {
      account = iden
      stop = tabs?.listen(receive) ?? stop
    },
    leave() {
      stop()
      account = undefined
    },
  }
}
