// Where conversations were left, for restoring it on Back and Forward. Separate from the scrolling code, because the first screen needs it.

import type { VirtualItem } from '@tanstack/react-virtual'

/** The scroll position, the height above the messages, both in pixels, and the heights of the items. */
export interface KeptPlace {
  offset: number
  margin: number
  rows: VirtualItem[]
}

/** The place of each conversation, by its `placeKey`. */
export const keptPlaces = new Map<string, KeptPlace>()
