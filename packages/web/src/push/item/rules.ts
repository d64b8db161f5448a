// Decides what may be done with a message.

import type { Push } from '@waypost/protocol'

/** Whether others have a copy of the push: it was sent to or by a person, a channel or an app. */
export const hasOtherCopies = ({ direction, channel_iden, client_iden }: Push): boolean =>
  direction !== 'self' || channel_iden !== undefined || client_iden !== undefined

/** Whether the user may change the content of a message: a note, a link, or the words with a file. */
export const isEditable = ({ direction, type }: Push, writable: boolean): boolean =>
  writable && direction !== 'incoming' && type !== 'address' && type !== 'list'

/** Reactions reach the other person of a conversation; posts have none. */
export const takesReactions = ({ channel_iden, client_iden, deleted_by_sender }: Push): boolean =>
  channel_iden === undefined && client_iden === undefined && !deleted_by_sender
