import { describe, expect, it } from 'vitest'
import { hueOf, initialsOf } from './hue.ts'

describe('avatars', () => {
  it('the same seed has the same hue, and the hues are spread', () => {
    expect(hueOf('ana@example.org')).toBe(hueOf('ana@example.org'))
    const people = Array.from({ length: 800 }, (_, index) => hueOf(`person${index}@example.org`))
    const counts = Map.groupBy(people, (hue) => hue)
    expect(counts.size).toBe(8)
    for (const of of counts.values()) expect(of.length).toBeGreaterThan(60)
  })

  it('initials come from the first and the last word', () => {
    expect(initialsOf('Ana Reyes')).toBe('AR')
    expect(initialsOf('Me')).toBe('M')
    expect(initialsOf('ana.reyes@example.org')).toBe('AR')
    expect(initialsOf('Mira van der Holm')).toBe('MH')
    expect(initialsOf('  émile  ')).toBe('É')
    expect(initialsOf('🙂 Bo')).toBe('B')
    expect(initialsOf('李小龍')).toBe('李')
    expect(initialsOf('')).toBe('')
  })
})
