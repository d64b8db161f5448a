import { isLargePicture } from '@waypost/client/pictures/large-picture'
import { headerSize } from '@waypost/client/pictures/picture-header'
import { secureImage } from '../images.ts'

/** Larger pictures from other hosts are only drawn on a click. */
const mostBytes = 20 * 1_024 * 1_024

/** Several places that show one picture read it once. */
const reading = new Map<string, Promise<string | undefined>>()

/**
 * An object URL of the picture at a URL, so that exactly the measured bytes are drawn.
 * @param any whether to accept any size
 * @returns undefined for a picture that is too large, of unknown size, or not readable across origins
 */
export function readPicture(address: string, any = false): Promise<string | undefined> {
  if (any) return read(address, true)
  const known = reading.get(address)
  if (known) return known
  const now = read(address, false).finally(() => reading.delete(address))
  reading.set(address, now)
  return now
}

async function read(address: string, any: boolean): Promise<string | undefined> {
  const file = address.startsWith('data:') ? inline(address) : await fetched(address, any ? Number.POSITIVE_INFINITY : mostBytes)
  const size = any || !file ? undefined : await headerSize(file)
  return file && (any || (size && !isLargePicture(size.width, size.height))) ? URL.createObjectURL(file) : undefined
}

/** The picture in a base64 `data:` URL. */
function inline(address: string): Blob | undefined {
  const [, type, base64] = /^data:(image\/[a-z+.-]+);base64,(.*)$/i.exec(address) ?? []
  if (type === undefined || base64 === undefined) return undefined
  return new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type })
}

async function fetched(address: string, most: number): Promise<Blob | undefined> {
  const stop = new AbortController()
  const response = await fetch(secureImage(address) ?? address, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: stop.signal,
  })
  if (!response.ok || !response.body) return undefined
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length
    if (bytes > most) {
      stop.abort()
      return undefined
    }
    parts.push(part.value)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}
