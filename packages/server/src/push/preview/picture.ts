// Checks the pictures of web pages: only those of known formats and of bounded size are stored and served.

import { sizeOfBytes } from '../../files/picture-size.ts'

/** A picture of a web page that may be served. */
export interface CheckedPicture {
  type: PictureType
  bytes: Buffer
  width: number
  height: number
}

/** A browser takes four bytes of memory for each pixel, however few bytes the picture has. */
const maxPixels = 16_000_000
const maxSide = 10_000

/** Formats that browsers draw, and that run no code. */
const served = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/x-icon'] as const
type PictureType = (typeof served)[number]

/**
 * Checks a picture by its bytes, whatever its server says it is.
 * @returns undefined for anything but a picture that may be served
 */
export async function checkPicture(bytes: Buffer): Promise<CheckedPicture | undefined> {
  const size = await sizeOfBytes(bytes)
  const type = served.find((one) => one === size?.type)
  if (!size || type === undefined) return undefined
  const { width, height } = size
  if (Math.max(width, height) > maxSide || width * height > maxPixels) return undefined
  return { type, bytes, width, height }
}
