import { expect, test } from 'vitest'
import { wayOf } from './way.ts'

const both = { phone: true, server: true }
const away = { phone: false, server: true }
const neither = { phone: false, server: false }
const text = { addresses: ['+15550100'], message: 'hello', hasPicture: false, isEncrypted: false }

const cases: [what: string, given: Partial<typeof text>, reach: typeof both, way: 'phone' | 'server'][] = [
  ['a text while both answer', {}, both, 'phone'],
  ['a text while only the phone answers', {}, { phone: true, server: false }, 'phone'],
  ['a text while only the server reaches it', {}, away, 'server'],
  ['a text while both are away', {}, neither, 'phone'],
  ['a picture while the phone is away', { hasPicture: true, message: '' }, away, 'phone'],
  ['a picture with words while the phone is away', { hasPicture: true }, away, 'phone'],
  ['a text to a group while the phone is away', { addresses: ['+15550100', '+15550101'] }, away, 'phone'],
  ['a text to an email address while the phone is away', { addresses: ['ana@example.org'] }, away, 'phone'],
  ['a text with an end-to-end password while the phone is away', { isEncrypted: true }, away, 'phone'],
  ['the longest text that the server passes on', { message: 'x'.repeat(10_000) }, away, 'server'],
  ['a longer one', { message: 'x'.repeat(10_001) }, away, 'phone'],
  ['a number that the server refuses', { addresses: ['1'.repeat(101)] }, away, 'phone'],
  ['a text to the name of a service', { addresses: ['DHL'] }, away, 'server'],
]

test.each(cases)('%s', (_what, given, reach, way) => {
  expect(wayOf({ ...text, ...given }, reach)).toBe(way)
})
