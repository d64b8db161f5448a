import { getHistory, type Push } from '@waypost/protocol'
import { atom } from 'nanostores'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { manualClock } from '../ground/test-clock.ts'
import { openOutbox } from '../queue/outbox.ts'
import type { Session } from '../session/session.ts'
import { openConversations } from '../sync/conversation-index.ts'
import { openMirror } from '../sync/mirror.ts'
import { openHistories } from './history.ts'
import type { HistoryItem } from './history-item.ts'
import type { Target } from './target.ts'

// For tests: pushes, and histories over a mirror that the test fills.

export const me: Target = { key: 'me', type: 'me', name: 'Me', desc: '', muted: false }
export const bob: Target = { key: 'bob@example.org', type: 'chat', name: 'Bob', desc: '', muted: false }
export const phone: Target = { key: 'phone', type: 'device', name: 'Phone', desc: '', muted: false }

let made = 0

export function push(fields: Partial<Push>): Push {
  const iden = `push${String(++made).padStart(6, '0')}`
  const created = fields.created ?? made
  return { iden, active: true, modified: created, direction: 'self', type: 'note', body: iden, ...fields, created }
}

export const toBob = (fields: Partial<Push> = {}) =>
  push({ direction: 'outgoing', receiver_email_normalized: bob.key, ...fields })
export const fromBob = (fields: Partial<Push> = {}) =>
  push({ direction: 'incoming', sender_email_normalized: bob.key, ...fields })

/**
 * Histories over a mirror that the test fills. `stored` is the data of the server, by conversation; with it, conversations are complete
 * only from `since` on.
 */
export function setUp(stored: Record<string, Push[]> = {}, since = 0) {
  const clock = manualClock(0)
  const requests: string[] = []
  const ask: Session['call'] = async (call, input) => {
    const { conversation, created_before, created_after, limit, count } = input as unknown as Record<string, number>
    if ((call as unknown) !== getHistory) throw new Error(`Unexpected call: ${call.name}`)
    requests.push(created_after === undefined ? `${conversation} ${created_before}` : `${conversation} after ${created_after}`)
    const all = stored[String(conversation)] ?? []
    const wanted =
      created_after === undefined
        ? all.filter(({ created }) => created < Number(created_before)).reverse()
        : all.filter(({ created }) => created > created_after)
    const incoming = wanted.filter(({ direction }) => direction === 'incoming')
    const counted = count && { incoming: incoming.length, first_incoming: incoming[0]?.created }
    return { pushes: wanted.slice(0, limit), more: wanted.length > Number(limit), ...counted } as never
  }
  const platform = { ...clock, fetch: () => Promise.reject(new Error('no network')), openSocket: () => ({}) as never }
  const mirror = openMirror({ callRaw: ask, platform })
  const conversations = openConversations(mirror)
  conversations.begin(since)
  const outbox = openOutbox({
    callRaw: () => new Promise(() => {}),
    mirror,
    saved: inMemoryStore(),
    platform,
    onFull() {},
    user: () => undefined,
    announce() {},
  })
  const histories = openHistories({
    callRaw: ask,
    mirror,
    conversations,
    $ghosts: outbox.$ghosts,
    $pending: atom(new Map()),
    previews: new Map(),
  })
  const items = (target: Target) => histories.of(target).get().items
  return { clock, platform, requests, mirror, conversations, outbox, histories, items }
}

export const bodies = (items: readonly HistoryItem[]) => items.map((item) => item.push.body)
export const bodiesOf = (pushes: readonly Push[]) => pushes.map(({ body }) => body)
export const several = (count: number, make: (index: number) => Push) => Array.from({ length: count }, (_, index) => make(index))
