import { describe, expect, it } from 'vitest'
import { lineOfThread, nameOfThread, shortTime, smsTime } from './text-labels.ts'

const at = (text: string) => new Date(text).getTime()
const now = at('2026-03-11T15:30:00')

describe('times of texts', () => {
  it('TEXT-009 say "Now" under five minutes, then how long ago', () => {
    expect(smsTime(now - 299_999, now)).toBe('Now')
    expect(smsTime(now - 300_000, now)).toBe('5 minutes ago')
    expect(smsTime(now - 3 * 3_600_000, now)).toBe('3 hours ago')
  })

  it('TEXT-009 are short in the list', () => {
    expect(shortTime(now - 1_000, now)).toBe('Now')
    expect(shortTime(at('2026-03-11T01:00:00'), now)).toBe('14 hours ago')
    expect(shortTime(at('2026-03-10T23:00:00'), now)).toBe('Yesterday')
    expect(shortTime(at('2026-03-10T23:58:00'), at('2026-03-11T00:01:00'))).toBe('Now')
    expect(shortTime(at('2026-03-10T23:40:00'), at('2026-03-11T00:01:00'))).toBe('21 minutes ago')
    expect(shortTime(at('2026-03-10T22:58:00'), at('2026-03-11T00:01:00'))).toBe('Yesterday')
    expect(shortTime(at('2026-03-01T12:00:00'), now)).toMatch(/^(Mar 1|1 Mar)$/)
    expect(shortTime(at('2025-03-01T12:00:00'), now)).toMatch(/2025/)
  })
})

describe('people of a conversation', () => {
  const [dana, eli, jo] = [{ name: 'Dana', address: '1' }, { address: '+1 555' }, { name: 'Jo', address: '3' }]

  it('TEXT-003 are its name as long as they are few', () => {
    expect(nameOfThread([dana])).toBe('Dana')
    expect(nameOfThread([eli])).toBe('+1 555')
    expect(nameOfThread([dana, eli])).toBe('Dana and +1 555')
    expect(nameOfThread([dana, eli, jo])).toBe('3 people')
    expect(nameOfThread([])).toBe('No one')
  })

  it('TEXT-003 stand under it: the number of one, the names of several', () => {
    expect([[dana], [eli], [dana, eli, jo]].map(lineOfThread)).toEqual(['1', '', 'Dana, +1 555, and Jo'])
  })

  it('TEXT-003 cannot turn the words around them', () => {
    expect(nameOfThread([{ name: `a\u202eb\n${'c'.repeat(100)}`, address: '1' }])).toBe(`ab ${'c'.repeat(57)}…`)
  })
})
