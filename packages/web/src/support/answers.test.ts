import { check } from '@waypost/client/sync/objects'
import { SupportAnswers } from '@waypost/protocol'
import { expect, it } from 'vitest'
import shipped from '../../public/img/support/support.json' with { type: 'json' }
import { answersTo } from './answers.ts'

const guess = (name: string, ...tags: string[]) => ({ name, tags, body: '' })
const named = (message: string, guesses: SupportAnswers) => answersTo(message, guesses).map(({ name }) => name)

it('SUPPORT-013 answers are looked for from 30 characters on', () => {
  const guesses = [guess('files', 'file')]
  expect(named('My file does not get up, why?', guesses)).toEqual([])
  expect('My file does not get up, why?').toHaveLength(29)
  expect(named('My file does not get up, why??', guesses)).toEqual(['files'])
  expect(named(`file${' '.repeat(40)}`, guesses)).toEqual([])
})

it('SUPPORT-014 a word counts 1, two words in a row count 3', () => {
  const message = 'Why does my text message not arrive at the other phone?'
  const guesses = [
    guess('two words', 'my', 'phone'),
    guess('a phrase', 'Text Message'),
    guess('a phrase and a word', 'text message', 'phone'),
    guess('no phrase', 'message text', 'texts', 'arrives'),
    guess('part of a word', 'pho'),
  ]
  expect(named(message, guesses)).toEqual(['a phrase and a word', 'a phrase', 'two words'])
  expect(named('phone phone phone phone phone my', [guess('once', 'phone'), guess('both', 'phone', 'my')])).toEqual([
    'both',
    'once',
  ])
})

it('SUPPORT-015 the three best are shown, the earlier one first where two fit alike', () => {
  const message = 'one two three four five six seven eight'
  const guesses = [guess('a', 'one'), guess('b', 'two'), guess('c', 'three', 'five'), guess('d', 'four')]
  expect(named(message, guesses)).toEqual(['c', 'a', 'b'])
})

it('API-112 GAP-057 the answers that are shipped are what they should be, and each can be found', () => {
  const read = check<SupportAnswers>(SupportAnswers, shipped)
  const guesses = 'wrong' in read ? [] : read.value
  expect(guesses).toHaveLength(shipped.length)
  for (const { name, tags } of guesses) {
    expect(tags.length).toBeGreaterThan(0)
    expect(named(`${tags.join(' . ')} ${'-'.repeat(30)}`, guesses)).toContain(name)
  }
})
