import { expect, test } from 'vitest'
import { addressKey, isSameAddress, readNumber } from './number.ts'

test('TEXT-001 spaces and punctuation are removed from numbers', () => {
  const same = { '+49 (0)171/555-0100': '+491715550100', '0049 171 5550100': '+491715550100', 'tel:+1-555-0100': '+15550100' }
  for (const [written, number] of Object.entries({ ...same, ' 555.0100 ': '5550100', '(555) 0100': '5550100', '40404': '40404' }))
    expect(readNumber(written)).toBe(number)
  expect(readNumber('0171 5550100', '+49')).toBe('+491715550100')
  expect(readNumber('110', '+49')).toBe('110')
  expect(readNumber('+44 20 5550100', '+49')).toBe('+44205550100')
})

test('TEXT-001 text that is not a number is refused', () => {
  const wrong = [
    '',
    '1',
    'Ana',
    '*#06#',
    '+',
    '1'.repeat(16),
    '555-0100;reboot',
    '-c',
    '555 0100 ext 3',
    '+1 555\n0100x',
    '++15550100',
  ]
  for (const text of wrong) expect(readNumber(text)).toBeUndefined()
})

test('GAP-068 one person has one conversation, with and without the country code', () => {
  const pairs = [
    ['+49 171 5550100', '0171 5550100'],
    ['+1 555 555 0100', '555-555-0100'],
    ['001 555 555 0100', '+15555550100'],
    ['Vodafone', 'VODAFONE '],
  ]
  for (const [one = '', other = ''] of pairs)
    expect([one, isSameAddress(addressKey(one), addressKey(other))]).toEqual([one, true])
  const others = [
    ['+491715550100', '+441715550100'],
    ['5550100', '5550101'],
    ['0100', '+15550100'],
    ['Vodafone', '+15550100'],
  ]
  for (const [one = '', other = ''] of others)
    expect([one, isSameAddress(addressKey(one), addressKey(other))]).toEqual([one, false])
})
