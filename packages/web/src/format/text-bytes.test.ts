import { expect, test } from 'vitest'
import { textOfBytes } from './text-bytes.ts'

const text = 'Grüße aus Köln, 5 £\nzweite Zeile'
const utf16 = (bigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

test('a text is read as it is encoded: UTF-8, UTF-16 of either order with and without a mark, Latin-1', () => {
  expect(textOfBytes(Buffer.from(text))).toBe(text)
  expect(textOfBytes(Buffer.from(`\ufeff${text}`))).toBe(text)
  for (const bigEndian of [false, true]) {
    expect(textOfBytes(utf16(bigEndian))).toBe(text)
    expect(textOfBytes(Buffer.concat([Buffer.from(bigEndian ? [0xfe, 0xff] : [0xff, 0xfe]), utf16(bigEndian)]))).toBe(text)
  }
  expect(textOfBytes(Buffer.from(text, 'latin1'))).toBe(text)
  expect(textOfBytes(Buffer.from([0x93, 0x68, 0x69, 0x94]))).toBe('“hi”')
})

test('a character that is cut off at the end of the read bytes is left out', () => {
  expect(textOfBytes(Buffer.from('Köln €').subarray(0, -1))).toBe('Köln ')
  expect(textOfBytes(Buffer.from('hi', 'utf16le').subarray(0, -1))).toBe('h')
})

test('a character of UTF-8 that was cut in two is one U+FFFD, and all else is whole', () => {
  const lines = (bytes: Uint8Array) =>
    textOfBytes(
      Buffer.concat([Buffer.from('Größe der Datei: 東京 タワー\nzweite Zeile '), bytes, Buffer.from('\ndritte Zeile äöü\n')]),
    )
  for (const bytes of ['東', '🍄', 'ü'].map((letter) => Buffer.from(letter)))
    for (const part of [bytes.subarray(0, -1), bytes.subarray(1)])
      expect(lines(part)).toBe('Größe der Datei: 東京 タワー\nzweite Zeile \ufffd\ndritte Zeile äöü\n')
  expect(textOfBytes(Buffer.from('« été » à Zürich, 20 °C', 'latin1'))).toBe('« été » à Zürich, 20 °C')
})

test('a binary file has none; a log with colors and a stray control character does', () => {
  const all = Buffer.from(Array.from({ length: 3_000 }, (_, index) => index % 256))
  expect(textOfBytes(all)).toBeUndefined()
  expect(textOfBytes(Buffer.from('\u0001\u0002\u0003 letters'.repeat(20)))).toBeUndefined()
  expect(textOfBytes(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]))).toBeUndefined()
  const log = `\u001b[32mok\u001b[0m ${'a line of a log\n'.repeat(30)}\u0007`
  expect(textOfBytes(Buffer.from(log))).toBe(log)
  expect(textOfBytes(new Uint8Array())).toBe('')
})
