// Asks the user to prove who they are when a call is refused until they do.

import { atom, type ReadableAtom } from 'nanostores'

/** What a screen offers, on which users prove who they are. */
export interface Elevation {
  /** Whether a call waits for the user. */
  readonly $asked: ReadableAtom<boolean>
  /** A screen asks the user from now on; without one, calls are refused. The returned function ends it. */
  offer(): () => void
  /** The user has proved who they are, so that the waiting calls are repeated, or has not, so that they are refused. */
  answer(elevated: boolean): void
  /** Asks the user, and waits for the answer. Calls that are refused meanwhile wait for the same one. */
  ask(): Promise<boolean>
}

export function openElevation(): Elevation {
  const $asked = atom(false)
  let screens = 0
  let waiting: ((elevated: boolean) => void)[] = []

  function answer(elevated: boolean): void {
    const all = waiting
    waiting = []
    $asked.set(false)
    for (const each of all) each(elevated)
  }

  return {
    $asked,
    offer() {
      screens++
      let offered = true
      return () => {
        if (offered && --screens === 0) answer(false)
        offered = false
      }
    },
    answer,
    ask() {
      if (screens === 0) return Promise.resolve(false)
      return new Promise((resolve) => {
        waiting.push(resolve)
        $asked.set(true)
      })
    },
  }
}
