import { colourOfHue, hueOf, initialsOf } from '@waypost/client/pictures/hue'
import { type ReactNode, useState } from 'react'
import { localImage } from '../browser/images.ts'
import styles from './Avatar.module.css'
import { lazily } from './lazily.tsx'

// Few have a picture on another host.
const ReadImage = lazily(() => import('./ReadImage.tsx').then((module) => module.ReadImage), { soon: true, waiting: () => null })

interface AvatarProps {
  name: string
  /** Decides the hue. */
  seed: string
  /** Overrides the hue of the seed. */
  hue?: number | undefined
  image?: string | undefined
  /** An icon instead of initials. */
  glyph?: ReactNode
  size?: 28 | 40 | 64 | 96 | 188
  /** The accessible name, if no name is shown beside it. */
  alt?: string
}

/** Initials or an icon on a tile. A picture fades in over them; if it fails to load, they stay. */
export function Avatar({ name, seed, hue = hueOf(seed), image, glyph, size = 40, alt }: AvatarProps) {
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting')
  const src = localImage(image)
  const Picture = src ? 'img' : ReadImage
  return (
    <span
      className={[styles.avatar, styles[`of${size}`], glyph && styles.tile].filter(Boolean).join(' ')}
      style={{ '--hue': colourOfHue(hue) } as React.CSSProperties}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      {glyph ?? <span className={styles.initials} data-initials={initialsOf(name)} />}
      {image && state !== 'failed' && (
        <Picture
          src={src ?? image}
          alt=""
          className={styles.picture}
          data-shown={state === 'shown' || undefined}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </span>
  )
}
