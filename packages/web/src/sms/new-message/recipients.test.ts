import type { Suggestion } from '@waypost/client'
import { describe, expect, it } from 'vitest'
import { findRecipients, looksLikeNumber } from './recipients.ts'

const book = [
  { name: 'Ánna Bell', phone: '+1 555 010 0101', phone_type: 'mobile' },
  { name: 'Bob Anders', phone: '5550100102' },
  { phone: '+49 30 1234' },
]
const people: Suggestion[] = [{ key: 'ann@example.org', type: 'person', name: 'Ann', email: 'ann@example.org' }]
const names = (typed: string, among: readonly Suggestion[] = []) => findRecipients(typed, book, among, []).map(({ name }) => name)

describe('recipients', () => {
  it('TEXT-007 are found by the beginning of a word of their name, accents and case ignored', () => {
    expect(names('an')).toEqual(['Ánna Bell', 'Bob Anders'])
    expect(findRecipients('an', book.toReversed(), [], []).map(({ name }) => name)).toEqual(['Ánna Bell', 'Bob Anders'])
    expect(names('ND')).toEqual([])
    expect(names('  ', people)).toEqual([])
  })

  it('PICK-016 (deviates) TEXT-007 are found by a part of their number, and a number that nobody has is itself one', () => {
    expect(names('0102')).toEqual(['Bob Anders', '0102'])
    expect(names('(555) 010-0102')).toEqual(['Bob Anders'])
    expect(names('x0102')).toEqual([])
    expect(names('+49 30')).toEqual(['+49 30 1234', '+49 30'])
    expect(['12', '123', '+1 (555) 010', '12ab', 'ann'].map(looksLikeNumber)).toEqual([false, true, true, false, false])
  })

  it('TEXT-007 come with those whom the account knows, each once and none that is picked', () => {
    expect(names('an', people)).toEqual(['Ánna Bell', 'Bob Anders', 'Ann'])
    const own = { key: 'b', type: 'person', name: 'b@example.org', email: 'b@example.org', image_url: '/b.png' } as const
    const inName = { start: 0, end: 2 }
    expect(findRecipients('bell', book, [own, { ...people[0], inName } as Suggestion], [])).toEqual([
      {
        key: 'book:+1 555 010 0101',
        name: 'Ánna Bell',
        address: '+1 555 010 0101',
        line: '+1 555 010 0101 · mobile',
        inName: { start: 5, end: 9 },
      },
      { key: 'b', name: 'b@example.org', address: 'b@example.org', image_url: '/b.png' },
      { key: 'ann@example.org', name: 'Ann', address: 'ann@example.org', line: 'ann@example.org', inName },
    ])
    const picked = findRecipients('bell', book, [], [])
    expect(findRecipients('an', [...book, ...book], people, picked).map(({ name }) => name)).toEqual(['Bob Anders', 'Ann'])
  })
})
