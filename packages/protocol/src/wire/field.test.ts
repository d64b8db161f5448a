import * as v from 'valibot'
import { expect, test } from 'vitest'
import { displayName, plainName } from './field.ts'

test('a name loses control characters and those that change the direction of text, and stays on one line', () => {
  const names: [string, string][] = [
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['\u2066Ana\u2069 \u200fLima\u200e', 'Ana Lima'],
    ['a\u0000\u0007\u001b[31mb\u009b\u061c', 'a[31mb'],
    ['one\r\ntwo\tthree\u2028four\u0085five', 'one two three four five'],
    // A family is joined by characters of no width, and Persian words need them.
    ['👨\u200d👩\u200d👧 می\u200cخواهم', '👨\u200d👩\u200d👧 می\u200cخواهم'],
  ]
  for (const [sent, kept] of names) expect(plainName(sent)).toBe(kept)
  expect(v.parse(displayName, '\u202eAna')).toBe('Ana')
  expect(v.safeParse(displayName, 'a\0').success).toBe(false)
})
