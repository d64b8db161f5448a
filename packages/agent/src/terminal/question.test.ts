import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askHidden, askOnTerminal } from './question.ts'

async function answerTo(keys: string) {
  const terminal = { isTTY: true, columns: 80, setRawMode() {} }
  const input = Object.assign(new PassThrough(), terminal)
  const output = Object.assign(new PassThrough(), terminal)
  const asked = askOnTerminal('Send it? ', { input, output })
  input.write(keys)
  const answer = await asked
  return { answer, shown: String(output.read()) }
}

test('a line is the answer', async () => {
  expect(await answerTo(' yes \r')).toMatchObject({ answer: 'yes', shown: expect.stringContaining('Send it? ') })
  expect(await answerTo('\r')).toMatchObject({ answer: '' })
})

test.each([
  ['Ctrl+D', '\u0004'],
  ['Ctrl+C', '\u0003'],
  ['Ctrl+D after a deleted letter', 'y\u007f\u0004'],
])('%s ends the question, and what follows begins a line of its own', async (_name, keys) => {
  const { answer, shown } = await answerTo(keys)
  expect(answer).toBeUndefined()
  expect(shown).toMatch(/\n$/)
})

test('the end of a pipe ends the question', async () => {
  const input = new PassThrough()
  const asked = askOnTerminal('Send it? ', { input, output: new PassThrough() })
  input.end()
  expect(await asked).toBeUndefined()
})

test.each([
  ['secret\r', 'secret'],
  ['secrex\u007ft\u0004', 'secret'],
  ['wrong\u0015secret\n', 'secret'],
  ['\r', ''],
  ['\u0004', undefined],
  ['se\u0003', undefined],
])('a hidden question is answered by %j with %j, and shows nothing of it', async (keys, expected) => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {} }) as unknown as NodeJS.ReadStream
  const output = new PassThrough()
  const asked = askHidden('Password: ', { input, output })
  input.push(keys)
  expect(await asked).toBe(expected)
  expect(String(output.read())).toBe('Password: \n')
})
