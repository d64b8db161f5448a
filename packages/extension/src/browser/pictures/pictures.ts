// Pictures for notifications, as `data:` URLs: drawn, or fetched within limits on bytes, pixels and time.

import { hueOf, initialsOf } from '@waypost/client/pictures/hue'
import { isLargePicture } from '@waypost/client/pictures/large-picture'
import { headerSize } from '@waypost/client/pictures/picture-header'

const most = { bytes: 6_000_000, milliseconds: 10_000, kept: 40 }

/** In pixels. */
interface Size {
  width: number
  height: number
}

/** Undefined for a failed one. */
const fetched = new Map<string, Promise<string | undefined>>()

/** The picture at an address, cropped to a size; undefined if it can't be fetched or is too expensive to draw. */
export function pictureAt(address: string, size: Size): Promise<string | undefined> {
  const key = `${size.width} ${size.height} ${address}`
  const known = fetched.get(key)
  if (known) return known
  const made = fetchPicture(address, size).catch(() => undefined)
  fetched.set(key, made)
  // It may succeed next time.
  void made.then((url) => url === undefined && fetched.delete(key))
  if (fetched.size > most.kept) fetched.delete(fetched.keys().next().value ?? '')
  return made
}

async function fetchPicture(address: string, size: Size): Promise<string | undefined> {
  const answer = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(most.milliseconds) })
  const file = answer.ok && answer.body ? await readBounded(answer.body) : undefined
  const measured = file && (await headerSize(file))
  if (!file || !measured || isLargePicture(measured.width, measured.height)) return undefined
  const picture = await createImageBitmap(file)
  try {
    const scale = Math.max(size.width / picture.width, size.height / picture.height)
    const [width, height] = [picture.width * scale, picture.height * scale]
    return await drawn(size, (context) => {
      context.imageSmoothingQuality = 'high'
      context.drawImage(picture, (size.width - width) / 2, (size.height - height) / 2, width, height)
    })
  } finally {
    picture.close()
  }
}

/** Undefined if there are too many. */
async function readBounded(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob | undefined> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return new Blob(pieces)
    bytes += value.byteLength
    if (bytes > most.bytes) {
      await reader.cancel()
      return undefined
    }
    pieces.push(value)
  }
}

/** The avatar hues and their text colour, from the light theme: the system's theme is unknown here. */
const hues = ['#be483d', '#9e6214', '#61761c', '#208046', '#057c79', '#3072c1', '#735acc', '#af3c7f']
const onHue = '#ffffff'
const side = 128

/** The tile with initials for somebody without a picture. @param seed decides the hue */
export async function initialsPicture(name: string, seed: string): Promise<string | undefined> {
  return drawn({ width: side, height: side }, (context) => {
    context.fillStyle = hues[hueOf(seed) - 1] ?? (hues[0] as string)
    context.roundRect(0, 0, side, side, [0.3 * side, 0.3 * side, 0.3 * side, 0.1 * side])
    context.fill()
    context.fillStyle = onHue
    context.font = `650 ${0.4 * side}px system-ui, sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(initialsOf(name), side / 2, 0.53 * side)
  }).catch(() => undefined)
}

async function drawn(
  { width, height }: Size,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): Promise<string | undefined> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  draw(context)
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return `data:image/png;base64,${btoa(pieces.join(''))}`
}
