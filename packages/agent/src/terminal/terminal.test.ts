import { afterEach, expect, test, vi } from 'vitest'
import { formatSize, json, openProgress, plain, styled } from './terminal.ts'

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

test('JSON keeps every character and escapes control characters', () => {
  const text = `${esc}[31m${bell}\u009b2J\u007f\u2028\u202e世界`
  expect(json({ text })).toMatch(/^[^\p{Cc}\u2028\u202e]+$/u)
  expect(JSON.parse(json({ text }))).toEqual({ text })
})

test('colours can be switched off', () => {
  vi.stubEnv('NO_COLOR', '')
  vi.stubEnv('TERM', 'xterm')
  vi.stubEnv('FORCE_COLOR', '1')
  process.stdout.isTTY = false
  expect(styled('bold', 'x')).toBe('x')
  process.stdout.isTTY = true
  expect(styled('bold', 'x')).toBe(`${esc}[1mx${esc}[22m`)
  vi.stubEnv('NO_COLOR', '1')
  expect(styled('bold', 'x')).toBe('x')
})

test('progress is printed every few seconds, and not for short tasks', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  let time = 0
  const progress = openProgress('garden.mp4', 8_400_000, () => time)
  progress.to(0.1)
  time = 2_900
  progress.to(0.3)
  time = 3_100
  progress.to(0.456)
  time = 3_200
  progress.to(0.5)
  time = 6_200
  progress.to(0.999)
  progress.waits(true)
  progress.end()
  expect(written.mock.calls.map(([line]) => line)).toEqual([
    'garden.mp4: 45 % of 8.4 MB\n',
    'garden.mp4: 99 % of 8.4 MB\n',
    'garden.mp4: waiting for the server\n',
  ])
})

test('sizes are formatted with a unit', () => {
  expect([0, 999, 1_000, 8_449, 25 * 2 ** 20, 3.5e9].map(formatSize)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 kB',
    '8.4 kB',
    '26.2 MB',
    '3.5 GB',
  ])
})
