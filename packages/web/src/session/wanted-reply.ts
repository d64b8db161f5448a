import { atom } from 'nanostores'

/**
 * The phone notification that a person wants to answer: its reply field gets the focus, and the text if there is one, as soon as it
 * appears. The key is that of the phone notification list.
 */
export const $wantedReply = atom<{ key: string; text?: string } | undefined>()
