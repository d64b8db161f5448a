import { isLargeFile } from '@waypost/client/pictures/picture-header'

/**
 * The centre of a picture as a square, as a data URL: a PNG, which keeps transparency, or a JPEG if the PNG is too large.
 * @param side of the square, in pixels
 * @param most the maximum size in bytes
 * @returns undefined for a file that the browser can't decode
 */
export async function squareOf(file: File, side: number, most: number): Promise<string | undefined> {
  if (await isLargeFile(file)) return undefined
  let image: ImageBitmap
  try {
    image = await createImageBitmap(file)
  } catch {
    return undefined
  }
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  const { width, height } = image
  const shorter = Math.min(width, height)
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(image, (width - shorter) / 2, (height - shorter) / 2, shorter, shorter, 0, 0, side, side)
  image.close()
  const bytesIn = (url: string) => ((url.length - url.indexOf(',')) * 3) / 4
  const plain = canvas.toDataURL('image/png')
  return bytesIn(plain) <= most ? plain : canvas.toDataURL('image/jpeg', 0.85)
}

/** The start of a file, up to a number of bytes. @throws if it can't be read */
export async function startOfFile(url: string, bytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, { headers: { range: `bytes=0-${bytes - 1}` }, credentials: 'omit', signal })
  if (!response.ok || !response.body) throw new Error('A file cannot be read.')
  // A proxy may ignore the range.
  const reader = response.body.getReader()
  const start = new Uint8Array(bytes)
  let length = 0
  while (length < bytes) {
    const { done, value } = await reader.read()
    if (done) break
    start.set(value.subarray(0, bytes - length), length)
    length = Math.min(bytes, length + value.length)
  }
  void reader.cancel()
  return start.subarray(0, length)
}

/** Whether the server says that no file exists at an address. @throws if the server can't be reached */
export async function isGone(url: string): Promise<boolean> {
  const { status } = await fetch(url, { method: 'HEAD', credentials: 'omit' })
  return status === 404 || status === 410
}
