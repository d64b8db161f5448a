import { expect, test } from 'vitest'
import { matchingEntries, type PaletteEntry } from './palette-entries.ts'

const entry = (name: string, line = '', more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  key: name,
  name,
  line,
  run() {},
  ...more,
})

const entries = [
  entry('Go to Settings', 'Action'),
  entry('Settings: Encryption', 'Settings'),
  entry('Zoë Ångström', 'People', { also: 'zoe@example.org' }),
  entry('Send to Zoë Ångström', 'People', { asked: true }),
]
const found = (typed: string) => matchingEntries(entries, typed).map(({ name }) => name)

test('the palette finds by the beginnings of words, without case and accents, the beginning of a name first', () => {
  expect(found('sett')).toEqual(['Settings: Encryption', 'Go to Settings'])
  expect(found('SE en')).toEqual(['Settings: Encryption'])
  expect(found('zoe ang')).toEqual(['Zoë Ångström', 'Send to Zoë Ångström'])
  expect(found('send zo')).toEqual(['Send to Zoë Ångström'])
  expect(found('example')).toEqual(['Zoë Ångström'])
  expect(found('people zo')).toEqual(['Zoë Ångström', 'Send to Zoë Ångström'])
  expect(found('ettings')).toEqual([])
})

test('without typed words it offers what needs none, and never more than a list can show', () => {
  expect(found(' ')).toEqual(['Go to Settings', 'Settings: Encryption', 'Zoë Ångström'])
  const many = Array.from({ length: 300 }, (_, index) => entry(`Person ${index}`))
  expect(matchingEntries(many, 'per')).toHaveLength(50)
})
