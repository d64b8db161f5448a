import { isLargeFile } from '@waypost/client/pictures/picture-header'

/** An object URL of a picture, with its size in pixels if known. */
export interface LocalPicture {
  url: string
  width?: number
  height?: number
}

const drawn = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/

/**
 * An object URL of the picture in a file; undefined for types that not every browser draws, and for pictures too large to draw.
 * @param within how long to wait for its size, in milliseconds; after that the size is left out
 */
export async function pictureOf(file: File, within: number): Promise<LocalPicture | undefined> {
  if (!drawn.test(file.type)) return undefined
  if (await isLargeFile(file)) return undefined
  const url = URL.createObjectURL(file)
  const image = new Image()
  await new Promise<void>((resolve) => {
    setTimeout(resolve, within)
    image.onload = image.onerror = () => resolve()
    image.src = url
  })
  return image.naturalWidth > 0 ? { url, width: image.naturalWidth, height: image.naturalHeight } : { url }
}
