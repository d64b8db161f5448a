// Resizes a picture that is sent by SMS, and makes its preview.

import type { FileSource } from '@waypost/client'
import { pictureOf } from '../browser/files.ts'

/** The longest side of a sent picture, in pixels. */
const maxSide = 1_536
/** The JPEG quality of resized pictures, from 0 to 1. */
const quality = 0.88
/** How long to wait for the size of a picture, in milliseconds. */
const pictureWithin = 2_000

/** The local picture that is shown until the sent one arrives. */
export interface Preview {
  url: string
  width?: number
  height?: number
}

/** Prepares a PNG or JPEG for sending: no side is longer than 1536 pixels. Undefined if the file is not a picture. */
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

/** Scales a size so that no side is longer than `longest`, in pixels. */
export function fitted(width: number, height: number, longest = maxSide): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function drawn(bitmap: ImageBitmap, width: number, height: number, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new Error('The browser could not encode the picture.')
  return blob
}
