// Tells what the screen is like: width, height, touch, pixel density.

import type { ReadableAtom } from 'nanostores'
import { observed, on } from './observed.ts'

function mediaQuery(query: string): ReadableAtom<boolean> {
  return observed(
    () => matchMedia(query).matches,
    (again) => on(matchMedia(query), ['change'], again),
  )
}

/** Too narrow for three columns side by side. */
export const $oneColumn = mediaQuery('(width < 528px)')

export const $smallHeader = mediaQuery('(width < 550px)')

/** Too narrow to compare Free and Pro side by side. */
export const $narrowProTable = mediaQuery('(width < 800px)')

/** So low that messages get half of the height. */
export const $lowWindow = mediaQuery('(height < 480px)')

/** Touch rather than a pointer: focusing a field would slide in the on-screen keyboard. */
export const $touch = mediaQuery('(hover: none) and (pointer: coarse)')

/** Device pixels per CSS pixel. */
export const pixelDensity = (): number => globalThis.devicePixelRatio || 1
