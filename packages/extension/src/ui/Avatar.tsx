import './avatar.css'
import type { Target } from '@waypost/client'
import { colourOfHue, hueOf, initialsOf } from '@waypost/client/pictures/hue'
import type { Device } from '@waypost/protocol'
import { useState } from 'preact/hooks'
import { nameOf } from '../targets/names.ts'
import { Icon, type IconName } from './Icon.tsx'

const glyphs: Record<string, IconName> = {
  phone: 'smartphone',
  tablet: 'smartphone',
  android: 'smartphone',
  ios: 'smartphone',
  laptop: 'laptop',
  mac: 'laptop',
  browser: 'window',
  website: 'window',
  chrome: 'window',
  firefox: 'window',
  opera: 'window',
  safari: 'window',
  system: 'server',
}

/** The initials are taken from the first characters, this many at most. */
const readName = 200

interface AvatarProps {
  target: Target
  /** The server, the only one whose pictures are shown: other hosts would learn who is looking. */
  origin: string
  size?: number
}

/** The picture of a target; initials or an icon until there is one. */
export function Avatar({ target, origin, size = 40 }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const glyph = glyphOf(target)
  const image = ownPicture(target.image_url, origin)
  return (
    <span
      class={glyph ? 'avatar tile' : 'avatar'}
      style={{ '--size': `${size}px`, '--hue': colourOfHue(hueOf(target.key)) }}
      aria-hidden="true"
    >
      {glyph ? <Icon name={glyph} size={size / 2} /> : <span data-initials={initialsOf(nameOf(target).slice(0, readName))} />}
      {image && image !== failed && <img src={image} alt="" onError={() => setFailed(image)} />}
    </span>
  )
}

/** The address of a picture on the server itself; undefined for any other. */
export const ownPicture = (address: string | undefined, origin: string): string | undefined =>
  address !== undefined && URL.canParse(address) && new URL(address).origin === origin ? address : undefined

function glyphOf({ type, obj }: Target): IconName | undefined {
  if (type === 'me') return 'bookmark'
  if (type === 'grant') return 'window'
  if (type !== 'device') return undefined
  const device = obj as Device | undefined
  return glyphs[device?.icon ?? ''] ?? glyphs[device?.type ?? ''] ?? 'monitor'
}
