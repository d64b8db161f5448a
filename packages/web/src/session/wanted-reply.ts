import { atom } from 'nanostores'

/**
 * The notification of a phone that a person wants to answer: its field takes the focus as soon as it is there, and the text if there is one. The
 * key is that of the list of what phones show.
 */
export const $wantedReply = atom<{ key: string; text?: string } | undefined>()
