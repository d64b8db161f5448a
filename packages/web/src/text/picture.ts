import type { FileSource } from '@waypost/client'
import { pictureOf } from '../browser/files.ts'

/** The longest side that a picture in a text has, in pixels. */
const longestSide = 1_536
/** How good a JPEG that was made smaller is, from 0 to 1. */
const quality = 0.88
/** Longer than this nobody waits to learn how large a picture is, in milliseconds. */
const pictureWithin = 2_000

/** What this window draws a picture on its way with. */
export interface Preview {
  url: string
  width?: number
  height?: number
}

/** A PNG or JPEG as it is sent: no side longer than 1536 pixels. Undefined for a file that holds no picture. */
export async function pictureSource(file: File): Promise<FileSource | undefined> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    return undefined
  }
  const { width, height } = fitted(bitmap.width, bitmap.height)
  const smaller = width === bitmap.width ? file : await drawn(bitmap, width, height, file.type)
  bitmap.close()
  const { name, type } = file
  const preview = await pictureOf(new File([smaller], name, { type }), pictureWithin)
  return {
    name,
    type,
    size: smaller.size,
    slice: (start, end) => smaller.slice(start, end),
    ...(preview && { preview }),
  }
}

/** A size with the same shape and no side longer than allowed, in pixels. */
export function fitted(width: number, height: number, longest = longestSide): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function drawn(bitmap: ImageBitmap, width: number, height: number, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new Error('The browser did not write the picture.')
  return blob
}
