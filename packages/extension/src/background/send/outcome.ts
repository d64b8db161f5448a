// Follows what was sent until the server has it, so that the person is told the truth about it.

import type { HistoryItem, Platform, Session, Target } from '@waypost/client'

/** `offline`: it waits for a network. `slow`: it is still on its way. */
export type Outcome = { state: 'sent' | 'offline' | 'slow' } | { state: 'failed'; reason: string }

/** How long the person waits to be told, in milliseconds: without a network, and with one. */
const offlineAfter = 1_500
const slowAfter = 20_000

/** What became of pushes that were queued for a target, by their guids. */
export async function outcomeOf(
  session: Pick<Session, 'push' | '$connection'>,
  target: Target,
  guids: readonly string[],
  { after }: Pick<Platform, 'after'>,
): Promise<Outcome> {
  // Until then no history has them.
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
      // What the server has may be shown under another key, or not at all.
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

/** Resolves once the files of pushes are uploaded, or are not to be sent any more. */
export async function uploadsOf(session: Pick<Session, 'push'>, target: Target, guids: readonly string[]): Promise<void> {
  await session.push.shown(guids)
  const wanted = new Set(guids)
  // A failed one may be tried again.
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
