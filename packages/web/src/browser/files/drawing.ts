import { isLargeFile } from '@waypost/client/pictures/picture-header'

interface Size {
  width: number
  height: number
}

/** The size of the picture in a file, upright; undefined if the browser cannot decode it. */
export async function pictureSize(file: Blob): Promise<Size | undefined> {
  const bitmap = await decoded(file)
  if (!bitmap) return undefined
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}

/**
 * Redraws the picture in a file.
 * @param turns quarter turns clockwise
 * @param drawing the size at which the whole rotated picture is drawn, and which part of that is kept
 * @returns a file of the same type if the browser can write it, otherwise a PNG or a JPEG with its name changed
 * @throws if the browser can't read or draw it
 */
export async function redrawn(
  file: File,
  turns: number,
  { whole, corner, shown }: { whole: Size; corner: { x: number; y: number }; shown: Size },
): Promise<File> {
  const bitmap = await decoded(file)
  const canvas = document.createElement('canvas')
  canvas.width = shown.width
  canvas.height = shown.height
  const context = canvas.getContext('2d')
  if (!bitmap || !context) throw new Error('The browser could not draw the picture.')
  const type = file.type === 'image/png' || file.type === 'image/webp' ? file.type : 'image/jpeg'
  if (type === 'image/jpeg') {
    // Otherwise transparent parts would turn black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, shown.width, shown.height)
  }
  context.imageSmoothingQuality = 'high'
  context.translate(-corner.x, -corner.y)
  // Rotation is around the corner, so the picture is moved back into place.
  context.translate(turns === 1 || turns === 2 ? whole.width : 0, turns === 2 || turns === 3 ? whole.height : 0)
  context.rotate((turns * Math.PI) / 2)
  const across = turns % 2 === 1
  context.drawImage(bitmap, 0, 0, across ? whole.height : whole.width, across ? whole.width : whole.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  if (!blob) throw new Error('The browser could not encode the picture.')
  return new File([blob], named(file.name, file.type, blob.type), { type: blob.type, lastModified: file.lastModified })
}

/** Renames a file for another type. */
function named(name: string, was: string, is: string): string {
  if (was === is) return name
  return `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.${is === 'image/jpeg' ? 'jpg' : is.slice('image/'.length)}`
}

async function decoded(file: Blob): Promise<ImageBitmap | undefined> {
  if (await isLargeFile(file)) return undefined
  try {
    return await createImageBitmap(file)
  } catch {
    return undefined
  }
}
