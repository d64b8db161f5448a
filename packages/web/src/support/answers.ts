import type { SupportAnswers } from '@waypost/protocol'

/** From how many characters of a message on answers are looked for. */
export const answersFrom = 30
/** How many are shown. */
export const answersShown = 3

const forWord = 1
const forPhrase = 3

type Guess = SupportAnswers[number]

/** The answers that fit a message best, the best first; those that fit alike in the order of the file. */
export function answersTo(message: string, guesses: SupportAnswers): Guess[] {
  if (message.trim().length < answersFrom) return []
  const words = message.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const phrases = words.slice(1).map((word, index) => `${words[index]} ${word}`)
  // Said twice it is no more to the point.
  const said = new Map([
    ...words.map((word): [string, number] => [word, forWord]),
    ...phrases.map((phrase): [string, number] => [phrase, forPhrase]),
  ])
  return guesses
    .map((guess) => ({ guess, score: scoreOf(guess, said) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, answersShown)
    .map(({ guess }) => guess)
}

const scoreOf = ({ tags }: Guess, said: ReadonlyMap<string, number>): number =>
  [...new Set(tags.map((tag) => tag.toLowerCase()))].reduce((sum, tag) => sum + (said.get(tag) ?? 0), 0)
