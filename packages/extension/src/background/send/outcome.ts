// Follows a sent push until the server has it, so the person is told what really happened.

import type { HistoryItem, Platform, Session, Target } from '@waypost/client'

/** `offline`: it waits for a network. `slow`: it is still on its way. */
export type Outcome = { state: 'sent' | 'offline' | 'slow' } | { state: 'failed'; reason: string }

/** How long until the person gets an answer, in milliseconds: offline, and online. */
const offlineAfter = 1_500
const slowAfter = 20_000

/** The outcome of queued pushes to a target, by their guids. */
export async function outcomeOf(
  session: Pick<Session, 'push' | '$connection'>,
  target: Target,
  guids: readonly string[],
  { after }: Pick<Platform, 'after'>,
): Promise<Outcome> {
  // Until then no history contains them.
  await session.push.shown(guids)
  return new Promise((resolve) => {
    const stops: (() => void)[] = []
    const end = (outcome: Outcome) => {
      for (const stop of stops.splice(0)) stop()
      resolve(outcome)
    }
    const wanted = new Set(guids)
    const isSent = ({ key, state }: HistoryItem) => wanted.has(key) && state === 'settled'
    const look = (items: readonly HistoryItem[]) => {
      // Once the server has a push, it may be listed under another key, or not at all.
      const waiting = items.filter((item) => wanted.has(item.key) && !isSent(item))
      const failed = waiting.find(({ state }) => state === 'failed')
      if (failed) end({ state: 'failed', reason: failed.error ?? '' })
      else if (waiting.length === 0) end({ state: 'sent' })
    }
    const history = session.push.history(target)
    stops.push(history.listen(({ items }) => look(items)))
    stops.push(after(offlineAfter, () => session.$connection.get() === 'offline' && end({ state: 'offline' })))
    stops.push(after(slowAfter, () => end({ state: session.$connection.get() === 'offline' ? 'offline' : 'slow' })))
    look(history.get().items)
  })
}

/** Resolves once the pushes' files are uploaded, or no longer wanted. */
export async function uploadsOf(session: Pick<Session, 'push'>, target: Target, guids: readonly string[]): Promise<void> {
  await session.push.shown(guids)
  const wanted = new Set(guids)
  // A failed one may be retried.
  const needsFile = ({ key, state, uploading }: HistoryItem) => wanted.has(key) && (state === 'failed' || uploading === true)
  return new Promise((resolve) => {
    const history = session.push.history(target)
    let stop = () => {}
    stop = history.listen(({ items }) => look(items))
    function look(items: readonly HistoryItem[]): void {
      if (items.some(needsFile)) return
      stop()
      resolve()
    }
    look(history.get().items)
  })
}
