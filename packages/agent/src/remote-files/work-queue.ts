import { RemoteFileError } from './remote-file-error.ts'

/**
 * Runs work of one kind, only so much of it at once; the rest waits in order.
 * @param most how much may wait; beyond that it throws RemoteFileError
 */
export function openWorkQueue(atOnce: number, most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= most)
        throw new RemoteFileError('The device is busy with what it was asked before. Try again in a moment.')
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed on, so that nobody slips in between.
      if (next) next()
      else running--
    }
  }
}
