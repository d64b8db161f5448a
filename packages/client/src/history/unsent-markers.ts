// Keeps the read markers that the server has not confirmed, in memory, and those that were read here in storage too.

import { Refusal } from '@waypost/protocol'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isStamp } from '../ground/objects.ts'

export type UnsentMarkers = ReturnType<typeof openUnsentMarkers>

/** A stamp of each kind that the server has not confirmed, and the mark known at the time of reading; 0 if there is none. */
interface Unsent {
  read_to: number
  delivered_to: number
  marked_unread: number
}

type Read = Pick<Unsent, 'read_to' | 'marked_unread'>

const prefix = 'read.'

export const none: Readonly<Unsent> = { read_to: 0, delivered_to: 0, marked_unread: 0 }

export function openUnsentMarkers(saved: KeyValueStore) {
  /** By conversation. */
  const unsent = new Map<string, Unsent>()

  /** The pending stamp and mark of an earlier session or another window, as text; undefined if there is none. */
  function savedAt(conversation: string): Read | undefined {
    const [read_to, marked_unread = 0] = (saved.read(prefix + conversation) ?? '').split(' ').map(Number)
    return read_to !== undefined && isStamp(read_to) && isStamp(marked_unread) ? { read_to, marked_unread } : undefined
  }

  return {
    isEmpty: () => unsent.size === 0,
    get: (conversation: string) => unsent.get(conversation),
    first: (count: number) => [...unsent].slice(0, count).map(([conversation, to]) => ({ conversation, ...to })),
    /** Of two stamps of one kind, the later one counts. */
    put(conversation: string, { read_to, delivered_to, marked_unread }: Unsent): void {
      const open = unsent.get(conversation)
      unsent.set(conversation, {
        read_to: Math.max(read_to, open?.read_to ?? 0),
        delivered_to: Math.max(delivered_to, open?.delivered_to ?? 0),
        marked_unread: Math.max(marked_unread, open?.marked_unread ?? 0),
      })
    },
    keep(conversation: string, readTo: number, mark: number): void {
      try {
        saved.write(prefix + conversation, mark > 0 ? `${readTo} ${mark}` : String(readTo))
      } catch (error) {
        // It is sent anyway; only an earlier reload would show it as unread again.
        if (!(error instanceof Refusal)) throw error
      }
    },
    /** @param marker the server's marker, or the one that was sent */
    confirm(conversation: string, marker: Unsent): void {
      const open = unsent.get(conversation)
      if (open) {
        if (isOver(open, marker)) Object.assign(open, { read_to: 0, marked_unread: 0 })
        if (open.delivered_to <= Math.max(marker.read_to, marker.delivered_to)) open.delivered_to = 0
        if (open.read_to === 0 && open.delivered_to === 0) unsent.delete(conversation)
      }
      const kept = savedAt(conversation)
      if (kept && isOver(kept, marker)) saved.erase(prefix + conversation)
    },
    saved: (): [conversation: string, read: Read][] =>
      saved.keys(prefix).flatMap((name) => {
        const conversation = name.slice(prefix.length)
        const kept = savedAt(conversation)
        return kept ? [[conversation, kept]] : []
      }),
    /** Forgets everything, e.g. what an earlier session of another account left. */
    disown(): void {
      for (const name of saved.keys(prefix)) saved.erase(name)
      unsent.clear()
    },
  }
}

/** Whether a marker covers the read part, or was marked as unread later. */
function isOver({ read_to, marked_unread }: Pick<Unsent, 'read_to' | 'marked_unread'>, marker: Unsent): boolean {
  if (marker.marked_unread === 0) return read_to <= marker.read_to
  return marker.marked_unread > marked_unread && marker.marked_unread >= read_to
}
