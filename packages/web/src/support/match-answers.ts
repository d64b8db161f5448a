import type { SupportAnswers } from '@waypost/protocol'

/** Answers are suggested for messages of this length or more. */
export const answersFrom = 30
const answersShown = 3

const forWord = 1
const forPhrase = 3

type SuggestedAnswer = SupportAnswers[number]

/** The answers that match a message best, best first; equal matches in the order of the file. */
export function answersTo(message: string, answers: SupportAnswers): SuggestedAnswer[] {
  if (message.trim().length < answersFrom) return []
  const words = message.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const phrases = words.slice(1).map((word, index) => `${words[index]} ${word}`)
  // A repeated word counts once.
  const found = new Map([
    ...words.map((word): [string, number] => [word, forWord]),
    ...phrases.map((phrase): [string, number] => [phrase, forPhrase]),
  ])
  return answers
    .map((guess) => ({ guess, score: scoreOf(guess, found) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, answersShown)
    .map(({ guess }) => guess)
}

const scoreOf = ({ tags }: SuggestedAnswer, found: ReadonlyMap<string, number>): number =>
  [...new Set(tags.map((tag) => tag.toLowerCase()))].reduce((sum, tag) => sum + (found.get(tag) ?? 0), 0)
