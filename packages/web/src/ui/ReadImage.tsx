// Draws a picture of another host, once it is read and measured.

import type { ComponentProps } from 'react'
import { useDrawable } from './drawable.ts'

/** An `img`; nothing until its picture is read, and for one that is too large or cannot be read. */
export function ReadImage({ src, ...rest }: ComponentProps<'img'>) {
  const drawable = useDrawable(src)
  // biome-ignore lint/a11y/useAltText: it is among the rest
  return drawable === undefined || drawable === 'refused' ? null : <img {...rest} src={drawable} />
}
