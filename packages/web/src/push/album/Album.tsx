import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { RotateCw, X } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useContext, useMemo, useState } from 'react'
import { useWaits } from '../../ui/cards/large-pictures.ts'
import { PictureButton } from '../../ui/cards/PictureButton.tsx'
import { failIfBlank, useDrawable } from '../../ui/drawable.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import type { Picture } from '../../ui/viewer/PictureViewer.tsx'
import { useViewerCode } from '../../ui/viewer/PictureViewerLater.tsx'
import type { ItemActions } from '../item/actions.ts'
import { fileNameOf, pictureOf, ShowPicture } from '../item/pictures.ts'
import styles from './Album.module.css'
import { albumWords } from './en.ts'
import { type Box, layOut, mostBoxes } from './layout.ts'
import { placeholderOf } from './placeholder.ts'
import { useAlbumWidth } from './width.ts'
import { albumLabelOf, picturesWords } from './words.ts'

const messages = i18n('album', albumWords)

type AlbumActions = Pick<ItemActions, 'cancel' | 'retry'>

interface AlbumProps {
  item: HistoryItem
  members: readonly HistoryItem[]
  actions: AlbumActions
  children: ReactNode
}

/** An album: one Tab stop, within which the arrow keys move. Each picture opens the viewer. */
export function Album({ item, members, actions, children }: AlbumProps) {
  const { ref, width } = useAlbumWidth()
  const [current, setCurrent] = useState<string>()
  useViewerCode()
  const ratios = members.slice(0, mostBoxes).map(ratioOf)
  const shape = ratios.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ratios are those of the shape
  const { boxes, height } = useMemo(() => layOut(ratios, width), [shape, width])
  const shown = members.slice(0, boxes.length)
  const stop = Math.max(
    0,
    shown.findIndex(({ key }) => key === current),
  )
  return (
    <div className={styles.bubble} style={{ inlineSize: width }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset asks for something, this only shows it */}
      <div
        ref={ref}
        role="group"
        aria-label={albumLabelOf(item)}
        className={styles.album}
        style={{ blockSize: height }}
        onKeyDown={(event) => moveFocus(event, boxes)}
        onFocus={(event) => setCurrent(event.target.closest<HTMLElement>('[data-cell]')?.dataset.cell)}
      >
        {shown.map((member, index) => (
          <Cell
            key={member.key}
            member={member}
            box={boxes[index] as Box}
            reachable={index === stop}
            more={index === mostBoxes - 1 ? members.length - mostBoxes : 0}
            actions={actions}
          />
        ))}
      </div>
      {members.length > mostBoxes && (
        <p className={styles.count}>
          <bdi>{picturesWords(members.length)}</bdi>
        </p>
      )}
      {children && <div className={styles.caption}>{children}</div>}
    </div>
  )
}

/** Width divided by height; 4:3 until known. */
function ratioOf(member: HistoryItem): number {
  const { width, height } = pictureOf(member) ?? {}
  return width && height ? width / height : 4 / 3
}

/** In pixels. A failed picture that is narrower only shows a button. */
const roomForWords = 120

interface CellProps {
  member: HistoryItem
  box: Box
  /** Whether its buttons are Tab stops. */
  reachable: boolean
  /** How many pictures have no cell of their own. */
  more: number
  actions: AlbumActions
}

function Cell({ member, box, reachable, more, actions }: CellProps) {
  const t = useStore(messages)
  const show = useContext(ShowPicture)
  const { key, push, state, uploading } = member
  const picture = pictureOf(member)
  const name = fileNameOf(push)
  const [isLoaded, setLoaded] = useState(false)
  const placeholder = isLoaded ? undefined : placeholderOf(push.image_colors)
  const tabIndex = reachable ? 0 : -1
  const place: CSSProperties = {
    insetInlineStart: box.x,
    insetBlockStart: box.y,
    inlineSize: box.width,
    blockSize: box.height,
    ...(placeholder && { backgroundImage: `url(${placeholder})` }),
  }
  return (
    <div className={styles.cell} style={place} data-cell={key} data-failed={state === 'failed' || undefined}>
      <PictureButton
        label={more > 0 ? t.openMore({ name, count: more }) : t.open({ name })}
        tabIndex={tabIndex}
        onClick={() => show?.(key)}
      >
        {picture ? <Drawn picture={picture} onLoad={() => setLoaded(true)} /> : <Words>{name}</Words>}
        {more > 0 && (
          <span className={styles.more} aria-hidden="true">
            <bdi>+{more}</bdi>
          </span>
        )}
      </PictureButton>
      {uploading && (
        <IconButton
          label={t.cancel({ name })}
          size="small"
          tabIndex={tabIndex}
          className={styles.cancel ?? ''}
          onClick={() => actions.cancel(member)}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      )}
      {state === 'failed' && (
        <div className={styles.failed}>
          {box.width >= roomForWords && <span className={styles.reason}>{t.notSent}</span>}
          <IconButton label={t.retry({ name })} size="small" tabIndex={tabIndex} onClick={() => actions.retry(member)}>
            <RotateCw size={16} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  )
}

/** The name if the picture is too large or can't be drawn; the viewer then offers more. */
function Drawn({ picture, onLoad }: { picture: Picture; onLoad: () => void }) {
  const { src, name, width, height, original = src } = picture
  const [failed, setFailed] = useState<string>()
  const drawable = useDrawable(src)
  const isLarge = useWaits(original, width, height)
  if (isLarge || drawable === 'refused' || failed === src) return <Words>{name}</Words>
  const fail = () => setFailed(src)
  function onLoaded(image: HTMLImageElement) {
    void failIfBlank(image, fail)
    onLoad()
  }
  return <img src={drawable} alt="" decoding="async" onLoad={({ currentTarget }) => onLoaded(currentTarget)} onError={fail} />
}

const Words = ({ children }: { children: string }) => (
  <span className={styles.name} dir="auto">
    {children}
  </span>
)

/** Arrow keys move between pictures by their position; up from the first row and down from the last they move between messages. */
function moveFocus(event: KeyboardEvent<HTMLElement>, boxes: readonly Box[]): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof HTMLElement)) return
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-cell]')]
  const at = cells.indexOf(event.target.closest<HTMLElement>('[data-cell]') as HTMLElement)
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const isAcross = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
  const to = isAcross ? at + (event.key === forward ? 1 : -1) : nearest(boxes, at, event.key)
  if (to === undefined || at === -1) return
  event.preventDefault()
  event.stopPropagation()
  cells[to]?.querySelector<HTMLElement>('button')?.focus()
}

/** The picture above or below another one; undefined if there is none. */
function nearest(boxes: readonly Box[], at: number, key: string): number | undefined {
  const from = boxes[at]
  if (!from || (key !== 'ArrowUp' && key !== 'ArrowDown')) return undefined
  const middle = from.x + from.width / 2
  const isBeyond = ({ y, height }: Box) => (key === 'ArrowUp' ? y + height <= from.y : y >= from.y + from.height)
  const distance = ({ x, y, width }: Box) => 10 * Math.abs(y - from.y) + Math.max(0, x - middle, middle - x - width)
  const others = boxes.flatMap((box, index) => (isBeyond(box) ? [{ index, far: distance(box) }] : []))
  return others.sort((one, other) => one.far - other.far)[0]?.index
}
