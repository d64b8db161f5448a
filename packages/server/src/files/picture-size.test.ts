import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureSize, sizeOfBytes } from './picture-size.ts'

const blank = (width = 30, height = 20) => sharp({ create: { width, height, channels: 3, background: 'red' } })
const chunk = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}
const sides = async (bytes: Buffer) => {
  const size = await sizeOfBytes(bytes)
  return size && [size.width, size.height]
}

test('each format is measured as it is displayed, turned if it says so', async () => {
  for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
    for (const [orientation, size] of [
      [1, [30, 20]],
      [3, [30, 20]],
      [6, [20, 30]],
      [8, [20, 30]],
    ] as const) {
      const bytes = await blank().withMetadata({ orientation }).toFormat(format).toBuffer()
      expect([format, orientation, await sizeOfBytes(bytes)]).toEqual([
        format,
        orientation,
        { type: `image/${format}`, width: size[0], height: size[1] },
      ])
    }
  }
  expect(await sides(await blank().gif().toBuffer())).toEqual([30, 20])
  expect(await sides(await blank().webp({ lossless: true }).toBuffer())).toEqual([30, 20])
  expect(await sides(await blank(300, 200).jpeg({ progressive: true }).toBuffer())).toEqual([300, 200])
  const bmp = Buffer.alloc(64)
  bmp.write('BM')
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(30, 18)
  bmp.writeInt32LE(-20, 22)
  expect(await sides(bmp)).toEqual([30, 20])
})

test('a picture is measured behind much metadata, and however it is cut off', async () => {
  const jpeg = await blank().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const filler = Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(65_533)])
  const long = Buffer.concat([jpeg.subarray(0, 2), ...Array.from({ length: 30 }, () => filler), jpeg.subarray(2)])
  expect(await sides(long)).toEqual([20, 30])
  const png = await blank().png().toBuffer()
  expect(await sides(png.subarray(0, 30))).toEqual([30, 20])
  const exif = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
  const late = Buffer.concat([png.subarray(0, -12), chunk('eXIf', exif), png.subarray(-12)])
  expect(await sides(late)).toEqual([20, 30])
  const heic = await blank().avif().toBuffer()
  heic.write('heic', 8)
  expect(await sizeOfBytes(heic)).toEqual({ type: 'image/heic', width: 30, height: 20 })
})

test('a file that is no picture, or lies about its parts, has no size, and takes a bounded number of reads', async () => {
  for (const bytes of ['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'x'.repeat(100)])
    expect(await sizeOfBytes(Buffer.from(bytes))).toBeUndefined()
  for (const format of ['png', 'jpeg', 'webp', 'avif', 'gif'] as const) {
    const good = await blank().withMetadata({ orientation: 6 }).toFormat(format).toBuffer()
    for (let at = 12; at < Math.min(good.length, 700); at++) {
      const broken = Buffer.from(good)
      broken[at] = 0xff
      await sizeOfBytes(broken)
      await sizeOfBytes(good.subarray(0, at))
    }
  }
  let reads = 0
  const endless = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(2 ** 16, Buffer.from([0xff, 0xe2, 0xff, 0xfe]))])
  const size = await pictureSize(async (start, length) => {
    reads++
    const from = start < 2 ? 0 : 2 + ((start - 2) % 4)
    return Buffer.concat([endless.subarray(from), endless.subarray(2)]).subarray(0, length)
  })
  expect(size).toBeUndefined()
  expect(reads).toBeLessThanOrEqual(64)
})

test('a GIF is as large as its first frame, wherever that stands', async () => {
  const gif = (between: Buffer) => {
    const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
    return Buffer.concat([head, between, Buffer.from('2c00000000204e204e00020144003b', 'hex')])
  }
  const extension = (parts: number) => {
    const data = Array.from({ length: parts }, () => Buffer.concat([Buffer.from([255]), Buffer.alloc(255)]))
    return Buffer.concat([Buffer.from([0x21, 0xfe]), ...data, Buffer.from([0])])
  }
  expect(await sides(gif(Buffer.alloc(0)))).toEqual([20_000, 20_000])
  expect(await sides(gif(extension(1_000)))).toEqual([20_000, 20_000])
  // The work is bounded: this picture gets no size rather than that of its canvas.
  expect(await sides(gif(extension(40_000)))).toBeUndefined()
})
