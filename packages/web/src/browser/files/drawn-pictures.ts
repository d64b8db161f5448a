import { boundedImage } from '../bounded-images.ts'

/** The URL by which a picture may be drawn: one of another host is read and measured first. Undefined for one that is too large or cannot be read. */
export async function drawableImage(address: string): Promise<string | undefined> {
  const bounded = boundedImage(address)
  return bounded ?? import('./read-picture.ts').then(({ readPicture }) => readPicture(address)).catch(() => undefined)
}
