import { pixelsOf } from '../../browser/files/picture-pixels.ts'
import { colorsOf, columns, rows } from './placeholder.ts'

/** The `image_colors` of the picture in a file; undefined if the browser cannot decode it. */
export async function colorsIn(file: Blob): Promise<string | undefined> {
  const pixels = await pixelsOf(file, columns, rows)
  return pixels && colorsOf(pixels)
}
