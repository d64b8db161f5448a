// Tells whether a swipe uncovers the list behind the open pane.

import { atom } from 'nanostores'

/** A finger moves the open pane, and the list behind it shows. */
export const $uncovered = atom(false)
