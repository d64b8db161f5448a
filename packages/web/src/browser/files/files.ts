// Opens the file dialog, makes previews of pictures in files, makes pictures smaller, and reads files of this server.

import { currentUrl } from '../location.ts'

/** An object URL of a picture, with its size in pixels if known. */
export interface LocalPicture {
  url: string
  width?: number
  height?: number
}

interface FileChoice {
  multiple: boolean
  /** The types that it proposes, e.g. `image/*`. */
  accept?: string
  /** Opens the camera instead, where the device has one. */
  capture?: 'environment'
}

/** Opens the file dialog. Returns no files if it is canceled. */
export function chooseFiles({ multiple, accept = '', capture }: FileChoice): Promise<File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = multiple
  input.accept = accept
  if (capture) input.setAttribute('capture', capture)
  input.hidden = true
  // Some browsers open no dialog for an input outside of the document.
  document.body.append(input)
  return new Promise((resolve) => {
    const end = () => {
      resolve([...(input.files ?? [])])
      input.remove()
    }
    input.addEventListener('change', end)
    input.addEventListener('cancel', end)
    input.click()
  })
}

const drawn = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/

/**
 * An object URL of the picture in a file; undefined for types that not every browser draws.
 * @param within how long to wait for its size, in milliseconds; then the size is left out
 */
export async function pictureOf(file: File, within: number): Promise<LocalPicture | undefined> {
  if (!drawn.test(file.type)) return undefined
  const url = URL.createObjectURL(file)
  const image = new Image()
  await new Promise<void>((resolve) => {
    setTimeout(resolve, within)
    image.onload = image.onerror = () => resolve()
    image.src = url
  })
  return image.naturalWidth > 0 ? { url, width: image.naturalWidth, height: image.naturalHeight } : { url }
}

/** The types that every browser decodes, and that stand still. */
const still = /^image\/(png|jpeg|webp|avif|bmp)$/

/** Whether a file may be a picture that can be edited. Drawings and animations would become a still picture. */
export const isStill = ({ type }: Blob): boolean => still.test(type)

/**
 * The middle of a picture as a square, as a data URL: a PNG, which keeps what is transparent, or a JPEG if that has too many bytes.
 * @param side pixels of the side
 * @param most bytes that it may have
 * @returns undefined for a file that the browser cannot show
 */
export async function squareOf(file: File, side: number, most: number): Promise<string | undefined> {
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

/** Downloads a file of this server under a name. */
export function download(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Whether a URL leads to this server. Only its files are read in place. */
export const isOwn = (url: string): boolean => URL.canParse(url) && new URL(url).origin === new URL(currentUrl()).origin

/** The start of a text file, at most so many bytes of it; undefined if it is no text. @throws when it cannot be read */
export async function startOfText(url: string, bytes: number, signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch(url, { headers: { range: `bytes=0-${bytes - 1}` }, credentials: 'omit', signal })
  if (!response.ok || !response.body) throw new Error('A file cannot be read.')
  // A proxy may ignore the range.
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let left = bytes
  while (left > 0) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value.subarray(0, left), { stream: true })
    left -= value.length
  }
  void reader.cancel()
  return text.includes('\0') ? undefined : text
}
