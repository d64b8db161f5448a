// Measures pictures by their first bytes, without decoding them.

/** Reads bytes of a file; returns fewer, or none, at its end. */
type ReadPart = (start: number, length: number) => Promise<Buffer>

/** A picture as it is displayed, with the orientation from EXIF or the container applied. */
interface PictureSize {
  type: PictureType
  width: number
  height: number
}

type PictureType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'image/heic'
  | 'image/bmp'
  | 'image/x-icon'

/** The maximum number of reads per file, and of segments, chunks or boxes inspected. */
const maxReads = 64
const maxSteps = 4_096
const partSize = 65_536
/** The maximum metadata in a HEIC or AVIF file, in bytes. */
const maxMeta = 2 ** 20
const maxSide = 2 ** 31

/** The file ends before the requested part. */
class Ended extends Error {}

function bytesOf(read: ReadPart) {
  let start = 0
  let part: Buffer = Buffer.alloc(0)
  let reads = 0
  return async (at: number, length: number): Promise<Buffer> => {
    if (at < start || at + length > start + part.length) {
      if (++reads > maxReads || !Number.isSafeInteger(at + length)) throw new Ended()
      part = await read(at, Math.max(length, partSize))
      start = at
    }
    const found = part.subarray(at - start, at - start + length)
    if (found.length < length) throw new Ended()
    return found
  }
}

type Bytes = ReturnType<typeof bytesOf>
interface Measured {
  width: number
  height: number
  /** 1 to 8, as in EXIF. From 5 on the picture is turned by 90 degrees. */
  orientation?: number
}

/**
 * The displayed size of a picture, whatever its file name; undefined for unknown formats, and for pictures without a size, such as
 * drawings. The work is bounded, whatever the file claims.
 */
export async function pictureSize(read: ReadPart): Promise<PictureSize | undefined> {
  const bytes = bytesOf(read)
  try {
    const head = await bytes(0, 12)
    for (const { type, begins, measure } of formats) {
      if (!begins(head)) continue
      const { width, height, orientation = 1 } = await measure(bytes)
      if (![width, height].every((side) => Number.isInteger(side) && side > 0 && side < maxSide)) return undefined
      const kind = typeof type === 'string' ? type : type(head)
      return orientation >= 5 ? { type: kind, width: height, height: width } : { type: kind, width, height }
    }
    return undefined
  } catch (error) {
    if (error instanceof Ended || error instanceof RangeError) return undefined
    throw error
  }
}

/** The size of a picture that is in memory. */
export const sizeOfBytes = (picture: Buffer) => pictureSize(async (start, length) => picture.subarray(start, start + length))

/** Formats by their first bytes: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern */
const formats: {
  type: PictureType | ((head: Buffer) => PictureType)
  begins(head: Buffer): boolean
  measure(bytes: Bytes): Promise<Measured>
}[] = [
  { type: 'image/png', begins: (head) => is(head, 0, '\x89PNG\r\n\x1a\n'), measure: png },
  { type: 'image/jpeg', begins: (head) => is(head, 0, '\xff\xd8\xff'), measure: jpeg },
  { type: 'image/gif', begins: (head) => is(head, 0, 'GIF87a') || is(head, 0, 'GIF89a'), measure: gif },
  { type: 'image/webp', begins: (head) => is(head, 0, 'RIFF') && is(head, 8, 'WEBP'), measure: webp },
  {
    type: (head) => (/^avi[fs]$/.test(head.toString('latin1', 8, 12)) ? 'image/avif' : 'image/heic'),
    begins: (head) =>
      is(head, 4, 'ftyp') && /^(avi[fs]|hei[cxms]|hev[cxms]|mif1|mif2|msf1|miaf)$/.test(head.toString('latin1', 8, 12)),
    measure: heif,
  },
  { type: 'image/bmp', begins: (head) => is(head, 0, 'BM'), measure: bmp },
  { type: 'image/x-icon', begins: (head) => is(head, 0, '\0\0\x01\0'), measure: ico },
]

