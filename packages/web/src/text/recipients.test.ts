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
    expect(names('ND')).toEqual([])
    expect(names('  ')).toEqual([])
  })

  it('PICK-016 (deviates) TEXT-007 are found by a part of their number, and a number that nobody has is itself one', () => {
    expect(names('0102')).toEqual(['Bob Anders', '0102'])
    expect(names('(555) 010-0102')).toEqual(['Bob Anders'])
    expect(names('+49 30')).toEqual(['+49 30 1234', '+49 30'])
    expect(['12', '123', '+1 (555) 010', '12ab', 'ann'].map(looksLikeNumber)).toEqual([false, true, true, false, false])
  })

  it('TEXT-007 come with those whom the account knows, each once and none that is picked', () => {
    expect(names('an', people)).toEqual(['Ánna Bell', 'Bob Anders', 'Ann'])
    const picked = findRecipients('bell', book, [], [])
    expect(findRecipients('an', [...book, ...book], people, picked).map(({ name }) => name)).toEqual(['Bob Anders', 'Ann'])
  })
})
