import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { lastLineOf } from './last-line.ts'

const line = (fields: Partial<Push>) => {
  const { kind, words } = lastLineOf({ iden: 'p', active: true, created: 1, modified: 1, ...fields })
  return `${kind}: ${words}`
}

test('a list tells what a push is and its first words', () => {
  expect(line({ body: 'See you\n\n at nine ' })).toBe('note: See you at nine')
  expect(line({ type: 'note', title: 'Shopping', body: 'Milk' })).toBe('note: Shopping Milk')
  expect(line({ body: '> **Milk** or `oat_milk`?' })).toBe('note: Milk or oat_milk?')
  expect(line({ type: 'link', url: 'https://www.example.org/a' })).toBe('link: example.org/a')
  expect(line({ type: 'link', url: 'https://example.org/a', title: 'Venue plan' })).toBe('link: Venue plan')
  expect(line({ type: 'file', file_name: 'plan.pdf', file_type: 'application/pdf' })).toBe('file: plan.pdf')
  expect(line({ type: 'file', file_name: 'beach.jpg', file_type: 'image/jpeg' })).toBe('picture: beach.jpg')
  expect(line({ type: 'file', file_name: 'beach.jpg', image_url: 'https://x.org/b', body: 'Look' })).toBe('picture: Look')
  const voice = { type: 'file', file_name: 'a.webm', file_type: 'audio/webm', duration: 18.4, peaks: '0'.repeat(40) } as const
  expect(line(voice)).toBe('voice: Voice message, 0:18')
  expect(line({ ...voice, body: 'Listen' })).toBe('voice: Voice message, 0:18 Listen')
  expect(line({ type: 'list', body: 'Milk\nBread' })).toBe('list: Milk, Bread')
  expect(line({ type: 'address', name: 'Café', address: '1 Main Street' })).toBe('address: Café 1 Main Street')
  expect(line({ body: 'x'.repeat(100_000) })).toBe(`note: ${'x'.repeat(200)}…`)
})