const is = (bytes: Buffer, at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text

/** https://www.w3.org/TR/png-3/. The orientation is in a chunk before or after the pixels. */
async function png(bytes: Bytes): Promise<Measured> {
  const head = await bytes(8, 16)
  // PNGs by iPhone tools start with a chunk of Apple's.
  const first = is(head, 4, 'CgBI') ? head.readUInt32BE(0) + 20 : 8
  const size = await bytes(first + 8, 8)
  const measured = { width: size.readUInt32BE(0), height: size.readUInt32BE(4) }
  const orientation = await ifThere(async () => {
    for (let at = first, steps = 0; steps < maxSteps; steps++) {
      const chunk = await bytes(at, 8)
      const length = chunk.readUInt32BE(0)
      if (is(chunk, 4, 'eXIf')) return exif(await bytes(at + 8, Math.min(length, partSize)))
      if (is(chunk, 4, 'IEND')) return undefined
      at += length + 12
    }
    return undefined
  })
  return { ...measured, ...(orientation !== undefined && { orientation }) }
}

/** ITU T.81, annex B: reads segments up to the first start of a frame. */
async function jpeg(bytes: Bytes): Promise<Measured> {
  let orientation: number | undefined
  for (let at = 2, steps = 0; steps < maxSteps; steps++) {
    const [sign, marker = 0] = await bytes(at, 2)
    if (sign !== 0xff) throw new Ended()
    // Fill bytes, and markers without a segment.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker === 0xda || marker === 0xd9) throw new Ended()
    else {
      const length = (await bytes(at + 2, 2)).readUInt16BE(0)
      if (length < 2) throw new Ended()
      if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
        const frame = await bytes(at + 5, 4)
        return { width: frame.readUInt16BE(2), height: frame.readUInt16BE(0), ...(orientation !== undefined && { orientation }) }
      }
      if (marker === 0xe1 && orientation === undefined && length > 16) {
        const segment = await bytes(at + 4, length - 2)
        if (is(segment, 0, 'Exif\0\0')) orientation = exif(segment.subarray(6))
      }
      at += 2 + length
    }
  }
  throw new Ended()
}

/** The canvas size. Browsers enlarge it to fit the first frame. */
async function gif(bytes: Bytes): Promise<Measured> {
  const head = await bytes(6, 5)
  const canvas = { width: head.readUInt16LE(0), height: head.readUInt16LE(2) }
  const colors = head[4] as number
  const frame = await firstFrame(bytes, 13 + (colors & 0x80 ? 3 << ((colors & 7) + 1) : 0))
  return frame ? { width: Math.max(canvas.width, frame.width), height: Math.max(canvas.height, frame.height) } : canvas
}

/** The extent of a GIF's first frame, given where its blocks start. */
async function firstFrame(bytes: Bytes, start: number): Promise<Measured | undefined> {
  let at = start
  for (let steps = 0; steps < maxSteps; steps++) {
    const [block] = await bytes(at, 1)
    if (block === 0x2c) {
      const frame = await bytes(at + 1, 8)
      return {
        width: frame.readUInt16LE(0) + frame.readUInt16LE(4),
        height: frame.readUInt16LE(2) + frame.readUInt16LE(6),
      }
    }
    // An extension: length-prefixed sub-blocks, up to an empty one.
    if (block !== 0x21) return undefined
    at += 2
    for (let part = (await bytes(at, 1))[0] as number; part !== 0 && steps < maxSteps; steps++) {
      at += part + 1
      part = (await bytes(at, 1))[0] as number
    }
    at++
  }
  // No real picture has so many parts before the first frame.
  throw new Ended()
}

/** https://developers.google.com/speed/webp/docs/riff_container */
async function webp(bytes: Bytes): Promise<Measured> {
  const head = await bytes(12, 18)
  if (is(head, 0, 'VP8 ')) return { width: head.readUInt16LE(14) & 0x3fff, height: head.readUInt16LE(16) & 0x3fff }
  if (is(head, 0, 'VP8L')) {
    const packed = head.readUInt32LE(9)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  if (!is(head, 0, 'VP8X')) throw new Ended()
  const measured = { width: head.readUIntLE(12, 3) + 1, height: head.readUIntLE(15, 3) + 1 }
  const hasExif = ((head[8] as number) & 0x08) !== 0
  const orientation = hasExif && (await ifThere(() => exifOfWebp(bytes)))
  return { ...measured, ...(orientation && { orientation }) }
}

async function exifOfWebp(bytes: Bytes): Promise<number | undefined> {
  for (let at = 12, steps = 0; steps < maxSteps; steps++) {
    const chunk = await bytes(at, 8)
    const length = chunk.readUInt32LE(4)
    if (is(chunk, 0, 'EXIF')) {
      const found = await bytes(at + 8, Math.min(length, partSize))
      return exif(is(found, 0, 'Exif\0\0') ? found.subarray(6) : found)
    }
    at += 8 + length + (length % 2)
  }
  return undefined
}

async function bmp(bytes: Bytes): Promise<Measured> {
  const head = await bytes(14, 12)
  if (head.readUInt32LE(0) === 12) return { width: head.readUInt16LE(4), height: head.readUInt16LE(6) }
  return { width: Math.abs(head.readInt32LE(4)), height: Math.abs(head.readInt32LE(8)) }
}

/** The largest of its pictures. */
async function ico(bytes: Bytes): Promise<Measured> {
  const count = Math.min((await bytes(4, 2)).readUInt16LE(0), 256)
  const entries = await bytes(6, count * 16)
  let largest = { width: 0, height: 0 }
  for (let at = 0; at < entries.length; at += 16) {
    const [width, height] = [entries[at] || 256, entries[at + 1] || 256]
    if (width * height > largest.width * largest.height) largest = { width, height }
  }
  return largest
}

interface Box {
  type: string
  start: number
  end: number
}

/** The boxes in a part of a file. ISO/IEC 14496-12. */
function boxesIn(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const found: Box[] = []
  for (let at = from; at + 8 <= to && found.length < maxSteps; ) {
    const size = bytes.readUInt32BE(at)
    const end = size === 0 ? to : at + size
    if (size === 1 || end < at + 8 || end > to) break
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end })
    at = end
  }
  return found
}

