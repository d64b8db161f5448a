// Finds out whether a picture may be drawn: none of over 40 megapixels is, without a click.

import { useEffect, useState } from 'react'
import { boundedImage } from '../browser/bounded-images.ts'
import { drawableImage, isBlank } from '../browser/files/drawn-pictures.ts'
import { secureImage } from '../browser/images.ts'

/** The most recently read pictures: an object URL, or that it must not be drawn. */
const known = new Map<string, string | 'refused'>()

/** How many are kept. */
const most = 300

/**
 * The URL from which to draw a picture; undefined until known, and `refused` if it is too large or can't be read. A picture from another
 * host is read and measured first.
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

/** Calls `fail` if a loaded picture is blank, as if it had failed to load. */
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

/** Reads a picture that somebody wants to see regardless of its size. */
export async function makeDrawable(address: string): Promise<void> {
  const url = await import('../browser/files/read-picture.ts')
    .then(({ readPicture }) => readPicture(address, true))
    .catch(() => undefined)
  keep(address, url ?? secureImage(address) ?? address)
}
