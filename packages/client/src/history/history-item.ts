// Builds the items of a conversation that a screen shows, from pushes and ghosts.

import type { Push } from '@waypost/protocol'
import type { Ghost } from './ghost.ts'
import type { PendingChanges } from './pending.ts'

export interface HistoryItem {
  /** Stays the same when a ghost becomes the server's push: the guid, or the iden of a push without one. */
  key: string
  /** A ghost has its draft's fields, no iden ('') and the time at which it was queued as `created`. */
  push: Push
  /** `out`: sent by this account. In a device's history, what that device sent is on the `in` side. */
  side: 'in' | 'out'
  state: 'sending' | 'failed' | 'settled'
  /** The server's message about a failed push, or about a refused edit. */
  error?: string
  /** The user has edited the push, and it shows as edited: the edit is pending (`waits`) or was `refused`. See `PushActions.edit`. */
  edit?: 'waits' | 'refused'
  /** The user has deleted the push, and the server does not know yet. */
  deletes?: 'own' | 'everyone'
  /** The file is too big for the plan: offer an upgrade. */
  upgrade?: boolean
  /** Not sent yet although there is a network: a limit is reached, or the server is not ready. Retried automatically. */
  waits?: 'ratelimited' | 'unavailable'
  /** The file's bytes are gone with the page that held them: ask for the file again and pass it to `retry`. */
  lost?: boolean
  /** A file is being uploaded, or is queued for upload. */
  uploading?: boolean
  /** 0 to 1 while `uploading`. The window that holds the file tells the others. */
  progress?: number
  /** The push itself is not sent yet. */
  upload_done?: boolean
  /** Size of a ghost's file in bytes. */
  file_size?: number
  /** As passed to `sendFiles`. It stays with the sent push in the window that sent it. */
  preview?: unknown
  /** More than 15 minutes lie between this push and the previous one. */
  timeBar: boolean
  /** Pictures that were sent together, in order; this item stands for all of them, see `openAlbums`. */
  album?: readonly HistoryItem[]
}

/** How a history classifies a push: whether it belongs here, and on which side. */
export interface Lens {
  shows(ghost: Ghost): boolean
  side(push: Push): 'in' | 'out'
}

export function conversationLens(name: string): Lens {
  return {
    shows: (ghost) => ghost.conversation === name,
    side: (push) => (push.direction === 'incoming' ? 'in' : 'out'),
  }
}

export function deviceLens(iden: string): Lens {
  return {
    shows: ({ conversation, push }) =>
      conversation === 'self' && (push.target_device_iden === iden || push.source_device_iden === iden),
    side: (push) => (push.source_device_iden === iden ? 'in' : 'out'),
  }
}

/** Tells the user what to do about a lost file; a screen may have a better message. */
const lostWords = 'Choose the file again to send it.'

export function ghostItem({
  guid,
  push,
  error,
  waits,
  lost,
  upload,
  progress,
  size,
  preview,
  fields,
}: Ghost): Omit<HistoryItem, 'side' | 'timeBar'> {
  const failed = error !== undefined || lost === true
  return {
    key: guid,
    push,
    state: failed ? 'failed' : 'sending',
    ...(failed && { error: error ?? lostWords }),
    ...(waits && !failed && { waits }),
    ...(lost && { lost }),
    ...(error?.includes('File is too big.') && { upgrade: true }),
    ...(upload && !failed && { uploading: true }),
    ...(upload && !failed && progress !== undefined && { progress }),
    ...(!upload && fields.file_url && { upload_done: true }),
    ...(size !== undefined && { file_size: size }),
    ...(preview !== undefined && { preview }),
  }
}

/** The item of a push, with the user's pending changes. */
export function changedItem<I extends Omit<HistoryItem, 'timeBar'>>(item: I, changes: PendingChanges | undefined): I {
  return changes ? { ...item, push: changes.shown(item.push), ...changes.state } : item
}

/** Reuses the previous item if it has not changed, so a screen need not redraw it. */
export function reused(old: HistoryItem | undefined, item: HistoryItem): HistoryItem {
  if (!old) return item
  const fields = Object.keys(item) as (keyof HistoryItem)[]
  return fields.length === Object.keys(old).length && fields.every((field) => old[field] === item[field]) ? old : item
}
