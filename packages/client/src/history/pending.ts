// What a person has changed of pushes, before the server knows of it.

import type { Push, Refusal, Takes, updatePush } from '@waypost/protocol'
import type { PushFields } from './ghost.ts'

/** What is changed of a push, each by itself: the last change of a kind counts. */
export type ChangeKind = 'text' | 'reaction' | 'pinned' | 'remind_at' | 'tags' | 'deleted'

/** A change of a push that the server does not have yet, or refused. */
export interface PushChange {
  /** The iden of the account. */
  user: string
  /** The iden of the push. */
  push: string
  kind: ChangeKind
  /** What the call gets beside the iden. A deletion that is taken back has `restored`. */
  input: Omit<Takes<typeof updatePush>, 'iden'> & { everyone?: boolean; undoable?: boolean; restored?: boolean }
  /** When it was made, in milliseconds. It rises with each change of this kind. */
  at: number
  /** When the text was last edited of which this is an edit, in seconds; 0 if never. */
  base?: number | undefined
  /** The texts that it takes the place of, which may have arrived. */
  earlier?: PushChange['input'][] | undefined
  /** Whom the push was sent to, and the iden of its channel: a text whose push is gone is shown as one that was not sent. */
  to?: { fields: PushFields; channel?: string } | undefined
  /** Whether it was sent once without an answer that counts. */
  tried?: boolean
  /** It is sent again by itself: there is no network, or the server is not ready. */
  waits?: boolean
  /** The server's message, if it refused a text. It stays until the person tries again or discards it. */
  error?: string
  /** The stamp of the push with it, in seconds, once the server has it. */
  sent?: number
}

/** What a window tells the others of a change. */
export interface ChangeNews {
  push: string
  kind: ChangeKind
  /** Which change of this kind it is about. */
  at: number
  /** The change, serialized; without it, it is over. */
  text?: string
  /** The stamp of the push with it, if the server has it. */
  sent?: number
  /** What the server said, if it refused it. */
  refusal?: Pick<Refusal, 'code' | 'message'>
}

/** The changes of one push. */
export interface PendingChanges {
  /** The push with them; the same object for the same push. */
  shown(push: Push): Push
  /** What its item says of them; see `HistoryItem`. Nothing of a text that is on its way for the first time. */
  readonly state: { edit?: 'waits' | 'refused'; error?: string; deletes?: 'own' | 'everyone' }
}

/** The changes of all pushes, by their idens. */
export type Pending = ReadonlyMap<string, PendingChanges>

/** A push with the changes that wait. */
export const shownIn = (pending: Pending, push: Push): Push => pending.get(push.iden)?.shown(push) ?? push
