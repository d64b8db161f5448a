import { describe, expect, it } from 'vitest'
import { shortened } from './long-text.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

describe('a long note', () => {
  it('is folded past 1,500 letters or 24 lines', () => {
    expect(shortened('x'.repeat(1_500))).toBeUndefined()
    expect(shortened('x'.repeat(1_501))).toBe(`${'x'.repeat(1_000)}…`)
    expect(shortened(Array(24).fill('a').join('\n'))).toBeUndefined()
    expect(shortened(Array(25).fill('a').join('\n'))).toBe(`${Array(14).fill('a').join('\n')}…`)
  })

  it('ends with a whole word, and with a whole letter', () => {
    const short = shortened(words(2_000)) ?? ''
    expect(short.length).toBeLessThanOrEqual(1_001)
    expect(short).toMatch(/ word\d+…$/)
    expect(words(2_000)).toContain(`${short.slice(0, -1)} `)
    expect(shortened(`x${'\u{1f600}'.repeat(1_000)}`)).toBe(`x${'\u{1f600}'.repeat(499)}…`)
  })

  it('keeps the end of a sentence apart from the dots', () => {
    for (const end of ['.', '!', '?']) expect(shortened(Array(25).fill(`a${end}`).join('\n'))).toMatch(new RegExp(`a\\${end} …$`))
  })

  it('cuts no link in two', () => {
    const link = `https://example.org/${'p'.repeat(300)}`
    expect(shortened(`${'x'.repeat(800)} ${link} ${words(400)}`)).toBe(`${'x'.repeat(800)}…`)
    const only = `https://example.org/${'p'.repeat(1_600)}`
    expect(shortened(`${only} ${words(10)}`)).toBe(`${only}…`)
  })
})
