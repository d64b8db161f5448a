// Reads the contents of files: pictures, made smaller, and the start of others.

import { isLargeFile } from '@waypost/client/pictures/picture-header'

/**
 * The middle of a picture as a square, as a data URL: a PNG, which keeps transparency, or a JPEG if that has too many bytes.
 * @param side pixels of the side
 * @param most bytes that it may have
 * @returns undefined for a file that the browser cannot show
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

/** The start of a file, at most so many bytes of it. @throws when it cannot be read */
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

/** Whether the server says that it has no file at an address. @throws when it cannot be asked */
export async function isGone(url: string): Promise<boolean> {
  const { status } = await fetch(url, { method: 'HEAD', credentials: 'omit' })
  return status === 404 || status === 410
}
