import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight, Download, ExternalLink, Share2, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
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
import { shareFile, sharesFile } from '../sharing.ts'
import { pictureViewer } from './en.ts'
import styles from './PictureViewer.module.css'
import { fitted, type Point, panBy, type Size, toggled, type Zoom, zoomAt } from './zoom.ts'

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
  /** The key of the shown picture. */
  shown: string
  onShow: (key: string) => void
  onClose: () => void
  /** Loads earlier pictures, if there may be any. */
  onEarlier?: (() => void) | undefined
  /** Earlier pictures are being loaded. */
  seeking?: boolean
}

/** The minimum distance of a swipe, in pixels. */
const swipe = 60
/** A press that moves less than this, in pixels, and ends within `tapFor` milliseconds is a tap. */
const tapWithin = 10
const tapFor = 300
/** How far a key moves a zoomed picture, in pixels. */
const keyStep = 80
const keyZoom = 1.5

/**
 * Shows pictures over the whole window, one at a time. Pinch, double tap, wheel and the keys + - 0 zoom; arrows, swipes and buttons move to
 * the next one.
 */
export function PictureViewer({ pictures, shown, onShow, onClose, onEarlier, seeking = false }: PictureViewerProps) {
  const t = useStore(messages)
  const id = useId()
  const dialog = useModal()
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [zoom, setZoom] = useState<Zoom>(fitted)
  const [loaded, setLoaded] = useState<{ original: string; failed: boolean }>()
  // Live regions outside of an open dialog are not announced.
  const [spoken, setSpoken] = useState('')
  const [told, setTold] = useState<Toast>()
  const pointers = useRef(new Map<number, Point>())
  const press = useRef<{ from: Point; at: number; single: boolean }>(undefined)
  const lastTap = useRef<{ at: number; where: Point }>(undefined)
  const index = pictures.findIndex(({ key }) => key === shown)
  const picture = pictures[index]
  const standing = loaded && loaded.original === picture?.original ? (loaded.failed ? 'failed' : 'ready') : 'loading'
  const hasPrevious = index > 0 || onEarlier !== undefined
  const hasNext = index < pictures.length - 1

  // Each picture starts unzoomed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each picture
  useEffect(() => setZoom(fitted), [shown])

  // Not a React listener, as those are passive and cannot prevent scrolling and zooming of the page.
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const point = fromMiddle(event, element)
      const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002))
      setZoom((now) => zoomAt(now, factor, point, sizeOf(image.current), frameOf(element)))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [])

  const drawable = useDrawable(picture?.original)
  const isLarge = useWaits(picture?.original ?? '', picture?.width, picture?.height)
  const waits = isLarge || drawable === 'refused'
  if (!picture) return null
  const { name, original, width, height } = picture
  const size = isLarge && width && height ? { width, height } : undefined

  const change = (by: (now: Zoom, picture: Size, frame: Size) => Zoom) =>
    setZoom((now) => (stage.current ? by(now, sizeOf(image.current), frameOf(stage.current)) : now))
  const zoomBy = (factor: number) => change((now, size, frame) => zoomAt(now, factor, { x: 0, y: 0 }, size, frame))

  function go(to: number): void {
    const goal = pictures[to]
    if (goal) {
      onShow(goal.key)
      setSpoken(t.spoken({ name: goal.name, at: to + 1, count: pictures.length }))
    } else if (to < 0 && !seeking) onEarlier?.()
  }

  /** The toasts of the page are under the open dialog. */
  function tell(text: string, action?: Toast['action']): void {
    setSpoken(text)
    setTold({ id: 0, text, ...(action && { action, lasting: true }) })
  }

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const pan = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key]
    const act = ((): (() => void) | undefined => {
      if (event.key === '+' || event.key === '=') return () => zoomBy(keyZoom)
      if (event.key === '-') return () => zoomBy(1 / keyZoom)
      if (event.key === '0') return () => setZoom(fitted)
      if (event.key === 'PageDown') return () => go(index + 1)
      if (event.key === 'PageUp') return () => go(index - 1)
      if (pan && zoom.scale > 1) {
        const [x = 0, y = 0] = pan
        return () => change((now, size, frame) => panBy(now, { x: x * keyStep, y: y * keyStep }, size, frame))
      }
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return () => go(event.key === forward ? index + 1 : index - 1)
      return undefined
    })()
    if (!act) return
    event.preventDefault()
    act()
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const where = fromMiddle(event, event.currentTarget)
    pointers.current.set(event.pointerId, where)
    press.current = { from: where, at: event.timeStamp, single: pointers.current.size === 1 }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = fromMiddle(event, event.currentTarget)
    const other = [...pointers.current].find(([pointer]) => pointer !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other) {
      const between = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
      const factor = apart(now, other) / Math.max(1, apart(before, other))
      const by = { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 }
      change((zoomed, size, frame) => panBy(zoomAt(zoomed, factor, between, size, frame), by, size, frame))
    } else change((zoomed, size, frame) => panBy(zoomed, { x: now.x - before.x, y: now.y - before.y }, size, frame))
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    const { current: begun } = press
    const known = pointers.current.delete(event.pointerId)
    if (!known || !begun?.single) return
    press.current = undefined
    const where = fromMiddle(event, event.currentTarget)
    const [across, down] = [where.x - begun.from.x, where.y - begun.from.y]
    const tapped = Math.hypot(across, down) < tapWithin && event.timeStamp - begun.at < tapFor
    if (tapped) onTap(event, where)
    if (tapped || zoom.scale > 1 || event.pointerType === 'mouse') return
    if (Math.abs(across) < swipe || Math.abs(across) < Math.abs(down)) return
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? across > 0 : across < 0
    go(forward ? index + 1 : index - 1)
  }

  function onTap(event: PointerEvent<HTMLElement>, where: Point): void {
    const last = lastTap.current
    lastTap.current = { at: event.timeStamp, where }
    if (last && event.timeStamp - last.at < tapFor && apart(last.where, where) < 40) {
      lastTap.current = undefined
      change((now, size, frame) => toggled(now, where, size, frame))
    }
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
      <div className={styles.head}>
        <h2 id={id} className={styles.name} dir="auto">
          {name}
        </h2>
        {pictures.length > 1 && <span className={styles.place}>{t.place({ at: index + 1, count: pictures.length })}</span>}
        <span className={styles.zooms}>
          <IconButton label={t.zoomOut} unavailable={zoom.scale <= 1} onClick={() => zoomBy(1 / keyZoom)}>
            <ZoomOut size={20} aria-hidden="true" />
          </IconButton>
          <IconButton label={t.zoomIn} onClick={() => zoomBy(keyZoom)}>
            <ZoomIn size={20} aria-hidden="true" />
          </IconButton>
        </span>
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
          <IconButton label={t.share({ name })} onClick={() => void shareFile({ url: original, name }, tell)}>
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
      </div>
      <div
        ref={stage}
        className={styles.stage}
        data-zoomed={zoom.scale > 1 || undefined}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={({ pointerId }) => pointers.current.delete(pointerId)}
      >
        {standing === 'failed' ? (
          <p role="alert" className={styles.failed}>
            {t.failed}
          </p>
        ) : waits ? (
          // A press on its buttons begins no drag of the picture.
          <div onPointerDown={(event) => event.stopPropagation()}>
            <LargePicture name={name} src={original} original={original} size={size} />
          </div>
        ) : (
          <img
            key={original}
            ref={image}
            src={drawable}
            alt={name}
            draggable={false}
            className={styles.picture}
            style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
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

/** Only files of this server can be downloaded with their names; browsers open others. */
function isOwn(address: string): boolean {
  return address.startsWith('blob:') || (URL.canParse(address) && new URL(address).origin === origin())
}

function sizeOf(image: HTMLImageElement | null): Size {
  return { width: image?.naturalWidth ?? 0, height: image?.naturalHeight ?? 0 }
}

const frameOf = ({ clientWidth, clientHeight }: HTMLElement): Size => ({ width: clientWidth, height: clientHeight })

function fromMiddle({ clientX, clientY }: { clientX: number; clientY: number }, element: HTMLElement): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
