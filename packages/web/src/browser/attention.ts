// Tells whether the window has the focus, and whether a person is using it.

import { atom, onMount, type ReadableAtom } from 'nanostores'
import { observed, on } from './observed.ts'

const hasFocus = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** The page is visible and has the keyboard focus. */
export const $focused: ReadableAtom<boolean> = observed(hasFocus, onLook)

/** Whether the page is visible. */
export const $visible: ReadableAtom<boolean> = observed(
  () => document.visibilityState === 'visible',
  (again) => on(document, ['visibilitychange'], again),
)

/** In milliseconds since the last input. */
const presentFor = 60_000

// Keys of an input method reach no listener (`input-method.ts`); the composed text does.
const moves = ['pointerdown', 'pointermove', 'keydown', 'compositionupdate', 'wheel', 'touchstart'] as const

/** Whether a person is using this window: it is visible, has the keyboard focus, and had input within the last minute. */
export const $attention: ReadableAtom<boolean> = attention()

function attention(): ReadableAtom<boolean> {
  const store = atom(false)
  onMount(store, () => {
    let moved = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const left = moved + presentFor - performance.now()
      store.set(left > 0 && hasFocus())
      if (left > 0) timer = setTimeout(look, left)
    }
    const onMove = ({ timeStamp }: Event) => {
      // Pointers move hundreds of times a second: one event per second is enough.
      const isLate = timeStamp - moved > 1_000
      if (!isLate && store.get()) return
      moved = timeStamp
      look()
    }
    const stops = [on(window, moves, onMove, { capture: true, passive: true }), onLook(look), () => clearTimeout(timer)]
    return () => {
      for (const stop of stops) stop()
    }
  })
  return store
}

/** Calls back when the window may have gained or lost focus. */
function onLook(again: () => void): () => void {
  const stops = [on(window, ['focus', 'blur'], again), on(document, ['visibilitychange'], again)]
  return () => {
    for (const stop of stops) stop()
  }
}
