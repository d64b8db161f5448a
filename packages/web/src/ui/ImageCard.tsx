import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { ExternalLink } from './Cards.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './ImageCard.module.css'
import { i18n, params } from './language.ts'

const messages = i18n('image-card', {
  open: params('Show {name}'),
  original: 'Open the original',
})

/** The longest side that a picture has in a conversation, in pixels of the page. */
const longest = 360

interface ImageCardProps {
  src: string
  name: string
  /** In pixels of the picture; its box is kept free before it has loaded. */
  width?: number | undefined
  height?: number | undefined
  /** The picture at its full size. */
  original?: string | undefined
  /** What lies over its lower edge, e.g. how far it is on its way. */
  status?: ReactNode
}

/** A picture in a box that is there before the picture is. A press shows it large. */
export function ImageCard({ src, name, width, height, original = src, status }: ImageCardProps) {
  const t = useStore(messages)
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState<string>()
  return (
    <div className={styles.card} style={boxOf(width, height)}>
      {failed === src ? (
        <p className={styles.name} dir="auto">
          {name}
        </p>
      ) : (
        <button type="button" className={styles.open} aria-label={t.open({ name })} onClick={() => setOpen(true)}>
          <img src={src} alt={name} decoding="async" onError={() => setFailed(src)} />
        </button>
      )}
      {status && <div className={styles.status}>{status}</div>}
      {open && (
        <Dialog title={name} bare onClose={() => setOpen(false)}>
          <img src={original} alt={name} width={width} height={height} className={styles.large} />
          {/^https?:/.test(original) && <ExternalLink href={original}>{t.original}</ExternalLink>}
        </Dialog>
      )}
    </div>
  )
}

/** The whole picture, no side longer than allowed, and never so flat or thin that it cannot be pressed. Four by three while unknown. */
function boxOf(width: number | undefined, height: number | undefined): { inlineSize: number; aspectRatio: string } {
  if (!width || !height) return { inlineSize: 280, aspectRatio: '4 / 3' }
  const scale = Math.min(1, longest / width, longest / height)
  const [across, down] = [Math.max(64, Math.round(width * scale)), Math.max(48, Math.round(height * scale))]
  return { inlineSize: across, aspectRatio: `${across} / ${down}` }
}
