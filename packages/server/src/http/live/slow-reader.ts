// Decides when a reader of a stream is too slow. It is then told to reconnect and fetches what it missed, so that memory stays bounded.

/** The maximum unsent bytes for one reader, and for all readers of one account together. */
const mostWaiting = { each: 2 ** 20, all: 16 * 2 ** 20 }

/** Milliseconds that a reader has for the last frames of an ended stream before its connection is dropped. */
export const lastFramesWithin = 5_000

/**
 * Whether a reader with `waiting` unsent bytes is too slow for another `frame`; a reader that is up to date never is. `readers` are the
 * streams of its account on this node.
 */
export function isTooSlow(waiting: number, frame: number, readers: number): boolean {
  return waiting > 0 && waiting + frame > Math.min(mostWaiting.each, mostWaiting.all / readers)
}
