// What the open conversation offers to shortcuts, the palette and the menu in its header.

import { atom } from 'nanostores'

/** Asks for a day and goes to its messages; undefined while no conversation with messages is open. */
export const $goToDate = atom<(() => void) | undefined>(undefined)
