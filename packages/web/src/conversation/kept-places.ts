// Where conversations were left, to restore it on Back and Forward. Apart from what scrolls: the first screen asks for it.

import type { VirtualItem } from '@tanstack/react-virtual'

/** The scroll position and the heights of the items of each conversation, by its `placeKey`. */
export const keptPlaces = new Map<string, { offset: number; margin: number; rows: VirtualItem[] }>()
