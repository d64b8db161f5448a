import { expect, test } from 'vitest'
import { isSameText, ToldTexts } from './same-text.ts'

const text = { address: '+49 170 1234567', body: 'hello', timestamp: 1_000_000 }

const cases: [what: string, other: Partial<typeof text>, isSame: boolean][] = [
  ['itself', {}, true],
  ['the same number in its national form', { address: '0170 1234567' }, true],
  ['two minutes later', { timestamp: 1_000_120 }, true],
  ['two minutes earlier', { timestamp: 999_880 }, true],
  ['more than two minutes later', { timestamp: 1_000_121 }, false],
  ['other words', { body: 'hello!' }, false],
  ['the same words with space around them', { body: ' hello\n' }, true],
  ['another number', { address: '+49 170 1234568' }, false],
  ['the name of a service', { address: 'DHL' }, false],
]

test.each(cases)('%s', (_what, other, isSame) => {
  expect(isSameText(text, { ...text, ...other })).toBe(isSame)
})

test('a service is compared by its name, in any case', () => {
  expect(isSameText({ ...text, address: 'DHL' }, { ...text, address: 'dhl ' })).toBe(true)
})

test('a text is told of once, by whichever device is first', () => {
  const told = new ToldTexts()
  expect(told.isAgain({ ...text, device: 'gateway' }, 'paired')).toBe(false)
  expect(told.isAgain({ ...text, device: 'paired' }, 'gateway')).toBe(true)
})

test('two texts with the same words are two', () => {
  const told = new ToldTexts()
  const all = ['gateway', 'gateway', 'paired', 'paired', 'paired'].map((device) =>
    told.isAgain({ ...text, device }, device === 'paired' ? 'gateway' : 'paired'),
  )
  expect(all).toEqual([false, false, true, true, false])
})

test('texts of devices that are not the same phone are all told of', () => {
  const told = new ToldTexts()
  expect(told.isAgain({ ...text, device: 'gateway' }, undefined)).toBe(false)
  expect(told.isAgain({ ...text, device: 'tablet' }, undefined)).toBe(false)
})

test('the last 100 texts are remembered', () => {
  const told = new ToldTexts()
  for (let index = 0; index < 101; index++) told.isAgain({ ...text, body: `${index}`, device: 'gateway' }, 'paired')
  expect(told.isAgain({ ...text, body: '0', device: 'paired' }, 'gateway')).toBe(false)
  expect(told.isAgain({ ...text, body: '100', device: 'paired' }, 'gateway')).toBe(true)
})

test('of long texts the beginning is compared, as reports are cut', () => {
  const body = 'x'.repeat(2_000)
  expect(isSameText({ ...text, body }, { ...text, body: `${body} and more` })).toBe(true)
})
