import type { Target } from '@waypost/client'
import { describe, expect, it } from 'vitest'
import { beginningOf, lineOf, nameInWords } from './names.ts'

const target = (name: string, more: Partial<Target> = {}): Target => ({
  key: name,
  type: 'chat',
  name,
  desc: '',
  muted: false,
  ...more,
})

describe('names', () => {
  it('are drawn as they are, and only as far as a line can show', () => {
    expect(beginningOf('Zoë Ångström')).toBe('Zoë Ångström')
    expect(beginningOf('n'.repeat(10_000))).toBe(`${'n'.repeat(300)}…`)
    expect(beginningOf(`${'n'.repeat(299)}🙂🙂`)).toBe(`${'n'.repeat(299)}…`)
  })

  it('neither fill a sentence nor turn it around', () => {
    expect(nameInWords(target('n'.repeat(10_000)))).toHaveLength(61)
    expect(nameInWords(target('Ana\u202e\n Reyes'))).toBe('Ana Reyes')
    expect(nameInWords(target('שרה לוי'))).toBe('שרה לוי')
  })

  it('SIDE-009 have a line under them that says their kind', () => {
    expect(lineOf(target('Ana', { desc: 'ana@example.org' }))).toBe('ana@example.org')
    expect(lineOf(target('Garden notes', { type: 'subscription', desc: '#garden' }))).toBe('@garden')
    expect(lineOf(target('Garden notes', { type: 'channel', desc: '#garden' }))).toBe('@garden')
    expect(lineOf(target('Home automation', { type: 'grant' }))).toBe('App')
    expect(lineOf(target('Me', { type: 'me' }))).toBe('Just you')
    expect(
      lineOf(target('Laptop', { type: 'device', obj: { iden: 'd', active: true, created: 1, modified: 1, type: 'linux' } })),
    ).toBe('Linux')
  })
})
