import { afterEach, expect, test, vi } from 'vitest'
import { json, paint, plain } from './terminal.ts'

const { isTTY } = process.stdout
afterEach(() => {
  process.stdout.isTTY = isTTY
})

const esc = String.fromCharCode(27)
const bell = String.fromCharCode(7)

test.each([
  ['a colour', `${esc}[31mred${esc}[0m`, 'red'],
  ['a window title', `${esc}]0;title${bell}text`, 'text'],
  ['an escape sequence that does not end', `${esc}[`, '['],
  ['a sequence of the second half', `${String.fromCharCode(0x9b)}2Jtext`, 'text'],
  ['a bell, a backspace and a delete', `a${bell}\bb${String.fromCharCode(127)}c`, 'abc'],
  ['lines', 'one\r\ntwo\n\nthree\tfour\u2028five', 'one two three four five'],
  ['text that turns around', 'exe.\u202efdp', 'exe.fdp'],
  ['any language', 'Grüße, 世界 👋🏽', 'Grüße, 世界 👋🏽'],
])('%s is made harmless', (_, text, shown) => {
  expect(plain(text)).toBe(shown)
})

test('JSON carries every character and shows none that controls', () => {
  const text = `${esc}[31m${bell}\u009b2J\u007f\u2028\u202e世界`
  expect(json({ text })).toMatch(/^[^\p{Cc}\u2028\u202e]+$/u)
  expect(JSON.parse(json({ text }))).toEqual({ text })
})

test('colours are for terminals whose owner wants them', () => {
  vi.stubEnv('NO_COLOR', '')
  vi.stubEnv('TERM', 'xterm')
  vi.stubEnv('FORCE_COLOR', '1')
  process.stdout.isTTY = false
  expect(paint('bold', 'x')).toBe('x')
  process.stdout.isTTY = true
  expect(paint('bold', 'x')).toBe(`${esc}[1mx${esc}[22m`)
  vi.stubEnv('NO_COLOR', '1')
  expect(paint('bold', 'x')).toBe('x')
})
