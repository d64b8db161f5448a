import { isLargeFile } from '@waypost/client/pictures/picture-header'

/**
 * The pixels of a picture in a file, scaled down to a few columns and rows, as red, green, blue and alpha. The browser decodes it off the
 * main thread.
 * @returns undefined if the browser can't decode it, or if it is too large
 */
export async function pixelsOf(file: Blob, columns: number, rows: number): Promise<Uint8ClampedArray | undefined> {
  if (await isLargeFile(file)) return undefined
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: columns, resizeHeight: rows, resizeQuality: 'high' })
    const context = new OffscreenCanvas(columns, rows).getContext('2d')
    if (!context) return undefined
    // Otherwise transparent parts would turn black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, columns, rows)
    context.drawImage(bitmap, 0, 0)
    bitmap.close()
    return context.getImageData(0, 0, columns, rows).data
  } catch {
    return undefined
  }
}
