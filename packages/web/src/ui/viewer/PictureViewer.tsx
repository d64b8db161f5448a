import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight, Download, ExternalLink, Share2, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { origin } from '../../browser/location.ts'
import { LargePicture } from '../cards/LargePicture.tsx'
import { useWaits } from '../cards/large-pictures.ts'
import { useModal } from '../dialogs/Dialog.tsx'
import { failIfBlank, useDrawable } from '../drawable.ts'
import type { Toast } from '../feedback/feedback.ts'
import { ToastPlate } from '../feedback/Toasts.tsx'
import button from '../inputs/IconButton.module.css'
import { IconButton } from '../inputs/IconButton.tsx'
import { Spinner } from '../inputs/Spinner.tsx'
import { i18n } from '../language.ts'
import { Row } from '../layout/layout.tsx'
import { shareFile, sharesFile } from '../sharing.ts'
import { pictureViewer } from './en.ts'
import styles from './PictureViewer.module.css'
import { useGestures } from './use-gestures.ts'
import { useZoom, type Zooming } from './use-zoom.ts'
import { actOfKey, zoomStep } from './viewer-keys.ts'
import type { Zoom } from './zoom.ts'

const messages = i18n('picture-viewer', pictureViewer)

/** A picture of a conversation, with the URL of its full size. */
export interface Picture {
  key: string
  name: string
  src: string
  original: string
  width?: number | undefined
  height?: number | undefined
}

interface PictureViewerProps {
  /** Oldest first. */
  pictures: readonly Picture[]
  shown: string
  onShow: (key: string) => void
  onClose: () => void
  /** Loads earlier pictures, if there may be any. */
  onEarlier?: (() => void) | undefined
  /** Earlier pictures are being loaded. */
  seeking?: boolean
}

/**
 * Shows pictures over the whole window, one at a time. Pinch, double tap, wheel and the keys + - 0 zoom; arrows, swipes and buttons move to
 * the next one.
 */
export function PictureViewer({ pictures, shown, onShow, onClose, onEarlier, seeking = false }: PictureViewerProps) {
  const t = useStore(messages)
  const id = useId()
  const dialog = useModal()
  const zooming = useZoom(shown)
  // Live regions outside of an open dialog are not announced.
  const [spoken, setSpoken] = useState('')
  const [told, setTold] = useState<Toast>()
  const index = pictures.findIndex(({ key }) => key === shown)
  const picture = pictures[index]
  const hasPrevious = index > 0 || onEarlier !== undefined
  const hasNext = index < pictures.length - 1
  const gestures = useGestures(zooming, (by) => go(index + by))
  if (!picture) return null

  function go(to: number): void {
    const goal = pictures[to]
    if (goal) {
      onShow(goal.key)
      setSpoken(t.spoken({ name: goal.name, at: to + 1, count: pictures.length }))
    } else if (to < 0 && !seeking) onEarlier?.()
  }

  /** The page's toasts are below the open dialog. */
  function tell(text: string, action?: Toast['action']): void {
    setSpoken(text)
    setTold({ id: 0, text, ...(action && { action, lasting: true }) })
  }

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = actOfKey(event.key, zooming.isZoomed, getComputedStyle(event.currentTarget).direction === 'rtl')
    if (!act) return
    event.preventDefault()
    if (act.kind === 'go') go(index + act.by)
    else if (act.kind === 'pan') zooming.panBy(act.by)
    else if (act.kind === 'zoom') zooming.zoomBy(act.factor)
    else zooming.fit()
  }

  return (
    <dialog
      ref={dialog}
      data-theme="dark"
      aria-labelledby={id}
      className={styles.viewer}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={onKeyDown}
    >
      <p role="status" className="hidden-words">
        {spoken}
      </p>
      <Head
        id={id}
        picture={picture}
        place={pictures.length > 1 ? t.place({ at: index + 1, count: pictures.length }) : undefined}
        zooming={zooming}
        onTell={tell}
        onClose={onClose}
      />
      <div ref={zooming.frame} className={styles.stage} data-zoomed={zooming.isZoomed || undefined} {...gestures}>
        <Shown picture={picture} zooming={zooming} seeking={seeking} />
      </div>
      {told && (
        <div className={styles.told}>
          <ToastPlate key={told.text} toast={told} onClose={() => setTold(undefined)} />
        </div>
      )}
      {(pictures.length > 1 || onEarlier) && (
        <>
          <div className={styles.previous}>
            <IconButton label={t.previous} unavailable={!hasPrevious || seeking} onClick={() => go(index - 1)}>
              <ChevronLeft size={26} aria-hidden="true" />
            </IconButton>
          </div>
          <div className={styles.next}>
            <IconButton label={t.next} unavailable={!hasNext} onClick={() => go(index + 1)}>
              <ChevronRight size={26} aria-hidden="true" />
            </IconButton>
          </div>
        </>
      )}
    </dialog>
  )
}

