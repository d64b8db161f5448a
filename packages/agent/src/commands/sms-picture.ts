import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FileSource } from '@waypost/client'
import { UserError } from '../user-error.ts'

/** In pixels. */
const maxSide = 1_536
/** From 0 to 100. */
const quality = 88
/** Limits in bytes: no phone sends more than `sent`; a larger file, up to `read`, is only read to be scaled down. */
const maxBytes = { sent: 10 * 2 ** 20, read: 64 * 2 ** 20 }

const inMegabytes = (bytes: number): string => `${bytes / 2 ** 20} MB`

/** Returns a PNG or JPEG for an MMS, scaled down to at most 1536 pixels if sharp is installed. @throws UserError */
export async function readPicture(path: string): Promise<FileSource> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new UserError(`There is no file ${path}.`)
  if (found.size > maxBytes.read)
    throw new UserError(`${path} is too large for a text: at most ${inMegabytes(maxBytes.read)} can be scaled down.`)
  const read = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${path} cannot be read (${error.code}).`)
  })
  const type = typeOf(read)
  if (type === undefined) throw new UserError('Only PNG and JPEG pictures can be sent from this phone.')
  const bytes = await smaller(read, type)
  if (bytes.length > maxBytes.sent)
    throw new UserError(`${path} is too large for a text. Make it smaller: at most ${inMegabytes(maxBytes.sent)}.`)
  return { name: basename(path), type, size: bytes.length, slice: (start, end) => bytes.subarray(start, end) }
}

/** By magic bytes; undefined for other types. */
function typeOf(bytes: Buffer): 'image/png' | 'image/jpeg' | undefined {
  if (bytes.subarray(0, 4).equals(Buffer.of(0x89, 0x50, 0x4e, 0x47))) return 'image/png'
  return bytes.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff)) ? 'image/jpeg' : undefined
}

/** Scales a picture down to `longestSide`. Returns it unchanged if sharp, which is native code, is not installed on this machine. */
async function smaller(bytes: Buffer, type: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp').catch(() => ({ default: undefined }))
  if (!sharp) return bytes
  try {
    const { width, height } = await sharp(bytes).metadata()
    if (Math.max(width, height) <= maxSide) return bytes
    const fitted = sharp(bytes).rotate().resize(maxSide, maxSide, { fit: 'inside' })
    return await (type === 'image/png' ? fitted.png() : fitted.jpeg({ quality })).toBuffer()
  } catch {
    throw new UserError('This picture could not be read: it is damaged, or no picture.')
  }
}
