import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { isLargePicture } from './large-picture.ts'
import { headerSize, isLargeFile, isLargeInline } from './picture-header.ts'

it.each(['png', 'jpeg', 'gif', 'webp'] as const)('the size of a %s is in its first bytes', async (format) => {
  const picture = sharp({ create: { width: 321, height: 123, channels: 3, background: '#016175' } })
  const bytes = await picture.toFormat(format).toBuffer()
  expect(await headerSize(new Blob([new Uint8Array(bytes)]))).toEqual({ width: 321, height: 123 })
  const lossless = format === 'webp' && (await picture.webp({ lossless: true }).toBuffer())
  if (lossless) expect(await headerSize(new Blob([new Uint8Array(lossless)]))).toEqual({ width: 321, height: 123 })
})

it('a file of a few bytes that says it has 400 million pixels is too large, and a file that is no picture is not', async () => {
  const icon = fileURLToPath(new URL('../../../web/public/img/app/icon-192.png', import.meta.url))
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

it('the size of a GIF is that of its first frame where that is larger, and an AVIF has that of its largest picture', async () => {
  const gif = Buffer.from('47494638396101000100800000000000ffffff21f904010a0001002c00000000204e204e00020144003b', 'hex')
  expect(await headerSize(new Blob([new Uint8Array(gif)]))).toEqual({ width: 20_000, height: 20_000 })
  const avif = await sharp({ create: { width: 321, height: 123, channels: 3, background: '#016175' } })
    .avif()
    .toBuffer()
  expect(await headerSize(new Blob([new Uint8Array(avif)]))).toEqual({ width: 321, height: 123 })
})

it('a picture inside a URL is measured, too; one whose size cannot be read counts as large', async () => {
  const picture = await sharp({ create: { width: 32, height: 12, channels: 3, background: '#016175' } })
    .png()
    .toBuffer()
  const inline = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
  expect(isLargeInline(inline(picture))).toBe(false)
  picture.writeUInt32BE(20_000, 16)
  picture.writeUInt32BE(20_000, 20)
  expect(isLargeInline(inline(picture))).toBe(true)
  for (const odd of [inline(Buffer.from('no picture')), 'data:image/png;base64,%%', 'data:'])
    expect(isLargeInline(odd)).toBe(true)
})
