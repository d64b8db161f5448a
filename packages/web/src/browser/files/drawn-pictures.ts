import { boundedImage } from '../bounded-images.ts'

/**
 * The URL from which to draw a picture: one from another host is read and measured first. Undefined for one that is too large or can't be
 * read.
 */
export async function drawableImage(address: string): Promise<string | undefined> {
  const bounded = boundedImage(address)
  return bounded ?? import('./read-picture.ts').then(({ readPicture }) => readPicture(address)).catch(() => undefined)
}

/** Larger pictures aren't checked: decoding them again would block the page. */
const mostPixels = 1_000_000
/** Columns and rows that are sampled. */
const looked = 8

/** Whether a picture that counts as loaded has no pixels, because the file is cut off soon after its header. */
export async function isBlank(image: HTMLImageElement): Promise<boolean> {
  const { naturalWidth, naturalHeight } = image
  if (naturalWidth * naturalHeight > mostPixels) return false
  try {
    const context = new OffscreenCanvas(looked, looked).getContext('2d')
    context?.drawImage(image, 0, 0, looked, looked)
    // The pixels of another host's picture can't be read.
    const pixels = context?.getImageData(0, 0, looked, looked).data
    if (pixels?.some((value, at) => at % 4 === 3 && value > 0) !== false) return false
  } catch {
    return false
  }
  // An intentionally transparent picture decodes in full.
  return createImageBitmap(image).then(
    (bitmap) => {
      bitmap.close()
      return false
    },
    () => true,
  )
}
