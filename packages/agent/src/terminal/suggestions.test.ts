import { expect, test } from 'vitest'
import { didYouMean, suggest, suggestCommands } from './suggestions.ts'

const commands = ['login', 'push', 'list', 'watch', 'devices', 'files', 'sms', 'run', 'settings', 'logout', 'completion']

test.each([
  ['psuh', ['push']],
  ['pus', ['push']],
  ['pussh', ['push']],
  ['devcies', ['devices']],
  ['SETTING', ['settings']],
  ['snd', []],
  ['send', ['push']],
  ['text', ['sms']],
  ['ls', ['list']],
  ['log', ['login', 'logout']],
  ['zzzz', []],
  ['x', []],
  ['r', []],
])('%s suggests a command', (typed, meant) => {
  expect(suggestCommands(typed, commands)).toEqual(meant)
})

test('any word of a name or address may match', () => {
  const names = ['Ana Reyes', 'Zoë Björk', "Ana's phone", 'bo.larsen@example.org']
  expect(suggest('reyse', names)).toEqual(['Ana Reyes'])
  expect(suggest('zoe', names)).toEqual(['Zoë Björk'])
  expect(suggest('Larsne', names)).toEqual(['bo.larsen@example.org'])
  expect(suggest('fridge', names)).toEqual([])
  expect(suggest('', names)).toEqual([])
  expect(didYouMean(['push', 'run', 'list'])).toBe(' Did you mean "push", "run" or "list"?')
})
