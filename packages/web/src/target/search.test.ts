import type { Target } from '@waypost/client'
import { describe, expect, it } from 'vitest'
import { marked, matching } from './search.ts'

const target = (name: string, desc = ''): Target => ({ key: name, type: 'chat', name, desc, muted: false })
const all = [
  target('Ana Reyes', 'ana@example.org'),
  target('Zoë Ångström', 'zoe@example.org'),
  target('Bo Kim', 'bo@ana.example'),
]

describe('search', () => {
  it('SIDE-010 finds by name and by the line under it', () => {
    expect(matching(all, 'ana').map(({ name }) => name)).toEqual(['Ana Reyes', 'Bo Kim'])
    expect(matching(all, 'nobody')).toEqual([])
  })

  it('SIDE-010 ignores case and accents on both sides', () => {
    expect(matching(all, 'ZOE').map(({ name }) => name)).toEqual(['Zoë Ångström'])
    expect(matching(all, 'reyés').map(({ name }) => name)).toEqual(['Ana Reyes'])
  })

  it('SIDE-010 marks what it found', () => {
    expect(marked('Zoë Ångström', 'angs')).toEqual([
      { text: 'Zoë ', hit: false },
      { text: 'Ångs', hit: true },
      { text: 'tröm', hit: false },
    ])
    expect(marked('Anana', 'an').map((part) => part.hit)).toEqual([true, true, false])
    expect(marked('Ana', 'x')).toEqual([{ text: 'Ana', hit: false }])
    expect(marked('Ana', ' ')).toEqual([{ text: 'Ana', hit: false }])
  })

  it('SIDE-010 keeps letters whole that are written in several parts', () => {
    const text = 'e\u0301mile \u{1F642} b'
    expect(
      marked(text, 'emile')
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
    expect(marked(text, 'b').at(-1)).toEqual({ text: 'b', hit: true })
  })
})
