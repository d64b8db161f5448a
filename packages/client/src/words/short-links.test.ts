import { describe, expect, it } from 'vitest'
import { expectLinear } from '../../../../scripts/tests/growth.ts'
import { hostOf, isLink, onlyLink, shortLink, splitLinks } from './short-links.ts'

const linksIn = (text: string) => splitLinks(text).flatMap((part) => part.href ?? [])

describe('links in text', () => {
  it('HIST-012 only http:// and https:// become links', () => {
    expect(linksIn('see http://a.example and https://b.example/c')).toEqual(['http://a.example', 'https://b.example/c'])
    expect(linksIn('javascript:alert(1) data:text/html,a ftp://a.example www.a.example mailto:a@b.example')).toEqual([])
    expect(linksIn('http:// https:///x')).toEqual([])
  })

  it('HIST-012 a link ends where the sentence goes on', () => {
    expect(linksIn('Look (https://a.example/b_(c)), then https://a.example/d. Or "https://e.example/?f=g!"')).toEqual([
      'https://a.example/b_(c)',
      'https://a.example/d',
      'https://e.example/?f=g',
    ])
  })

  it('HIST-012 the text stays whole', () => {
    for (const text of ['a https://b.example, c', 'https://b.example', 'no link', '', 'https://a.example\nhttps://b.example']) {
      expect(
        splitLinks(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }
  })

  it('HIST-012 long runs of closing marks are read in linear time', () => {
    for (const end of [')', '.', '()', 'https://a.example/)'])
      expectLinear(end, 131_072, (length) => `https://a.example/${end.repeat(length / end.length)}`, splitLinks)
  })

  it('HIST-012 what cannot be opened is no link', () => {
    expect(isLink('https://a.example')).toBe(true)
    expect(isLink('https://[')).toBe(false)
    expect(isLink('javascript:alert(1)')).toBe(false)
    expect(isLink(undefined)).toBe(false)
  })
})

describe('a lone link', () => {
  it('PUSH-015 is found, and nothing else is', () => {
    expect(onlyLink('  https://a.example/b ')).toBe('https://a.example/b')
    expect(onlyLink('see https://a.example')).toBeUndefined()
    expect(onlyLink('')).toBeUndefined()
  })

  it('HIST-002 is shown short', () => {
    expect(shortLink('https://www.example.org/')).toBe('example.org')
    expect(shortLink('https://example.org/caf%C3%A9?a=1')).toBe('example.org/café?a=1')
    expect(hostOf('https://www.example.org:8443/a')).toBe('example.org:8443')
  })
})