/** ISO/IEC 23008-12: size and rotation are properties of the primary picture. */
async function heif(bytes: Bytes): Promise<Measured> {
  for (let at = 0, steps = 0; steps < maxSteps; steps++) {
    const head = await bytes(at, 8)
    const large = head.readUInt32BE(0) === 1 ? await bytes(at + 8, 8) : undefined
    const size = large ? Number(large.readBigUInt64BE(0)) : head.readUInt32BE(0)
    if (is(head, 4, 'meta')) return primarySize(await bytes(at + 12, Math.min(size === 0 ? maxMeta : size - 12, maxMeta)))
    if (size < 8) throw new Ended()
    at += size
  }
  throw new Ended()
}

function primarySize(meta: Buffer): Measured {
  const boxes = boxesIn(meta)
  const named = (type: string, among = boxes) => among.find((box) => box.type === type)
  const iprp = named('iprp')
  if (!iprp) throw new Ended()
  const parts = boxesIn(meta, iprp.start, iprp.end)
  const ipco = named('ipco', parts)
  if (!ipco) throw new Ended()
  const properties = boxesIn(meta, ipco.start, ipco.end)
  const pitm = named('pitm')
  const primary = pitm && (meta[pitm.start] === 0 ? meta.readUInt16BE(pitm.start + 4) : meta.readUInt32BE(pitm.start + 4))
  const ipma = named('ipma', parts)
  const own = ipma && primary !== undefined ? propertiesOf(meta, ipma, primary).map((index) => properties[index - 1]) : []
  const of = own.filter((box) => box !== undefined)
  // Without a primary picture, the largest size.
  const sizes = (of.some(({ type }) => type === 'ispe') ? of : properties)
    .filter(({ type }) => type === 'ispe')
    .map(({ start }) => ({ width: meta.readUInt32BE(start + 4), height: meta.readUInt32BE(start + 8) }))
    .sort((a, b) => b.width * b.height - a.width * a.height)
  const [size] = sizes
  if (!size) throw new Ended()
  const turn = of.find(({ type }) => type === 'irot')
  const isTurned = turn !== undefined && ((meta[turn.start] as number) & 1) === 1
  return { ...size, orientation: isTurned ? 6 : 1 }
}

/** The property numbers of an item, from the association table. */
function propertiesOf(meta: Buffer, { start, end }: Box, item: number): number[] {
  const version = meta[start] as number
  const isWide = ((meta[start + 3] as number) & 1) === 1
  const count = meta.readUInt32BE(start + 4)
  let at = start + 8
  for (let entry = 0; entry < count && at < end; entry++) {
    const iden = version < 1 ? meta.readUInt16BE(at) : meta.readUInt32BE(at)
    at += version < 1 ? 2 : 4
    const length = meta[at] as number
    at++
    if (iden === item) {
      const index = (each: number) => (isWide ? meta.readUInt16BE(at + 2 * each) & 0x7fff : (meta[at + each] as number) & 0x7f)
      return Array.from({ length }, (_, each) => index(each))
    }
    at += length * (isWide ? 2 : 1)
  }
  return []
}

/** Tolerates a file that is cut off after the size. */
async function ifThere<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof Ended) return undefined
    throw error
  }
}

/** The EXIF orientation: tag 0x112 in the first directory of a TIFF file. */
function exif(tiff: Buffer): number | undefined {
  const isLittle = is(tiff, 0, 'II')
  if (tiff.length < 14 || (!isLittle && !is(tiff, 0, 'MM'))) return undefined
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const count = short(directory)
  for (let entry = 0; entry < count && directory + 14 + entry * 12 <= tiff.length; entry++) {
    const at = directory + 2 + entry * 12
    if (short(at) !== 0x112) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}
