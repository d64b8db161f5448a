// Lets the commands of the page go to a day of the open conversation.

import { atom } from 'nanostores'

/** Asks for a day and goes to its messages; undefined while no conversation with messages is open. */
export const $goToDate = atom<(() => void) | undefined>(undefined)
