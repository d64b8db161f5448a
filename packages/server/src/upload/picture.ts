// Measures the width and height of a picture.

import { buffer } from 'node:stream/consumers'
import { disableTypes, imageSize } from 'image-size'
import type { Files } from '../files/files.ts'
import type { UploadRow } from './rows.ts'
import { isPicture } from './rules.ts'

/** Bytes at the start of a picture that are read for its size: the metadata of cameras before it is shorter. */
const headBytes = 2 ** 19
const maxPixels = 1_000_000

// An SVG has no size of its own that is worth parsing it for.
disableTypes(['svg'])

/** The displayed width and height of a picture; undefined for other files. */
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
    // EXIF orientations from 5 on rotate the picture by 90 degrees.
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

const isCount = (pixels: number) => Number.isInteger(pixels) && pixels > 0 && pixels <= maxPixels
