import { expect, test } from 'vitest'
import { answerTo } from './answers.ts'

test('Ben has six answers, chosen by the words of a message, and takes a file without words for a picture', () => {
  const said = (body: string) => answerTo({ type: 'note', body })
  const all = ['Thanks a lot', 'When do we start?', 'Where is it?', 'A new photo', 'Hello Ben', 'I bought a kettle'].map(said)
  expect(new Set(all).size).toBe(6)
  expect(said('whenever')).toBe(said('I bought a kettle'))
  expect(answerTo({ type: 'file' })).toBe(said('What a view!'))
})
