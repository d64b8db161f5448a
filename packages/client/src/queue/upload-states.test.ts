import { expect, test } from 'vitest'
import { after, type Event, type State } from './upload-states.ts'

const passed = (state: State, ...events: Event[]): State => events.reduce((now, event) => after[now][event], state)

test('an upload that waits for a busy server goes on when that is free', () => {
  expect(passed('held', 'start', 'busy')).toBe('waiting')
  expect(passed('held', 'start', 'busy', 'free')).toBe('running')
})

test('a file is held until it is uploaded or not needed any more', () => {
  expect(passed('held', 'start', 'stop')).toBe('held')
  expect(passed('held', 'start', 'busy', 'stop', 'start', 'uploaded')).toBe('released')
  expect(passed('held', 'start', 'unneeded')).toBe('released')
  expect(passed('held', 'unneeded', 'start', 'busy', 'free')).toBe('released')
})
