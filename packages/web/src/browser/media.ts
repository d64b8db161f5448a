// Tells what the screen is like: width, touch, pixel density, and whether to reduce motion.

import type { ReadableAtom } from 'nanostores'
import { events, observed } from './observed.ts'

function mediaQuery(query: string): ReadableAtom<boolean> {
  return observed(
    () => matchMedia(query).matches,
    (again) => events(() => matchMedia(query), ['change'])(again),
  )
}

/** Too narrow for three columns side by side. */
export const $oneColumn = mediaQuery('(width < 528px)')

/** The system is set to reduce motion. */
export const $reducedMotion = mediaQuery('(prefers-reduced-motion: reduce)')

export const $smallHeader = mediaQuery('(width < 550px)')

/** Too narrow to compare Free and Pro side by side. */
export const $narrowProTable = mediaQuery('(width < 800px)')

/** Touch rather than a pointer: focusing a field would slide in the on-screen keyboard. */
export const $touch = mediaQuery('(hover: none) and (pointer: coarse)')

/** Device pixels per CSS pixel. */
export const pixelDensity = (): number => globalThis.devicePixelRatio || 1
