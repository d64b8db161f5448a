// Decides which files browsers get as pictures: decoded, a picture of few bytes can take more memory than a phone has.

import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Files } from '../files/files.ts'
import { isPlainDrawing } from '../files/plain-drawing.ts'
import { picturePixels } from './picture.ts'
import type { UploadRow } from './rows.ts'

/** The pixels that are drawn without a press at most: decoded, four bytes each. */
const mostPixels = 40_000_000

/** The bytes of a drawing (SVG) that is looked through; a larger one is not drawn. */
const mostDrawing = 1_000_000

/** Whether a picture of a known size is drawn without a press. */
export const isDrawn = ({ width, height }: { width: number; height: number }): boolean => width * height <= mostPixels

/** Whether a browser asks for a file to draw it. Programs that fetch it and the links that save it ask otherwise. */
export function asksToDraw(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest']
  // Browsers before 2023 do not send the purpose, but accept pictures first.
  return destination === undefined ? /^\s*image\//i.test(headers.accept ?? '') : destination === 'image'
}

/** Whether a file is a picture that a browser may draw without a press. A file that was never measured is measured now. */
export async function mayBeDrawn(files: Files, file: UploadRow): Promise<boolean> {
  const { image_width: width, image_height: height } = file
  const size = width && height ? { width, height } : await picturePixels(files, file, file.size)
  if (size) return isDrawn(size)
  if (!/^image\/svg\+xml\b/i.test(file.type) || file.size > mostDrawing) return false
  const reading = await files.read(file.file_key)
  return reading !== undefined && isPlainDrawing(await buffer(reading.stream))
}
