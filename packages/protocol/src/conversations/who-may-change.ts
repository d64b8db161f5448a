// Decides who may do what to a message, for the server and for what clients offer. Whoever has a copy may pin, tag, dismiss and delete it.

import type { Push } from '../push.ts'

/** How long after sending a push its sender can delete it for everyone. */
export const deleteForEveryoneMilliseconds = 48 * 60 * 60_000

/** What a message must allow. Editing has no limit of time. */
export type PushAct = 'edit' | 'react' | 'tick' | 'tag' | 'remind' | 'deleteForEveryone'

/** Why a message does not allow something. */
export type Obstacle = 'incoming' | 'deleted' | 'post' | 'source' | 'not_a_list' | 'too_late'

type Flag = boolean | number | null | undefined
/** What the answer depends on, as clients have it in a push, and the server in a row. */
export interface ActedOn {
  type?: Push['type'] | null
  direction?: Push['direction'] | null
  deleted_by_sender?: Flag
  channel_iden?: string | null
  client_iden?: string | null
  source_iden?: string | null
}

/**
 * Why an account may not do something to a push in its box; undefined if it may.
 * @param age milliseconds since the push was sent
 */
export function obstacleTo(act: PushAct, push: ActedOn, age = 0): Obstacle | undefined {
  const isDeleted = push.deleted_by_sender ? 'deleted' : undefined
  switch (act) {
    case 'edit':
      return push.direction === 'incoming' ? 'incoming' : isDeleted
    case 'deleteForEveryone':
      return push.direction === 'incoming' ? 'incoming' : age > deleteForEveryoneMilliseconds ? 'too_late' : undefined
    // Receivers of a post would learn each other's addresses.
    case 'react':
      return push.source_iden ? 'source' : push.channel_iden || push.client_iden ? 'post' : isDeleted
    case 'tick':
      return push.type === 'list' ? undefined : 'not_a_list'
    default:
      return isDeleted
  }
}
