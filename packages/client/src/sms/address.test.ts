import { expect, test } from 'vitest'
import { bareAddress, sameAddress } from './address.ts'

test('numbers match in any notation, and short ones only exactly', () => {
  const typed = ['+1 (555) 010-0112', '1.555.010.0112', ' 15550100112 ', '+1/555/0100112']
  expect(new Set(typed.map(bareAddress)).size).toBe(1)
  expect(bareAddress('Mira.L@Example.org')).toBe('mira.l@example.org')
  expect(sameAddress('5550100112', typed[0] as string)).toBe(true)
  expect(sameAddress('112', '15550100112')).toBe(false)
})
