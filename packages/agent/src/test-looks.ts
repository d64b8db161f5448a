import { patience } from '../../../scripts/tests/patience.ts'

/** For tests: waits for the results of events; every wait in a test has the same time limit. */
interface Looks {
  /** Checks again after a change. */
  again(): void
  /** @param over rejects with its error when nothing more can come @throws Error on a timeout; its message shows the current state */
  until<T>(look: () => T | undefined, over?: Promise<never>): Promise<T>
  /** Calls `look` now and at every change, for as long as the test runs. */
  watch(look: () => void): void
}

/** @param shown describes the current state, for the message of a wait that times out */
export function openLooks(shown: () => string): Looks {
  const waiting = new Set<() => void>()
  return {
    again() {
      for (const look of waiting) look()
    },
    until: (look, over) =>
      new Promise((resolve, reject) => {
        const settle = (done: () => void) => {
          clearTimeout(late)
          waiting.delete(again)
          done()
        }
        const again = () => {
          try {
            const found = look()
            if (found !== undefined) settle(() => resolve(found))
          } catch (error) {
            settle(() => reject(error))
          }
        }
        const late = setTimeout(() => {
          const message = `Nothing came within ${patience.wait / 1_000} s for ${look}. What is there: ${shown()}`
          settle(() => reject(new Error(message)))
        }, patience.wait)
        waiting.add(again)
        again()
        over?.catch((error) => settle(() => reject(error)))
      }),
    watch(look) {
      waiting.add(look)
      look()
    },
  }
}
