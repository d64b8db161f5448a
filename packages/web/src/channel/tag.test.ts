import { describe, expect, it } from 'vitest'
import { tagIn, tagTrouble } from './tag.ts'

describe('a typed tag', () => {
  it("SHELL-071 is read alone, with a sign before it, or out of a channel's address", () => {
    expect(['a'.repeat(100), 'a'.repeat(101)].map(tagIn)).toEqual(['a'.repeat(100), undefined])
    expect(['news', ' #news ', '@news', 'https://example.org/channel?tag=news'].map(tagIn)).toEqual(Array(4).fill('news'))
  })

  it('SHELL-071 is nothing that a tag cannot be', () => {
    expect(['', '#', 'two words', 'mira@example.org', 'https://example.org/channel', '<script>'].map(tagIn)).toEqual(
      Array(6).fill(undefined),
    )
  })
})

describe('the tag of a new channel', () => {
  it('CHAN-032 CHAN-033 has letters, digits, hyphens and underscores, and no spaces', () => {
    expect(
      ['Garden-notes_2', '', 'two words', ' news', 'a.b', '#news', 'grün', 'a'.repeat(100), 'a'.repeat(101)].map(tagTrouble),
    ).toEqual([undefined, undefined, 'spaces', 'spaces', 'symbol', 'symbol', 'symbol', undefined, 'long'])
  })
})
