// Checks the pictures of web pages: only those of known formats and of bounded size are stored and served.

import { disableTypes, imageSize } from 'image-size'

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

/** Formats that run no code, by how they begin: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern */
const signatures = {
  'image/png': (bytes: Buffer) => bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
  'image/jpeg': (bytes: Buffer) => bytes.toString('latin1', 0, 3) === '\xff\xd8\xff',
  'image/gif': (bytes: Buffer) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
  'image/webp': (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 14) === 'WEBPVP',
  'image/avif': (bytes: Buffer) => /^ftypavi[fs]$/.test(bytes.toString('latin1', 4, 12)),
  'image/x-icon': (bytes: Buffer) => bytes.toString('latin1', 0, 4) === '\x00\x00\x01\x00',
}
type PictureType = keyof typeof signatures

disableTypes(['svg'])

/**
 * Checks a picture by its bytes, whatever its server says it is.
 * @returns undefined for anything but a picture that may be served
 */
export function checkPicture(bytes: Buffer): CheckedPicture | undefined {
  const type = (Object.keys(signatures) as PictureType[]).find((type) => signatures[type](bytes))
  if (type === undefined) return undefined
  try {
    const { width, height, orientation = 1 } = imageSize(bytes)
    const good = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= maxSide)
    if (!good || width * height > maxPixels) return undefined
    // EXIF orientations from 5 on rotate the picture by 90 degrees.
    return { type, bytes, ...(orientation >= 5 ? { width: height, height: width } : { width, height }) }
  } catch {
    return undefined
  }
}
