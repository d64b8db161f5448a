// Asks the user to prove who they are when a call is refused until they do.

import { atom, type ReadableAtom } from 'nanostores'

/** Connects screens that ask users to prove who they are with the calls that need it. */
export interface Elevation {
  /** Whether a call is waiting for the user. */
  readonly $asked: ReadableAtom<boolean>
  /** Registers a screen that asks the user; without one, calls are refused. The returned function unregisters it. */
  offer(): () => void
  /** If the user has proved who they are, the waiting calls are retried, otherwise refused. */
  answer(elevated: boolean): void
  /** Calls that are refused meanwhile share the answer. */
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
