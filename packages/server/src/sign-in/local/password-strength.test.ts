import { expect, test } from 'vitest'
import { expectLinear } from '../../../../../scripts/tests/growth.ts'
import { checkPassword, isCommon, isOwnWords, isPattern } from './password-strength.ts'

const mira = { email: 'mira.lind@example.org', name: 'Mira Lind' }

test('the words of a person are no password, with whatever digits and signs', () => {
  for (const own of ['mira.lind@example.org', 'Mira1234', 'LIND-mira-2024', 'example.org!', 'miralind99', 'mira.mira.mira'])
    expect([own, isOwnWords(own, mira)]).toEqual([own, true])
  for (const other of ['mira likes blue tea', 'zebra lamp river', '1234567890', ''])
    expect([other, isOwnWords(other, mira)]).toEqual([other, false])
})

test('a person without a name, or with one of a single letter, loses no other password by it', () => {
  expect(isOwnWords('anything else', { email: 'a@b.c', name: null })).toBe(false)
  expect(isOwnWords('bananas everywhere', { email: 'a@example.org', name: 'B' })).toBe(false)
})

test('repetitions and rows of characters are patterns', () => {
  for (const pattern of ['aaaaaaaa', 'abababab', 'xyz1xyz1xyz1', 'abcdefgh', '87654321', 'STUVWXYZ'])
    expect([pattern, isPattern(pattern)]).toEqual([pattern, true])
  for (const other of ['abcdefgx', 'correct horse', 'acegikmo']) expect([other, isPattern(other)]).toEqual([other, false])
})

test('a listed password is common with capitals, digits for letters, a year, signs, and written twice', () => {
  const common = new Set(['sunshine', 'password', '1q2w3e4r'])
  for (const variant of [
    'sunshine',
    'SunShine',
    'sunshine2024',
    '!sunshine!',
    'p@ssw0rd',
    'P455word1',
    'passwordpassword',
    '1q2w3e4r',
  ])
    expect([variant, isCommon(variant, common)]).toEqual([variant, true])
  for (const other of ['sunshine in may', 'sunshine8391736', 'another password', '48205716'])
    expect([other, isCommon(other, common)]).toEqual([other, false])
})

test('the refusal names the field and says what to do', async () => {
  await expect(checkPassword('Sunshine2024', mira)).rejects.toMatchObject({ code: 'password_weak', param: 'password' })
  await expect(checkPassword('qwertyuiop', mira, 'new_password')).rejects.toMatchObject({
    param: 'new_password',
    message:
      'Many people use this password, so attackers try it first. Use a few unrelated words, or let a password manager make one.',
  })
  await checkPassword('correct horse battery', mira)
})

test('a password is checked in linear time', () => {
  const common = new Set(['password'])
  const longest = 8_000
  const passwords: Record<string, (size: number) => string> = {
    'words of the person': (size) => 'mira'.repeat(size / 4),
    'digits for letters': (size) => 'p4$$w0rd'.repeat(size / 8),
    signs: (size) => '!'.repeat(size).concat('a'),
    'a pattern with an end': (size) => 'ab'.repeat(size / 2).concat('xy'),
  }
  for (const [what, make] of Object.entries(passwords))
    expectLinear(what, longest, make, (password) => [isOwnWords(password, mira), isPattern(password), isCommon(password, common)])
})
