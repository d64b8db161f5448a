// Decides which pictures are drawn without a press.

import { boundedImage } from '../images.ts'

/** The pixels that are drawn without a press at most: decoded, four bytes each. */
const mostPixels = 40_000_000

/** Whether a picture of a known size takes too much memory to be drawn without a press. */
export const isLargePicture = (width: number | undefined, height: number | undefined): boolean =>
  (width ?? 0) * (height ?? 0) > mostPixels

/** The URL by which a picture may be drawn: one of another host is read and measured first. Undefined for one that is too large or cannot be read. */
export async function drawableImage(address: string): Promise<string | undefined> {
  const bounded = boundedImage(address)
  return bounded ?? import('./read-picture.ts').then(({ readPicture }) => readPicture(address)).catch(() => undefined)
}
