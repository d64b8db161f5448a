import type { Push, Refusal, Takes, updatePush } from '@waypost/protocol'
import type { PushFields } from './ghost.ts'

/** The kinds of changes, independent of each other: the last change of a kind counts. */
export type ChangeKind = 'text' | 'reaction' | 'pinned' | 'remind_at' | 'tags' | 'deleted'

/** A change of a push that the server does not have yet, or refused. */
export interface PushChange {
  /** The iden of the account. */
  user: string
  push: string
  kind: ChangeKind
  /** The input of the call besides the iden. A deletion that is taken back has `restored`. */
  input: Omit<Takes<typeof updatePush>, 'iden'> & { everyone?: boolean; undoable?: boolean; restored?: boolean }
  /** When it was made, in milliseconds. It rises with each change of this kind. */
  at: number
  /** When the edited text was last edited before, in seconds; 0 if never. */
  base?: number | undefined
  /** The texts that this one supersedes; they may have arrived. */
  earlier?: PushChange['input'][] | undefined
  /** The recipients of the push, and the iden of its channel: if the push is gone, its text is shown as unsent. */
  to?: { fields: PushFields; channel?: string } | undefined
  /** Whether it was sent once without a conclusive response. */
  tried?: boolean
  /** Retried automatically: there is no network, or the server is not ready. */
  waits?: boolean
  /** The server's message, if it refused a text. It stays until the person retries or discards it. */
  error?: string
  /** The stamp of the changed push, in seconds, once the server has it. */
  sent?: number
}

/** A message about a change from one window to the others. */
export interface ChangeNews {
  push: string
  kind: ChangeKind
  /** Identifies the change within its kind. */
  at: number
  /** Serialized; without it, the change is done. */
  text?: string
  /** The stamp of the changed push, if the server has it. */
  sent?: number
  refusal?: Pick<Refusal, 'code' | 'message'>
}

/** The changes of one push. */
export interface PendingChanges {
  /** Returns the changed push; the same object for the same push. */
  shown(push: Push): Push
  /** See `HistoryItem`. Empty for a text that is in flight for the first time. */
  readonly state: { edit?: 'waits' | 'refused'; error?: string; deletes?: 'own' | 'everyone' }
}

/** The changes of all pushes, by their idens. */
export type Pending = ReadonlyMap<string, PendingChanges>

/** A push with its pending changes. */
export const shownIn = (pending: Pending, push: Push): Push => pending.get(push.iden)?.shown(push) ?? push
