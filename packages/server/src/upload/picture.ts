import { buffer } from 'node:stream/consumers'
import { disableTypes, imageSize } from 'image-size'
import type { Files } from '../files/files.ts'
import type { UploadRow } from './rows.ts'
import { isPicture } from './rules.ts'

/** Bytes at the start of a picture in which its size is looked for: what cameras put before it is shorter. */
const headBytes = 2 ** 19
const mostPixels = 1_000_000

// A drawing is a text of any shape; what it says of its size is not worth reading it for.
disableTypes(['svg'])

/** Width and height of a picture as it is shown; undefined for all that is none. */
export async function picturePixels(
  files: Files,
  { type, file_key }: Pick<UploadRow, 'type' | 'file_key'>,
): Promise<{ width: number; height: number } | undefined> {
  if (!isPicture(type)) return undefined
  const head = await files.read(file_key, { start: 0, end: headBytes - 1 })
  if (!head) return undefined
  const bytes = await buffer(head.stream)
  try {
    const { width, height, orientation = 1 } = imageSize(bytes)
    if (!isCount(width) || !isCount(height)) return undefined
    // A camera that was held upright says so, and the picture is turned when it is shown.
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

const isCount = (pixels: number) => Number.isInteger(pixels) && pixels > 0 && pixels <= mostPixels
