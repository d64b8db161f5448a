// Says what happens to a push of the outbox in each state, whatever the event.

import type { Ghost } from '../history/ghost.ts'

/** `absent`: it is not in the outbox. `failed`: its upload has. `refused`: by the server. */
export type State = 'absent' | 'uploading' | 'failed' | 'waiting' | 'refused'

/**
 * `over`: the server has it, or somebody has discarded it. `refused`: for good. `retried`: a person wants it sent again. The others are what
 * another window says of it: that it is over, that its file is not uploaded yet, or that it is.
 */
export type Event = 'over' | 'refused' | 'retried' | 'overThere' | 'uploadsThere' | 'uploadedThere'

/**
 * `remove`: from memory and storage. `forget`: from memory only. `fail`: it gets an error. `resend`: without its error. `take`: what the other
 * window has. `correct`: the other window has an older one and is told that.
 */
export type Action = 'ignore' | 'remove' | 'forget' | 'fail' | 'resend' | 'take' | 'correct'

export function stateOf(ghost: Ghost | undefined): State {
  if (!ghost) return 'absent'
  if (ghost.upload) return ghost.error === undefined ? 'uploading' : 'failed'
  return ghost.error === undefined ? 'waiting' : 'refused'
}

export function actionOn(event: Event, state: State): Action {
  switch (event) {
    case 'over':
      return state === 'absent' ? 'ignore' : 'remove'
    case 'refused':
      return state === 'absent' ? 'ignore' : 'fail'
    case 'retried':
      return state === 'refused' || state === 'failed' ? 'resend' : 'ignore'
    case 'overThere':
      return state === 'absent' ? 'ignore' : 'forget'
    case 'uploadsThere':
      return state === 'waiting' || state === 'refused' ? 'correct' : 'take'
    case 'uploadedThere':
      return 'take'
  }
}
