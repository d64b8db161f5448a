import type { Text } from '@waypost/protocol'
import { beforeEach, expect, test } from 'vitest'
import { TextStates } from './text-states.ts'

let states: TextStates
const text = (iden: string) => ({ iden, created: 7 }) as Text
const gone = () => false
const withdrawn = () => [...states.withdrawn(gone)].map(({ iden }) => iden)

beforeEach(() => {
  states = new TextStates()
  states.found(text('a'))
})

test('a text waits until the phone has taken it', () => {
  expect([...states.waiting()]).toEqual(['a'])
  states.handed('a')
  states.found(text('a'))
  expect([...states.waiting()]).toEqual([])
})

test('the first outcome counts, also when it comes before the phone has returned', () => {
  states.settled({ key: 'a', state: 'sent' })
  states.handed('a')
  states.settled({ key: 'a', state: 'failed' })
  expect(states.outcomes.get('a')).toEqual({ status: 'sent' })
  expect(withdrawn()).toEqual([])
})

test('a text that cannot be decrypted has failed, with its reason', () => {
  states.unreadable('a')
  expect(states.outcomes.get('a')).toEqual({ status: 'failed', failure: 'cannot_open' })
})

test('only texts that the phone has or that failed are taken back, each once', () => {
  for (const iden of ['handed', 'failed', 'sent']) states.found(text(iden))
  states.handed('handed')
  states.settled({ key: 'failed', state: 'failed' })
  states.settled({ key: 'sent', state: 'sent' })
  expect([...states.withdrawn((iden) => iden === 'handed')]).toEqual([{ iden: 'failed', created: 7 }])
  expect(withdrawn()).toEqual(['handed'])
  expect(withdrawn()).toEqual([])
})

test('a text that could not be taken back is taken back the next time', () => {
  states.handed('a')
  const attempt = () => {
    for (const _ of states.withdrawn(gone)) throw new Error('The disk is full.')
  }
  expect(attempt).toThrow('The disk is full.')
  expect(withdrawn()).toEqual(['a'])
  expect(withdrawn()).toEqual([])
})

test('texts that left the server are forgotten, except for those that may be taken back', () => {
  states.found(text('handed'))
  states.handed('handed')
  states.forget(gone)
  expect([...states.waiting()]).toEqual([])
  expect(withdrawn()).toEqual(['handed'])
})

test('a text whose outcome comes first is done, and one of which nothing is known stays so', () => {
  states.settled({ key: 'early', state: 'sent' })
  states.handed('other')
  states.found(text('early'))
  states.found(text('other'))
  expect([...states.waiting()]).toEqual(['a', 'other'])
})
