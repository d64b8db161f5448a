import { expect, test } from 'vitest'
import { colorsOf, placeholderOf } from './placeholder.ts'

const bitmapOf = (colors: string) => Buffer.from((placeholderOf(colors) ?? '').split(',')[1] ?? '', 'base64')

test('colours of a picture become a bitmap of 90 bytes in the same colours', () => {
  const red = [255, 0, 0, 255]
  const pixels = Uint8ClampedArray.from([...red, ...Array.from({ length: 10 }, () => [0, 255, 0, 255]).flat(), 0, 0, 255, 255])
  const colors = colorsOf(pixels)
  expect(colors).toHaveLength(32)
  const bitmap = bitmapOf(colors)
  expect(bitmap).toHaveLength(90)
  expect([bitmap.readUInt32LE(2), bitmap.readInt32LE(18), bitmap.readInt32LE(22)]).toEqual([90, 4, -3])
  // Blue, green, red.
  expect([...bitmap.subarray(54, 60)]).toEqual([0, 0, 255, 0, 255, 0])
  expect([...bitmap.subarray(-3)]).toEqual([255, 0, 0])
})

test('colours keep all but the lowest bits', () => {
  const pixels = Uint8ClampedArray.from({ length: 48 }, (_, index) => (index % 4 === 3 ? 255 : (index * 37) % 256))
  const bitmap = bitmapOf(colorsOf(pixels))
  for (let pixel = 0; pixel < 12; pixel++)
    for (const part of [0, 1, 2])
      expect(Math.abs((bitmap[54 + 3 * pixel + 2 - part] ?? 0) - (pixels[4 * pixel + part] ?? 0))).toBeLessThanOrEqual(8)
})

test('what is not 24 bytes in Base64 has no placeholder', () => {
  for (const colors of [undefined, '', 'x'.repeat(31), '"); background: url(//evil.example/', `${'A'.repeat(31)}=`])
    expect(placeholderOf(colors)).toBeUndefined()
})
