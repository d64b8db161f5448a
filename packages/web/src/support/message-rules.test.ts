import { expect, it } from 'vitest'
import { signedBy, stillShort, wrongIn } from './message-rules.ts'

const message = { name: 'Ana', email: 'ana@example.org', text: 'x'.repeat(50) }

it('SUPPORT-010 SUPPORT-012 GAP-092 50 characters are enough to send; a text that was too short is so until there are more', () => {
  expect(wrongIn(message)).toEqual([])
  expect(wrongIn({ ...message, text: 'x'.repeat(49) })).toEqual(['text'])
  expect(wrongIn({ ...message, text: ` ${'x'.repeat(49)} ` })).toEqual(['text'])
  expect([stillShort('x'.repeat(50)), stillShort('x'.repeat(51))]).toEqual([true, false])
})

it('SUPPORT-002 an answer needs an address to go to', () => {
  for (const email of ['', 'ana', 'ana @example.org']) expect(wrongIn({ ...message, email })).toEqual(['email'])
  expect(wrongIn({ name: '', email: '', text: '' })).toEqual(['email', 'text'])
})

it('SUPPORT-005 a message is signed with the name, or with the address where there is none', () => {
  expect(signedBy(message)).toBe('Ana')
  expect(signedBy({ ...message, name: ' ' })).toBe('ana@example.org')
  expect(signedBy({ ...message, name: 'x'.repeat(2_000) })).toHaveLength(200)
})
