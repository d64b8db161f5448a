import { expect, test } from 'vitest'
import { channel, device, followed, me, person } from '../../targets/test-targets.ts'
import { defaultSuggestion, readTyped, suggestionsFor } from './omnibox-words.ts'

const targets = [me, person('Ana Reyes'), person('Anatol'), device('d1', "Ben's Phone"), followed('ana-news'), channel('soups')]
const offered = (text: string) => suggestionsFor(text, targets).map(({ description }) => description)

test('words are for oneself unless they begin with a name', () => {
  expect(readTyped(' buy milk ')).toEqual({ to: { section: 'people', key: 'me' }, words: 'buy milk' })
  expect(defaultSuggestion('buy milk')).toBe('Send to all your devices: buy milk')
  expect(defaultSuggestion(' ')).toBe('Type a message for your devices, or a name and a message')
  expect(offered('buy milk')).toEqual([])
})

test('a name, or the beginning of one, suggests whom to send the rest to', () => {
  expect(offered('ana hello  there')).toEqual(['Send to Ana Reyes: hello there', 'Send to Anatol: hello there'])
  expect(offered('reyes hello')).toEqual(['Send to Ana Reyes: hello'])
  expect(offered('ana reyes hello')).toEqual(['Send to Ana Reyes: hello', 'Send to Anatol: reyes hello'])
  expect(offered("BEN'S phone hello")).toEqual(["Send to Ben's Phone: hello"])
  expect(offered('anatol@example.org hello')).toEqual(['Send to Anatol: hello'])
  expect(offered('soups are good')).toEqual(['Send to soups: are good'])
  expect(offered('ana')).toEqual([])
})

test('what is chosen is read as it was meant, also where a key has spaces', () => {
  for (const target of [person('Ana'), device('d1', 'Phone'), person('Odd', { key: 'a b%@example.org' })]) {
    const [chosen] = suggestionsFor(`${target.name} hello  there`, [target])
    expect(readTyped(chosen?.content ?? '')).toMatchObject({ to: { key: target.key }, words: 'hello there' })
  }
  expect(suggestionsFor('ana hi', targets)[0]?.content).toBe('@people/ana.reyes@example.org hi')
})

test('words that only look like a chosen suggestion are words', () => {
  for (const text of ['@ana hello', '@people/ hello', '@people/ana@example.org', '@% x'])
    expect(readTyped(text)).toEqual({ to: { section: 'people', key: 'me' }, words: text })
})

test('there are few suggestions, with short descriptions', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => person(`Ana ${at} ${'x'.repeat(10_000)}`))
  const found = suggestionsFor(`ana ${'y'.repeat(10_000)}`, many)
  expect(found).toHaveLength(6)
  expect(Math.max(...found.map(({ description }) => description.length))).toBeLessThan(140)
})
