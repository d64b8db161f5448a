import { expect, it } from 'vitest'
import { i18n } from './language.ts'
import { count, params } from './words/fill.ts'

const words = i18n('language-test', {
  hello: params('Say hello to {name}'),
  messages: count({ one: '{count} new message', other: '{count} new messages' }),
})

it('HIST-007 a name fills its place as it is, whatever letters it has', () => {
  expect(words.get().hello({ name: 'Ana' })).toBe('Say hello to Ana')
  expect(words.get().hello({ name: '$& {name} $1' })).toBe('Say hello to $& {name} $1')
})

it('HIST-004 numbers choose their plural and are written as the region does', () => {
  expect(words.get().messages(1)).toBe('1 new message')
  expect(words.get().messages(12)).toBe('12 new messages')
})
