import { expect, test } from 'vitest'
import { isEmpty, queryLimits, readQuery, withinLimits } from './query.ts'

const read = (text: string) => readQuery(text, { at: 0, zone: 0 })

test('a query that is too long is cut, and the query says so', () => {
  const numbers = (count: number, of: string) => Array.from({ length: count }, (_, at) => `${of}${at}`)
  for (const text of [
    numbers(queryLimits.phrases + 1, 'w').join(' '),
    numbers(queryLimits.words + 1, '').join('.'),
    `"${numbers(queryLimits.words + 1, '').join(' ')}"`,
    numbers(queryLimits.values + 1, 'in:w').join(' '),
    `from:"${numbers(60, '').join(' ')}" to:"${numbers(60, '').join(' ')}"`,
    'x'.repeat(queryLimits.length + 1),
  ]) {
    expect([text, read(text).isCut]).toEqual([text, true])
    const short = withinLimits(text)
    expect([text, read(short).isCut, text.startsWith(short)]).toEqual([text, undefined, true])
    expect(isEmpty(read(short))).toBe(false)
  }
  for (const text of ['', 'a b', numbers(queryLimits.phrases, 'w').join(' '), 'a '.repeat(400)])
    expect(withinLimits(text)).toBe(text)
})
