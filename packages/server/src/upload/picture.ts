// Measures the width and height of a picture.

import { buffer } from 'node:stream/consumers'
import type { Files } from '../files/files.ts'
import { pictureSize } from '../files/picture-size.ts'
import type { UploadRow } from './rows.ts'

/** The largest side that a push can say. */
const maxSide = 1_000_000

/** The displayed width and height of a picture, by its bytes, whatever its type is said to be; undefined for other files. */
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
