import * as v from 'valibot'
import { expect, test } from 'vitest'
import { displayName, email, flag, guid, iden, isBlank, number, plainName, stamp, text } from './field.ts'

test('a name loses control characters and those that change the direction of text, and stays on one line', () => {
  const names: [string, string][] = [
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['\u2066Ana\u2069 \u200fLima\u200e', 'Ana Lima'],
    ['a\u0000\u0007\u001b[31mb\u009b\u061c', 'a[31mb'],
    ['one\r\ntwo\tthree\u2028four\u0085five', 'one two three four five'],
    // Zero-width characters join emoji families, and Persian words need them.
    ['👨\u200d👩\u200d👧 می\u200cخواهم', '👨\u200d👩\u200d👧 می\u200cخواهم'],
  ]
  for (const [sent, kept] of names) expect(plainName(sent)).toBe(kept)
  expect(v.parse(displayName, '\u202eAna')).toBe('Ana')
  expect(v.safeParse(displayName, 'a\0').success).toBe(false)
})

test('a text of which nothing is visible is blank', () => {
  for (const text of [
    '',
    ' \n\t',
    '\u3164',
    '\u200b\u2060',
    '\u115f\uffa0',
    '\u2800',
    '\u{e0020}',
    '\ufeff\u00ad\u202e',
    '\u{1d159}',
    '\u{13441}',
  ])
    expect(isBlank(text), escape(text)).toBe(true)
  for (const text of ['.', 'ㅤa', '\u{1f600}', '\u200dא', '0']) expect(isBlank(text), text).toBe(false)
  expect([plainName('\u3164'), plainName(' \u200b')]).toEqual(['', ''])
})

const accepted = (value: string) => v.safeParse(number, value).output

test('API-009 a number may be written in every usual way', () => {
  expect(['12', '+12', ' 12', '-12', '1.', '1.5', '.5', '1e3', '1.5E-3', '1e+3'].map(accepted)).toEqual([
    ...[12, 12, 12, -12, 1, 1.5, 0.5, 1_000, 0.0015, 1_000],
  ])
  for (const wrong of ['', ' ', '.', 'e3', '1e', '1.5.5', '0x10', '1,5', '--1', '1e999'])
    expect(v.is(number, wrong), wrong).toBe(false)
})

test('API-009 the time to read a field grows with its length only', () => {
  const length = 400_000
  const texts = ['9', '9.', '.', ' ', '1e', 'a@', 'a', 'a.', '\0', '~'].flatMap((unit) => {
    const long = unit.repeat(length / unit.length)
    return [long, `${long}x`, `${long}!`, `1${long}\n`]
  })
  // In quadratic time, one of them would take minutes.
  for (const field of [number, stamp, flag, iden, guid, email, text(100), text(length * 2)])
    for (const each of texts) v.safeParse(field, each)
})
