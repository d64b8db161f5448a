import { describe, expect, it } from 'vitest'
import { hrefOf, pageOf, placeOf, readQuery } from './route.ts'

describe('paths', () => {
  it('SHELL-002 the main page answers to / and to /index.html', () => {
    expect(pageOf('/')).toBe('main')
    expect(pageOf('/index.html')).toBe('main')
  })

  it('SHELL-008 a path that nothing answers to is not found', () => {
    expect(pageOf('/nope')).toBe('not-found')
    expect(pageOf('/signin/')).toBe('not-found')
    expect(pageOf('/__proto__')).toBe('not-found')
    expect(pageOf('/constructor')).toBe('not-found')
  })

  it('AUTH-003 AUTH-027 AUTH-033 SHELL-035 each page of its own has its path', () => {
    expect(['/signin', '/provider/local', '/auth_error', '/desktop_auth', '/style-guide'].map(pageOf)).toEqual([
      'signin',
      'local-provider',
      'auth-error',
      'desktop-auth',
      'style-guide',
    ])
  })
})

describe('hash routes', () => {
  it('SHELL-062 SHELL-066 a section alone', () => {
    expect(placeOf('#people')).toEqual({ section: 'people' })
    expect(placeOf('#devices')).toEqual({ section: 'devices' })
    expect(placeOf('#people/')).toEqual({ section: 'people' })
  })

  it('SHELL-063 SHELL-064 SHELL-065 SHELL-067 SHELL-068 an item of a section', () => {
    expect(placeOf('#people/me')).toEqual({ section: 'people', item: 'me' })
    expect(placeOf('#people/new')).toEqual({ section: 'people', item: 'new' })
    expect(placeOf('#people/ana@example.org')).toEqual({ section: 'people', item: 'ana@example.org' })
    expect(placeOf('#devices/ujAbc123')).toEqual({ section: 'devices', item: 'ujAbc123' })
    expect(placeOf('#devices/new')).toEqual({ section: 'devices', item: 'new' })
  })

  it('SHELL-061 an empty hash, or one that nothing answers to, names no place', () => {
    expect(placeOf('')).toBeUndefined()
    expect(placeOf('#')).toBeUndefined()
    expect(placeOf('#nowhere/me')).toBeUndefined()
  })

  it('SHELL-063 an address with odd letters survives the way there and back', () => {
    for (const item of ['ana@example.org', 'a/b@example.org', 'ünï+tag@example.org', '100%@example.org', '#@example.org']) {
      expect(placeOf(hrefOf('people', item))).toEqual({ section: 'people', item })
    }
    expect(hrefOf('people', 'ana@example.org')).toBe('#people/ana@example.org')
  })

  it('SHELL-063 an escape that cannot be read is taken as it stands', () => {
    expect(placeOf('#people/100%@example.org')).toEqual({ section: 'people', item: '100%@example.org' })
  })
})

describe('query strings', () => {
  it('SHELL-029 are read as keys and values, and empty values are dropped', () => {
    expect(readQuery('?next=%2F&source=&platform=mac')).toEqual({ next: '/', platform: 'mac' })
    expect(readQuery('')).toEqual({})
  })
})
