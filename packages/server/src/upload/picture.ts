// Measures pictures, and decides which ones browsers may draw: decoded, a picture of few bytes can take more memory than a phone has.

import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Files } from '../files/files.ts'
import { pictureSize } from '../files/picture-size.ts'
import type { UploadRow } from './rows.ts'

/** The largest width or height that a push can state. */
const maxSide = 1_000_000

/** The displayed width and height of a picture, from its bytes, whatever its declared type; undefined for other files. */
export async function picturePixels(
  files: Files,
  { file_key }: Pick<UploadRow, 'file_key'>,
  size: number,
): Promise<{ width: number; height: number } | undefined> {
  const found = await pictureSize(async (start, length) => {
    if (start >= size) return Buffer.alloc(0)
    const part = await files.read(file_key, { start, end: Math.min(start + length, size) - 1 })
    return part ? buffer(part.stream) : Buffer.alloc(0)
  })
  return found && { width: Math.min(found.width, maxSide), height: Math.min(found.height, maxSide) }
}

/** The most pixels drawn without a click: decoded, four bytes each. */
const mostPixels = 40_000_000

/** The maximum bytes of a drawing (SVG) that are inspected; a larger one is not drawn. */
const mostDrawing = 1_000_000

/** Whether a picture of a known size is drawn automatically. */
export const isDrawn = ({ width, height }: { width: number; height: number }): boolean => width * height <= mostPixels

/** Whether a browser requests a file in order to draw it. Scripts that fetch it and links that save it send different headers. */
export function asksToDraw(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest']
  // Browsers before 2023 don't send the destination, but prefer pictures in `Accept`.
  return destination === undefined ? /^\s*image\//i.test(headers.accept ?? '') : destination === 'image'
}

/** Whether a file is a picture that a browser may draw automatically. A file that was never measured is measured now. */
export async function mayBeDrawn(files: Files, file: UploadRow): Promise<boolean> {
  const { image_width: width, image_height: height } = file
  const size = width && height ? { width, height } : await picturePixels(files, file, file.size)
  if (size) return isDrawn(size)
  if (!/^image\/svg\+xml\b/i.test(file.type) || file.size > mostDrawing) return false
  const reading = await files.read(file.file_key)
  return reading !== undefined && isPlainDrawing(await buffer(reading.stream))
}

/**
 * Whether a drawing contains no embedded picture, so that drawing it takes no more memory than its area on the screen. A browser loads
 * nothing external for it, so an embedded picture is a `data:` URL, in any spelling.
 */
function isPlainDrawing(bytes: Buffer): boolean {
  // Bytes in other encodings could hide the word.
  if (bytes.includes(0) || bytes.includes(0x1b)) return false
  const text = bytes.toString('latin1')
  // URLs are parsed without line breaks and tabs; character references and CSS escapes stand for other characters.
  return (
    !/data:|<!entity|&#|\\/i.test(text.replace(/[\t\r\n]/g, '')) && !/encoding\s*=\s*["'](?!utf-8|us-ascii|iso-8859-)/i.test(text)
  )
}
