import 'react-image-crop/dist/ReactCrop.css'
import { useStore } from '@nanostores/react'
import { isLargeFile } from '@waypost/client/pictures/picture-header'
import { Crop as CropIcon, Image as ImageIcon, Plus, RotateCcw, RotateCw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type PercentCrop, ReactCrop } from 'react-image-crop'
import { pictureSize, redrawn } from '../../browser/files/drawing.ts'
import { chooseFiles, isStill } from '../../browser/files/files.ts'
import { fileSizeOf } from '../../format/size.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { Dots } from '../../ui/inputs/Spinner.tsx'
import { i18n, region } from '../../ui/language.ts'
import { drawingOf, isEdited, longestSides, type Part, type PictureEdit, turned, unedited } from './edit.ts'
import { cropLabelsWords, picturesDialog } from './en.ts'
import styles from './PicturesDialog.module.css'
import { type ChosenFilesProps, SendDialog } from './SendDialog.tsx'

const messages = i18n('pictures-dialog', picturesDialog)

/** The arrow keys move each handle. */
const cropLabels = i18n('crop-labels', cropLabelsWords)

/** A dialog for pictures before they are sent: rotate, crop, scale down, caption. */
export function PicturesDialog({ files, name, caption, onClose, onSend }: ChosenFilesProps) {
  const t = useStore(messages)
  const { pictures, add, remove, change } = usePicked(files)
  const [at, setAt] = useState(0)
  const [longest, setLongest] = useState<number>()
  const [state, setState] = useState<'ready' | 'drawing' | 'failed'>('ready')
  const index = Math.min(at, pictures.length - 1)
  const picture = pictures[index]
  if (!picture) return null
  const close = () => onClose(pictures.map(({ file }) => file))

  async function send(words: string) {
    if (state === 'drawing') return
    setState('drawing')
    try {
      onSend(await editedFiles(pictures, longest), words)
    } catch {
      setState('failed')
    }
  }

  async function addMore() {
    const more = await chooseFiles({ multiple: true, accept: 'image/*' })
    if (more.length === 0) return
    add(more)
    setAt(pictures.length)
  }

  return (
    <SendDialog
      name={name}
      caption={caption}
      send={pictures.length > 1 ? t.sendMany(pictures.length) : t.send}
      busy={state === 'drawing'}
      onClose={close}
      onSend={(words) => void send(words)}
      about={<SizeField pictures={pictures} longest={longest} onChange={setLongest} />}
    >
      <Stage
        picture={picture}
        longest={longest}
        onChange={(edit) => change(picture.key, edit)}
        onRemove={() => (pictures.length > 1 ? remove(picture.key) : close())}
      />
      <ul className={styles.film} aria-label={t.pictures}>
        {pictures.map((each, place) => (
          <li key={each.key}>
            <button
              type="button"
              className={styles.frame}
              aria-label={t.picture({ at: place + 1, of: pictures.length, name: each.file.name })}
              aria-current={place === index}
              onClick={() => setAt(place)}
            >
              {each.shown && <img src={each.shown} alt="" loading="lazy" decoding="async" />}
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={`${styles.frame} ${styles.add}`} aria-label={t.add} onClick={() => void addMore()}>
            <Plus size={20} aria-hidden="true" />
          </button>
        </li>
      </ul>
      {state === 'failed' && (
        <p className={styles.failed} role="alert">
          {t.failed}
        </p>
      )}
    </SendDialog>
  )
}

interface SizeFieldProps {
  pictures: readonly Picked[]
  longest: number | undefined
  onChange: (longest: number | undefined) => void
}

function SizeField({ pictures, longest, onChange }: SizeFieldProps) {
  const t = useStore(messages)
  // The file size of an edited picture is only known once it is drawn.
  const isWhole = !pictures.some(({ edit }) => isEdited(edit))
  const size = fileSizeOf(pictures.reduce((sum, { file }) => sum + file.size, 0))
  return (
    <label className={styles.size}>
      <ImageIcon size={16} aria-hidden="true" />
      <select
        aria-label={t.size}
        value={String(longest ?? '')}
        onChange={(event) => onChange(Number(event.target.value) || undefined)}
      >
        <option value="">{isWhole ? t.originalOf({ size }) : t.original}</option>
        {longestSides.map((side, place) => (
          <option key={side} value={side}>
            {[t.large, t.medium, t.small][place]?.({ side: numberOf(side) })}
          </option>
        ))}
      </select>
    </label>
  )
}

const middle: Part = { x: 0.1, y: 0.1, width: 0.8, height: 0.8 }

interface StageProps {
  picture: Picked
  longest: number | undefined
  onChange: (edit: PictureEdit) => void
  onRemove: () => void
}

function Stage({ picture, longest, onChange, onRemove }: StageProps) {
  const t = useStore(messages)
  const labels = useStore(cropLabels)
  const { file, shown, size, loaded, edit } = picture
  const image = shown && <img className={styles.image} src={shown} alt={file.name} />
  const drawn = size && drawingOf(size, edit, longest).shown
  return (
    <div className={styles.stage}>
      {!loaded && <Dots />}
      {loaded && size && image ? (
        <ReactCrop
          className={styles.cropped}
          {...(edit.crop && { crop: percentOf(edit.crop) })}
          minWidth={16}
          minHeight={16}
          keepSelection
          disabled={!edit.crop}
          ariaLabels={labels}
          onChange={(_, percent) => onChange({ ...edit, crop: partOf(percent) })}
        >
          {image}
        </ReactCrop>
      ) : (
        loaded && (
          <>
            {image}
            <p className={styles.plain}>{t.plain}</p>
          </>
        )
      )}
      {drawn && (
        <span className={styles.pixels}>{t.pixels({ width: numberOf(drawn.width), height: numberOf(drawn.height) })}</span>
      )}
      <div className={styles.tools}>
        <IconButton label={t.left} unavailable={!size} onClick={() => onChange(turned(edit, 'left'))}>
          <RotateCcw size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t.right} unavailable={!size} onClick={() => onChange(turned(edit, 'right'))}>
          <RotateCw size={20} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t.crop}
          aria-pressed={edit.crop !== undefined}
          unavailable={!size}
          onClick={() => onChange({ ...edit, crop: edit.crop ? undefined : middle })}
        >
          <CropIcon size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t.remove} onClick={onRemove}>
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}

const numberOf = (value: number): string => new Intl.NumberFormat(region).format(value)

const percentOf = ({ x, y, width, height }: Part): PercentCrop => ({
  unit: '%',
  x: x * 100,
  y: y * 100,
  width: width * 100,
  height: height * 100,
})

const partOf = ({ x, y, width, height }: PercentCrop): Part | undefined =>
  width > 0 && height > 0 ? { x: x / 100, y: y / 100, width: width / 100, height: height / 100 } : undefined

interface Picked {
  key: number
  file: File
  edit: PictureEdit
  /** Undefined until it is decoded, and for files that can't be edited. */
  size?: { width: number; height: number } | undefined
  /** An object URL, rotated but uncropped; undefined if the browser can't show it. */
  shown?: string | undefined
  loaded: boolean
}

/** In pixels. */
const previewSide = 1_600

let lastKey = 0

/** Previews are made in the background and released at the end. */
function usePicked(files: readonly File[]) {
  const [pictures, setPictures] = useState<readonly Picked[]>(() => files.map(pickedOf))
  const urls = useRef(new Set<string>())
  const ended = useRef(false)
  const asked = useRef(new Map<number, number>())
  /** The first previews, one after another. */
  const first = useRef(Promise.resolve())

  useEffect(() => {
    for (const { key, file, edit } of pictures) {
      const before = asked.current.get(key)
      if (before === edit.turns) continue
      asked.current.set(key, edit.turns)
      const draw = async () => {
        if (ended.current) return
        const preview = await previewOf(file, edit.turns)
        if (preview.shown) urls.current.add(preview.shown)
        if (ended.current) release(urls.current)
        setPictures((now) =>
          now.map((each) => (each.key === key && each.edit.turns === edit.turns ? { ...each, ...preview, loaded: true } : each)),
        )
      }
      // Decoding thirty photos at once would take a gigabyte. A rotated one doesn't wait for the others.
      if (before === undefined) first.current = first.current.then(draw)
      else void draw()
    }
  }, [pictures])

  useEffect(() => {
    ended.current = false
    return () => {
      ended.current = true
      release(urls.current)
    }
  }, [])

  return {
    pictures,
    add: (more: readonly File[]) => setPictures((now) => [...now, ...more.map(pickedOf)]),
    remove: (key: number) => setPictures((now) => now.filter((each) => each.key !== key)),
    change: (key: number, edit: PictureEdit) =>
      setPictures((now) => now.map((each) => (each.key === key ? { ...each, edit } : each))),
  }
}

/**
 * The files to send. A file that is neither edited nor too large stays as it is.
 * @param longest the maximum length of a side, in pixels; undefined keeps the sizes
 * @throws if the browser can't draw one of them
 */
async function editedFiles(pictures: readonly Picked[], longest: number | undefined): Promise<File[]> {
  const files: File[] = []
  // One after another, since each needs memory while it is drawn.
  for (const { file, edit, size: known } of pictures) {
    const size = known ?? (longest !== undefined && isStill(file) ? await pictureSize(file) : undefined)
    const isKept = !size || (!isEdited(edit) && (longest ?? Number.POSITIVE_INFINITY) >= Math.max(size.width, size.height))
    files.push(isKept ? file : await redrawn(file, edit.turns, drawingOf(size, edit, longest)))
  }
  return files
}

const pickedOf = (file: File): Picked => ({ key: ++lastKey, file, edit: unedited, loaded: false })

function release(urls: Set<string>): void {
  for (const url of urls) URL.revokeObjectURL(url)
  urls.clear()
}

const isShown = async (file: File) => file.type.startsWith('image/') && !(await isLargeFile(file))

async function previewOf(file: File, turns: number): Promise<Pick<Picked, 'size' | 'shown'>> {
  if (!isStill(file)) return { shown: (await isShown(file)) ? URL.createObjectURL(file) : undefined }
  const size = await pictureSize(file)
  if (!size) return {}
  if (turns === 0) return { size, shown: URL.createObjectURL(file) }
  const preview = await redrawn(file, turns, drawingOf(size, { turns }, previewSide)).catch(() => undefined)
  return preview ? { size, shown: URL.createObjectURL(preview) } : {}
}
