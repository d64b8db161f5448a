import { expect, test } from 'vitest'
import { type Action, actionOn, type Event, type State } from './outbox-states.ts'

const states: readonly State[] = ['absent', 'uploading', 'failed', 'waiting', 'refused']

const actions: Record<Event, readonly Action[]> = {
  over: ['ignore', 'remove', 'remove', 'remove', 'remove'],
  refused: ['ignore', 'fail', 'fail', 'fail', 'fail'],
  retried: ['ignore', 'ignore', 'resend', 'ignore', 'resend'],
  overThere: ['ignore', 'forget', 'forget', 'forget', 'forget'],
  uploadsThere: ['take', 'take', 'take', 'correct', 'correct'],
  uploadedThere: ['take', 'take', 'take', 'take', 'take'],
}

test.each(Object.entries(actions))('of a push in the outbox, %s leads to %j', (event, expected) => {
  expect(states.map((state) => actionOn(event as Event, state))).toEqual(expected)
})
