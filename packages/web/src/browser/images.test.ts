import { afterEach, describe, expect, it, vi } from 'vitest'
import { ownImage, secureImage } from './images.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('pictures', () => {
  it('SHELL-081 an address with http: is upgraded to https:', () => {
    expect(secureImage('http://example.org/a.png')).toBe('https://example.org/a.png')
    expect(secureImage('http://example.org:8080/a.png?b=http://c')).toBe('https://example.org:8080/a.png?b=http://c')
  })

  it('SHELL-081 other addresses stay as they are, and so does this machine', () => {
    for (const address of [
      'https://example.org/a.png',
      'http://localhost:4280/a.png',
      'http://127.0.0.1/a.png',
      'data:image/png;base64,AA',
    ]) {
      expect(secureImage(address)).toBe(address)
    }
    expect(secureImage(undefined)).toBeUndefined()
    expect(secureImage('http://')).toBe('http://')
  })

  it('only those of this server are own ones', () => {
    vi.stubGlobal('location', { origin: 'https://push.example.org' })
    expect(ownImage('https://push.example.org/files/a.png')).toBe('https://push.example.org/files/a.png')
    for (const address of [
      'https://tracker.example.net/a.png',
      'http://push.example.org/a.png',
      'data:image/png;base64,AA',
      'a.png',
      undefined,
    ])
      expect(ownImage(address)).toBeUndefined()
  })
})
