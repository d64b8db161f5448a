import type { ComponentProps } from 'react'
import { useDrawable } from './drawable.ts'

/** An `img`; nothing until its picture has been read, or if it is too large or can't be read. */
export function ReadImage({ src, ...rest }: ComponentProps<'img'>) {
  const drawable = useDrawable(src)
  // biome-ignore lint/a11y/useAltText: it is among the rest
  return drawable === undefined || drawable === 'refused' ? null : <img {...rest} src={drawable} />
}
