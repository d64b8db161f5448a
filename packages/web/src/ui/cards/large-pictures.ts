// Tracks which pictures of more than 40 megapixels somebody has chosen to draw.

import { useStore } from '@nanostores/react'
import { isLargePicture } from '@waypost/client/pictures/large-picture'
import { atom } from 'nanostores'
import { makeDrawable } from '../drawable.ts'

const $wanted = atom<ReadonlySet<string>>(new Set())

/**
 * Whether a picture needs a click before it is drawn: decoded it would take more memory than a phone has.
 * @param original the URL of the picture in full size
 */
export function useWaits(original: string, width: number | undefined, height: number | undefined): boolean {
  const wanted = useStore($wanted)
  return isLargePicture(width, height) && !wanted.has(original)
}

/** Draws a picture wherever it is shown, until the page is reloaded. */
export async function drawAnyway(...addresses: string[]): Promise<void> {
  await Promise.all(addresses.map(makeDrawable))
  $wanted.set(new Set([...$wanted.get(), ...addresses]))
}
