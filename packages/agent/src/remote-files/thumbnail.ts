import type { Sharp, SharpOptions } from 'sharp'
import { RemoteFileError } from './remote-file-error.ts'
import type { SharedFolders } from './shared-folders.ts'

/** The longer side of a thumbnail, in pixels. */
const side = 256
/** The limits for source pictures: bytes, pixels, and seconds of work. */
const maxBytes = 64 * 2 ** 20
const maxPixels = 120_000_000
const maxSeconds = 20
/** Raster formats only; vector formats can contain code. */
const formats = ['jpeg', 'png', 'webp', 'gif', 'avif', 'heif', 'tiff']

type SharpModule = ((input: Buffer, options: SharpOptions) => Sharp) & {
  cache(use: boolean): unknown
  concurrency(threads: number): unknown
}

const tooLarge = (most: string): string => `The picture is too large for a preview: at most ${most}.`

let loading: Promise<SharpModule> | undefined

/** Returns a thumbnail of a shared picture as a base64 JPEG. @throws RemoteFileError */
export async function thumbnailOf(shared: SharedFolders, path: string): Promise<string> {
  const { handle, stat } = await shared.openFile(path)
  let bytes: Buffer
  try {
    if (stat.size > maxBytes) throw new RemoteFileError(tooLarge(`${maxBytes / 2 ** 20} MB`))
    bytes = await readAtMost(handle, stat.size)
  } finally {
    await handle.close()
  }
  const sharp = await loadSharp()
  try {
    const options: SharpOptions = { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' }
    const { format } = await sharp(bytes, options).metadata()
    if (!formats.includes(format)) throw new Error(format)
    const small = await sharp(bytes, options)
      .rotate()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 75 })
      .timeout({ seconds: maxSeconds })
      .toBuffer()
    return small.toString('base64')
  } catch (cause) {
    if (/pixel limit/i.test(String(cause))) throw new RemoteFileError(tooLarge(`${maxPixels / 1_000_000} megapixels`), { cause })
    throw new RemoteFileError('There is no preview of this file: it is damaged, or no picture.', { cause })
  }
}

async function readAtMost(handle: { read(buffer: Buffer, offset: number): Promise<{ bytesRead: number }> }, size: number) {
  const bytes = Buffer.alloc(size)
  let filled = 0
  while (filled < size) {
    const { bytesRead } = await handle.read(bytes, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

/** Sharp is native code and missing on some machines. */
async function loadSharp(): Promise<SharpModule> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // The companion runs in the background: little memory, one thread.
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp as unknown as SharpModule
  })
  try {
    return await loading
  } catch (cause) {
    loading = undefined
    throw new RemoteFileError('The device makes no previews: the package sharp is not installed there.', { cause })
  }
}
