import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { secureImage } from '../browser/images.ts'
import styles from './ImageCard.module.css'
import { i18n, params } from './language.ts'
import { PictureViewer } from './PictureViewer.tsx'

const messages = i18n('image-card', { open: params('Show {name}') })

/** The longest side that a picture has in a conversation, in pixels of the page. */
const longest = 360
/** Under this width there is room for the most important words only; under the second one, for a button alone. */
const narrow = 150
const narrowest = 96

export interface ImageCardProps {
  src: string
  name: string
  /** In pixels of the picture; its box is kept free before it has loaded. */
  width?: number | undefined
  height?: number | undefined
  /** The picture at its full size. */
  original?: string | undefined
  /** How far it is on its way, over its lower edge. */
  status?: { size: string | undefined; words: string | undefined; action: ReactNode } | undefined
  /** A press shows it large together with others; without this, by itself. */
  onOpen?: (() => void) | undefined
}

/** A picture in a box that is there before the picture is. A press shows it large. */
export function ImageCard({ src, name, width, height, original = src, status, onOpen }: ImageCardProps) {
  const t = useStore(messages)
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState<string>()
  const box = boxOf(width, height)
  const room = box.inlineSize < narrowest ? 'narrowest' : box.inlineSize < narrow ? 'narrow' : undefined
  return (
    <div className={styles.card} style={{ inlineSize: box.inlineSize, aspectRatio: box.aspectRatio }} data-room={room}>
      {failed === src ? (
        <p className={styles.name} dir="auto">
          {name}
        </p>
      ) : (
        <button
          type="button"
          className={styles.open}
          aria-label={t.open({ name })}
          onClick={() => (onOpen ? onOpen() : setOpen(true))}
        >
          <img
            src={secureImage(src)}
            alt={name}
            decoding="async"
            data-whole={box.whole || undefined}
            onError={() => setFailed(src)}
          />
        </button>
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
        <PictureViewer
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
 * The whole picture, no side longer than allowed, and never so flat or thin that it cannot be pressed. Four by three while its shape is
 * not known: it is then drawn whole inside the box, as is one whose shape the box cannot take.
 */
function boxOf(
  width: number | undefined,
  height: number | undefined,
): { inlineSize: number; aspectRatio: string; whole: boolean } {
  if (!width || !height) return { inlineSize: 280, aspectRatio: '4 / 3', whole: true }
  const scale = Math.min(1, longest / width, longest / height)
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
  const [across, down] = [Math.max(64, wide), Math.max(48, high)]
  return { inlineSize: across, aspectRatio: `${across} / ${down}`, whole: across > wide || down > high }
}
