import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

/** The longest that the event loop may be blocked, in milliseconds, whatever the caller requests. */
export const mostBlocked = 100

/**
 * Runs some work and measures the longest time that it blocked the event loop, in milliseconds: by the clock or by processor time,
 * whichever is less, so that other programs on a busy machine don't count.
 */
export async function longestBlock<Result>(work: () => Promise<Result>): Promise<{ result: Result; block: number }> {
  let isOver = false
  let block = 0
  const watching = (async () => {
    while (!isOver) {
      const [clock, before] = [performance.now(), process.threadCpuUsage()]
      // Not in each turn: the indexer yields to whoever keeps the processor busy.
      await setTimeout(1)
      const { user, system } = process.threadCpuUsage(before)
      block = Math.max(block, Math.min(performance.now() - clock, (user + system) / 1_000))
    }
  })()
  try {
    const result = await work()
    return { result, block }
  } finally {
    isOver = true
    await watching
  }
}

/** Processor milliseconds that this thread spends on some work, comparable only with other work of the same run. */
export async function threadTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
