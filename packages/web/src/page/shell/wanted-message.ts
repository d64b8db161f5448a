// Names the message that a conversation scrolls to as soon as it is shown.

import type { Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { atom } from 'nanostores'

/** The message, and the target whose conversation shows it; undefined while none is wanted. */
export const $wantedMessage = atom<{ target: Target['key']; push: Push } | undefined>(undefined)
