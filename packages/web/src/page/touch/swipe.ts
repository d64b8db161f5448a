/** A finger's position, in pixels from the pane's starting edge, and its time in milliseconds. */
export interface Touch {
  x: number
  y: number
  at: number
}

/** In pixels. A finger that has moved less may still be tapping. */
const slack = 10
/** In milliseconds. A finger that first rests longer opens a menu or selects text. */
const longestRest = 500
/** The fraction of the width from which a slow swipe goes back. */
const farEnough = 0.4
/** In pixels per millisecond: a faster swipe goes back after a shorter distance. */
const fastEnough = 0.3
const leastFast = 32
/** The time over which the speed at lifting is measured, in milliseconds. */
const lately = 100

/** Whether a swipe may begin at this distance from the edge: in the first third of the width, and outside the system's own swipe area. */
export const beginsAt = (x: number, width: number, reserved: number): boolean => x >= reserved && x <= width / 3

/** Whether a finger swipes back; undefined while it has hardly moved. */
export function isSwipe(from: Touch, to: Touch): boolean | undefined {
  const [along, across] = [to.x - from.x, Math.abs(to.y - from.y)]
  if (Math.hypot(along, across) < slack) return undefined
  return along > 1.5 * across && to.at - from.at < longestRest
}

/** Whether a slow swipe has gone far enough. */
export const isFar = (moved: number, width: number): boolean => moved >= farEnough * width

/** Whether a swipe goes back when the finger lifts. `path` has its starting point, then its latest positions. */
export function goesBack(path: readonly Touch[], width: number): boolean {
  const [first, last] = [path[0], path.at(-1)]
  if (!first || !last) return false
  const before = path.findLast(({ at }) => last.at - at >= lately) ?? first
  const speed = (last.x - before.x) / Math.max(1, last.at - before.at)
  const moved = last.x - first.x
  // Moving back at the end means a change of mind.
  if (speed < -fastEnough) return false
  return isFar(moved, width) || (speed >= fastEnough && moved >= leastFast)
}
