// Says how a picture is drawn, and whether there is anything in it.

import { boundedImage } from '../bounded-images.ts'

/** The URL by which a picture may be drawn: one of another host is read and measured first. Undefined for one that is too large or cannot be read. */
export async function drawableImage(address: string): Promise<string | undefined> {
  const bounded = boundedImage(address)
  return bounded ?? import('./read-picture.ts').then(({ readPicture }) => readPicture(address)).catch(() => undefined)
}

/** Larger ones are not looked into: that decodes them once more, in which the page stands still. */
const mostPixels = 1_000_000
/** Columns and rows that are looked at. */
const looked = 8

/** Whether a file that counts as loaded has no pixel: it is cut off soon after the size of the picture. */
export async function isBlank(image: HTMLImageElement): Promise<boolean> {
  const { naturalWidth, naturalHeight } = image
  if (naturalWidth * naturalHeight > mostPixels) return false
  try {
    const context = new OffscreenCanvas(looked, looked).getContext('2d')
    context?.drawImage(image, 0, 0, looked, looked)
    // Of a picture of another host nothing can be read.
    const pixels = context?.getImageData(0, 0, looked, looked).data
    if (pixels?.some((value, at) => at % 4 === 3 && value > 0) !== false) return false
  } catch {
    return false
  }
  // One that is transparent by intention is whole.
  return createImageBitmap(image).then(
    (bitmap) => {
      bitmap.close()
      return false
    },
    () => true,
  )
}