interface HeadProps {
  /** Of the name, which labels the dialog. */
  id: string
  picture: Picture
  /** Which picture of how many it is, in words. */
  place: string | undefined
  zooming: Zooming
  onTell: (text: string, action?: Toast['action']) => void
  onClose: () => void
}

function Head({ id, picture: { name, original }, place, zooming, onTell, onClose }: HeadProps) {
  const t = useStore(messages)
  return (
    <Row gap={1} className={styles.head}>
      <h2 id={id} className={styles.name} dir="auto">
        {name}
      </h2>
      {place !== undefined && <span className={styles.place}>{place}</span>}
      <Row as="span" align="stretch">
        <IconButton label={t.zoomOut} unavailable={!zooming.isZoomed} onClick={() => zooming.zoomBy(1 / zoomStep)}>
          <ZoomOut size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t.zoomIn} onClick={() => zooming.zoomBy(zoomStep)}>
          <ZoomIn size={20} aria-hidden="true" />
        </IconButton>
      </Row>
      {isOwn(original) ? (
        <a
          href={original}
          download={name}
          className={button.button}
          aria-label={t.download({ name })}
          title={t.download({ name })}
        >
          <Download size={20} aria-hidden="true" />
        </a>
      ) : null}
      {isOwn(original) && /^https?:/.test(original) && sharesFile('picture.png', 'image/png') && (
        <IconButton label={t.share({ name })} onClick={() => void shareFile({ url: original, name }, onTell)}>
          <Share2 size={20} aria-hidden="true" />
        </IconButton>
      )}
      {/^https?:/.test(original) && (
        <a
          href={original}
          target="_blank"
          rel="noreferrer noopener"
          className={button.button}
          aria-label={t.original}
          title={t.original}
        >
          <ExternalLink size={20} aria-hidden="true" />
        </a>
      )}
      <IconButton label={t.close} data-first="" onClick={onClose}>
        <X size={22} aria-hidden="true" />
      </IconButton>
    </Row>
  )
}

interface ShownProps {
  picture: Picture
  zooming: Zooming
  seeking: boolean
}

function Shown({ picture: { name, original, width, height }, zooming, seeking }: ShownProps) {
  const t = useStore(messages)
  const [loaded, setLoaded] = useState<{ original: string; failed: boolean }>()
  const standing = loaded && loaded.original === original ? (loaded.failed ? 'failed' : 'ready') : 'loading'
  const drawable = useDrawable(original)
  const isLarge = useWaits(original, width, height)
  const waits = isLarge || drawable === 'refused'
  const size = isLarge && width && height ? { width, height } : undefined
  return (
    <>
      {standing === 'failed' ? (
        <p role="alert" className={styles.failed}>
          {t.failed}
        </p>
      ) : waits ? (
        // Pressing its buttons must not start dragging the picture.
        <div onPointerDown={(event) => event.stopPropagation()}>
          <LargePicture name={name} src={original} original={original} size={size} />
        </div>
      ) : (
        <img
          key={original}
          ref={zooming.image}
          src={drawable}
          alt={name}
          draggable={false}
          className={styles.picture}
          style={{ transform: transformOf(zooming.zoom) }}
          onLoad={({ currentTarget }) => {
            setLoaded({ original, failed: false })
            void failIfBlank(currentTarget, () => setLoaded({ original, failed: true }))
          }}
          onError={() => setLoaded({ original, failed: true })}
        />
      )}
      {((standing === 'loading' && !waits) || seeking) && (
        <div className={styles.wait}>
          <Spinner label={seeking ? t.earlier : t.loading} />
        </div>
      )}
    </>
  )
}

/** Only this server's files can be downloaded with their names; for others, browsers open them instead. */
function isOwn(address: string): boolean {
  return address.startsWith('blob:') || (URL.canParse(address) && new URL(address).origin === origin())
}

const transformOf = ({ x, y, scale }: Zoom): string => `translate(${x}px, ${y}px) scale(${scale})`
