// Tells whether a swipe is uncovering the list behind the open pane.

import { atom } from 'nanostores'

/** Whether a finger is moving the open pane, with the list showing behind it. */
export const $uncovered = atom(false)
