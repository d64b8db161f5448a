import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { headerSize, isLargeFile, isLargePicture } from './picture-header.ts'

it.each(['png', 'jpeg', 'gif', 'webp'] as const)('the size of a %s is in its first bytes', async (format) => {
  const picture = sharp({ create: { width: 321, height: 123, channels: 3, background: '#016175' } })
  const bytes = await picture.toFormat(format).toBuffer()
  expect(await headerSize(new Blob([new Uint8Array(bytes)]))).toEqual({ width: 321, height: 123 })
  const lossless = format === 'webp' && (await picture.webp({ lossless: true }).toBuffer())
  if (lossless) expect(await headerSize(new Blob([new Uint8Array(lossless)]))).toEqual({ width: 321, height: 123 })
})

it('a file of a few bytes that says it has 400 million pixels is too large, and what is no picture is not', async () => {
  const icon = fileURLToPath(new URL('../../../public/img/app/icon-192.png', import.meta.url))
  const bytes = new Uint8Array(readFileSync(icon))
  expect(await isLargeFile(new Blob([bytes]))).toBe(false)
  new DataView(bytes.buffer).setUint32(16, 20_000)
  new DataView(bytes.buffer).setUint32(20, 20_000)
  expect(await isLargeFile(new Blob([bytes]))).toBe(true)
  for (const text of ['', 'words', 'BM', 'RIFF....WEBP']) expect(await headerSize(new Blob([text]))).toBeUndefined()
  expect(await headerSize(new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0])]))).toBeUndefined()
})

it('40 megapixels are drawn, more are not', () => {
  expect(isLargePicture(8_000, 5_000)).toBe(false)
  expect(isLargePicture(8_000, 5_001)).toBe(true)
  expect(isLargePicture(undefined, 5_001)).toBe(false)
})
