import { expect, test } from 'vitest'
import { type ActedOn, deleteForEveryoneMilliseconds, obstacleTo, type PushAct } from './who-may-change.ts'

const everything: PushAct[] = ['edit', 'react', 'tick', 'tag', 'remind', 'deleteForEveryone']
const outgoing = { type: 'note', direction: 'outgoing' } as const
const incoming = { type: 'note', direction: 'incoming' } as const

/** Pushes, their age in milliseconds, and all that may be done to each. */
const cases: [what: string, push: ActedOn, may: PushAct[], age?: number][] = [
  ['a note to oneself', { ...outgoing, direction: 'self' }, ['edit', 'react', 'tag', 'remind', 'deleteForEveryone']],
  ['a note to another person', outgoing, ['edit', 'react', 'tag', 'remind', 'deleteForEveryone']],
  ['a note of another person', incoming, ['react', 'tag', 'remind']],
  ['a list to another person', { ...outgoing, type: 'list' }, ['edit', 'react', 'tick', 'tag', 'remind', 'deleteForEveryone']],
  ['a list of another person', { ...incoming, type: 'list' }, ['react', 'tick', 'tag', 'remind']],
  ['an own post', { ...outgoing, channel_iden: 'c' }, ['edit', 'tag', 'remind', 'deleteForEveryone']],
  ['a post of a followed channel', { ...incoming, channel_iden: 'c' }, ['tag', 'remind']],
  ['a push of an app', { ...incoming, client_iden: 'a' }, ['tag', 'remind']],
  ['a message of a source', { ...incoming, source_iden: 's' }, ['tag', 'remind']],
  ['one deleted by its sender', { ...incoming, deleted_by_sender: true }, []],
  ['a year old', outgoing, ['edit', 'react', 'tag', 'remind'], 365 * 24 * 60 * 60_000],
  ['just within two days', outgoing, ['edit', 'react', 'tag', 'remind', 'deleteForEveryone'], deleteForEveryoneMilliseconds],
  [
    'a row, whose empty columns are null',
    { ...outgoing, channel_iden: null, deleted_by_sender: 0 },
    ['edit', 'react', 'tag', 'remind', 'deleteForEveryone'],
  ],
]

test.each(cases)('what may be done to a message: %s', (_, push, may, age) => {
  expect(everything.filter((act) => !obstacleTo(act, push, age))).toEqual(everything.filter((act) => may.includes(act)))
})
