import { describe, expect, it } from 'vitest'
import { secureImage } from './images.ts'

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
})
