// Decides what a finger that moves over the open pane means.

/** Where a finger is, in pixels from the edge that the pane begins at, and when, in milliseconds. */
export interface Touch {
  x: number
  y: number
  at: number
}

/** A finger that has moved less may still be a tap, in pixels. */
const slack = 10
/** A finger that rests longer at first opens a menu or selects words, in milliseconds. */
const longestRest = 500
/** A slow swipe goes back from this part of the width on. */
const farEnough = 0.4
/** A fast one, in pixels per millisecond, goes back after less. */
const fastEnough = 0.3
const leastFast = 32
/** How fast it is when it is lifted is measured over this time, in milliseconds. */
const lately = 100

/** Whether a swipe may begin at a distance from the edge: in the first third of the width, and not where the system has its own swipe. */
export const beginsAt = (x: number, width: number, reserved: number): boolean => x >= reserved && x <= width / 3

/** Whether a finger swipes back; undefined while it has hardly moved. */
export function isSwipe(from: Touch, to: Touch): boolean | undefined {
  const [along, across] = [to.x - from.x, Math.abs(to.y - from.y)]
  if (Math.hypot(along, across) < slack) return undefined
  return along > 1.5 * across && to.at - from.at < longestRest
}

/** Whether a swipe has gone far enough for a slow finger. */
export const isFar = (moved: number, width: number): boolean => moved >= farEnough * width

/** Whether a swipe goes back when the finger is lifted: from its latest places, the first one where it began. */
export function goesBack(path: readonly Touch[], width: number): boolean {
  const [first, last] = [path[0], path.at(-1)]
  if (!first || !last) return false
  const before = path.findLast(({ at }) => last.at - at >= lately) ?? first
  const speed = (last.x - before.x) / Math.max(1, last.at - before.at)
  const moved = last.x - first.x
  // On its way back at the end: it has changed its mind.
  if (speed < -fastEnough) return false
  return isFar(moved, width) || (speed >= fastEnough && moved >= leastFast)
}
