import { patience } from '../../../scripts/tests/patience.ts'

/** For tests: waits for what events bring, as long as every wait of a test. */
interface Looks {
  /** Looks again, because something has changed. */
  again(): void
  /**
   * Resolves when `look` returns a value.
   * @param over rejects with its error when nothing more can come
   * @throws Error that says what is there, when nothing has come in time
   */
  until<T>(look: () => T | undefined, over?: Promise<never>): Promise<T>
  /** Calls `look` now and at every change, for as long as the test runs. */
  watch(look: () => void): void
}

/** @param shown what is there now, for the message of a wait that has ended in vain */
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
