import { RemoteFileError } from './remote-file-error.ts'

/**
 * Runs tasks with limited concurrency; the rest wait in order.
 * @param maxWaiting how many tasks may wait; one more fails with RemoteFileError
 */
export function openWorkQueue(concurrency: number, maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting)
        throw new RemoteFileError('The device is busy with what it was asked before. Try again in a moment.')
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot is handed over directly, so no other task can take it.
      if (next) next()
      else running--
    }
  }
}
