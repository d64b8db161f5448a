// Measures how long others wait for the event loop, and what work takes of the processor, for tests.

import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

/** Milliseconds for which nobody else may have to wait, whatever the caller asks for. */
export const mostBlocked = 100

/**
 * Does some work, and measures the longest time that the event loop let nobody else have a turn, in milliseconds: by the clock or by what the
 * processor spent, whichever is less, so that other programs on a busy machine do not count.
 */
export async function longestBlock<Result>(work: () => Promise<Result>): Promise<{ result: Result; block: number }> {
  let isOver = false
  let block = 0
  const watching = (async () => {
    while (!isOver) {
      const [clock, before] = [performance.now(), process.threadCpuUsage()]
      // Not in each turn: the indexer gives way to whoever keeps the processor busy.
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

/** Milliseconds of the processor that this thread spends on some work: to be compared with those of other work of the same run only. */
export async function threadTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
