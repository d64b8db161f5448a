import { check } from '@waypost/client/ground/objects'
import { SupportAnswers } from '@waypost/protocol'
import { expect, it } from 'vitest'
import shipped from '../../public/img/support/support.json' with { type: 'json' }
import { answersTo } from './match-answers.ts'

const guess = (name: string, ...tags: string[]) => ({ name, tags, body: '' })
const named = (message: string, answers: SupportAnswers) => answersTo(message, answers).map(({ name }) => name)

it('SUPPORT-013 answers are looked for from 30 characters on', () => {
  const answers = [guess('files', 'file')]
  expect(named('My file does not get up, why?', answers)).toEqual([])
  expect('My file does not get up, why?').toHaveLength(29)
  expect(named('My file does not get up, why??', answers)).toEqual(['files'])
  expect(named(`file${' '.repeat(40)}`, answers)).toEqual([])
})

it('SUPPORT-014 a word counts 1, two words in a row count 3', () => {
  const message = 'Why does my text message not arrive at the other phone?'
  const answers = [
    guess('two words', 'my', 'phone'),
    guess('a phrase', 'Text Message'),
    guess('a phrase and a word', 'text message', 'phone'),
    guess('no phrase', 'message text', 'texts', 'arrives'),
    guess('part of a word', 'pho'),
  ]
  expect(named(message, answers)).toEqual(['a phrase and a word', 'a phrase', 'two words'])
  expect(named('phone phone phone phone phone my', [guess('once', 'phone'), guess('both', 'phone', 'my')])).toEqual([
    'both',
    'once',
  ])
})

it('SUPPORT-015 the three best are shown, the earlier one first where two fit alike', () => {
  const message = 'one two three four five six seven eight'
  const answers = [guess('a', 'one'), guess('b', 'two'), guess('c', 'three', 'five'), guess('d', 'four')]
  expect(named(message, answers)).toEqual(['c', 'a', 'b'])
})

it('API-112 GAP-057 the shipped answers are well-formed, and each can be found', () => {
  const read = check<SupportAnswers>(SupportAnswers, shipped)
  const answers = 'wrong' in read ? [] : read.value
  expect(answers).toHaveLength(shipped.length)
  for (const { name, tags } of answers) {
    expect(tags.length).toBeGreaterThan(0)
    expect(named(`${tags.join(' . ')} ${'-'.repeat(30)}`, answers)).toContain(name)
  }
})
