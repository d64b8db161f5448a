import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { failIfBlank, useDrawable } from '../drawable.ts'
import { i18n } from '../language.ts'
import { lazily } from '../lazily.tsx'
import { PictureViewerLater, useViewerCode } from '../viewer/PictureViewerLater.tsx'
import { imageCard } from './en.ts'
import styles from './ImageCard.module.css'
import { useWaits } from './large-pictures.ts'
import { PictureButton } from './PictureButton.tsx'

// Few pictures are that large.
const LargePicture = lazily(() => import('./LargePicture.tsx').then((module) => module.LargePicture), {
  soon: true,
  waiting: () => null,
})

const messages = i18n('image-card', imageCard)

/** In CSS pixels. */
const maxSide = 360
/** Widths in CSS pixels: below the first only the most important text fits, below the second only a button. */
const narrow = 150
const narrowest = 96

export interface ImageCardProps {
  src: string
  name: string
  /** In pixels, to reserve its space. */
  width?: number | undefined
  height?: number | undefined
  /** The URL of the picture in full size. */
  original?: string | undefined
  /** The upload state, shown over its lower edge. */
  status?: { size: string | undefined; words: string | undefined; action: ReactNode } | undefined
  placeholder?: string | undefined
  /** Shown instead if this browser can't draw it. */
  instead?: ReactNode
  /** Opens it in a viewer with other pictures; by default it opens alone. */
  onOpen?: (() => void) | undefined
}

/** A picture in a box of reserved size. A click enlarges it. */
export function ImageCard({ src, name, width, height, original = src, status, placeholder, instead, onOpen }: ImageCardProps) {
  const t = useStore(messages)
  const [open, setOpen] = useState(false)
  useViewerCode()
  const [failed, setFailed] = useState<string>()
  const [isLoaded, setLoaded] = useState(false)
  // Some browsers ignore the rotation of some pictures, e.g. Chromium for WebP.
  const [isTurned, setTurned] = useState(false)
  const drawable = useDrawable(src)
  const isLarge = useWaits(original, width, height)
  if (isLarge || drawable === 'refused')
    return (
      <LargePicture name={name} src={src} original={original} size={isLarge && width && height ? { width, height } : undefined} />
    )
  if (failed === src && instead) return instead
  const box = boxOf(width, height)
  const room = box.inlineSize < narrowest ? 'narrowest' : box.inlineSize < narrow ? 'narrow' : undefined
  return (
    <div
      className={styles.card}
      style={{
        inlineSize: box.inlineSize,
        aspectRatio: box.aspectRatio,
        ...(placeholder && !isLoaded && { backgroundImage: `url(${placeholder})` }),
      }}
      data-room={room}
    >
      {failed === src ? (
        <p className={styles.name} dir="auto">
          {name}
        </p>
      ) : (
        <PictureButton label={t.open({ name })} onClick={() => (onOpen ? onOpen() : setOpen(true))}>
          <img
            src={drawable}
            alt={name}
            decoding="async"
            data-whole={box.whole || isTurned || undefined}
            onLoad={({ currentTarget }) => {
              const { naturalWidth, naturalHeight } = currentTarget
              void failIfBlank(currentTarget, () => setFailed(src))
              setLoaded(true)
              setTurned(width !== undefined && height !== undefined && naturalWidth > naturalHeight !== width > height)
            }}
            onError={() => setFailed(src)}
          />
        </PictureButton>
      )}
      {status && (
        <div className={styles.status}>
          <span className={styles.words}>
            {status.size && (
              <span className={styles.size}>
                {status.size} <span aria-hidden="true">·</span>{' '}
              </span>
            )}
            {status.words}
          </span>
          {status.action}
        </div>
      )}
      {open && (
        <PictureViewerLater
          pictures={[{ key: src, name, src, original, width, height }]}
          shown={src}
          onShow={() => {}}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/**
 * The size of the box: no side longer than allowed, and large enough to click. 4:3 if the size is unknown; the picture is then fitted
 * inside, as are pictures of extreme proportions.
 */
function boxOf(
  width: number | undefined,
  height: number | undefined,
): { inlineSize: number; aspectRatio: string; whole: boolean } {
  if (!width || !height) return { inlineSize: 280, aspectRatio: '4 / 3', whole: true }
  const scale = Math.min(1, maxSide / width, maxSide / height)
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
  const [across, down] = [Math.max(64, wide), Math.max(48, high)]
  return { inlineSize: across, aspectRatio: `${across} / ${down}`, whole: across > wide || down > high }
}
