// Finds out whether a picture may be drawn: none of over 40 megapixels is, without a press.

import { useEffect, useState } from 'react'
import { boundedImage } from '../browser/bounded-images.ts'
import { drawableImage, isBlank } from '../browser/files/drawn-pictures.ts'
import { secureImage } from '../browser/images.ts'

/** The pictures read last: an object URL of each picture, or that it may not be drawn. */
const known = new Map<string, string | 'refused'>()

/** How many are kept. */
const most = 300

/**
 * The URL by which a picture may be drawn; undefined until that is known, and `refused` for one that is too large or cannot be read. A
 * picture of another host is read and measured first.
 */
export function useDrawable(address: string | undefined): string | undefined {
  const [, setRead] = useState<unknown>()
  const found = address === undefined ? undefined : (known.get(address) ?? boundedImage(address))
  useEffect(() => {
    if (address === undefined || found !== undefined) return
    let over = false
    void drawableImage(address).then((url) => {
      if (!known.has(address)) keep(address, url ?? 'refused')
      if (!over) setRead(address)
    })
    return () => {
      over = true
    }
  }, [address, found])
  return found
}

/** Calls `fail` where a picture that was loaded has nothing to show, as one that could not be loaded. */
export async function failIfBlank(image: HTMLImageElement, fail: () => void): Promise<void> {
  if (await isBlank(image)) fail()
}

function keep(address: string, found: string): void {
  known.delete(address)
  known.set(address, found)
  const [first] = known
  if (known.size <= most || !first) return
  URL.revokeObjectURL(first[1])
  known.delete(first[0])
}

/** Reads a picture that somebody wants to see all the same, whatever its size is. */
export async function makeDrawable(address: string): Promise<void> {
  const url = await import('../browser/files/read-picture.ts')
    .then(({ readPicture }) => readPicture(address, true))
    .catch(() => undefined)
  keep(address, url ?? secureImage(address) ?? address)
}
