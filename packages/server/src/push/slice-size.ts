// Decides how many boxes one write of a fan-out fills.

/** Milliseconds that a write may take. On SQLite it blocks the event loop meanwhile, on PostgreSQL its boxes are locked. */
const target = 5
/** Boxes in one write. However slow the machine is, smaller ones would only make it slower. */
const bounds = { least: 50, most: 500 }
/** Sizes are multiples of what one statement writes. */
const step = 25

/**
 * The number of boxes in the next write. Large writes cost less for each box, as they share a flush to disk and pages of the indexes, but
 * requests wait for them; so each is as large as fits in the time, judged by the one before.
 */
export function sliceSize(): { now(): number; took(boxes: number, milliseconds: number): void } {
  let size = bounds.least
  return {
    now: () => size,
    took(boxes, milliseconds) {
      // The last write of a post is short, and tells little.
      if (boxes < size) return
      const fitting = (boxes / Math.max(milliseconds, 0.1)) * target
      // One write alone may have been disturbed.
      const next = Math.min(Math.max(fitting, size / 2, bounds.least), size * 2, bounds.most)
      size = Math.floor(next / step) * step
    },
  }
}
