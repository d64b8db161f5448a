// Shows chosen pictures before they are sent: each can be turned and cropped, and all of them scaled down.

import { useStore } from '@nanostores/react'
import { Crop as CropIcon, ImagePlus, RotateCcw, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type PercentCrop, ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { chooseFiles } from '../../browser/files/files.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { SelectField } from '../../ui/inputs/SelectField.tsx'
import { Dots } from '../../ui/inputs/Spinner.tsx'
import { count, i18n, params, region } from '../../ui/language.ts'
import { drawingOf, longestSides, type Part, turned } from './edit.ts'
import styles from './PicturesDialog.module.css'
import { editedFiles, type Picked, usePicked } from './picked.ts'

const messages = i18n('pictures-dialog', {
  title: params('Send to {name}'),
  left: 'Turn left',
  right: 'Turn right',
  crop: 'Crop',
  remove: 'Remove',
  add: 'Add pictures',
  pictures: 'Pictures',
  picture: params('Picture {at} of {of}, {name}'),
  size: 'Size',
  original: 'Original',
  large: params('Large ({side} pixels)'),
  medium: params('Medium ({side} pixels)'),
  small: params('Small ({side} pixels)'),
  pixels: params('{width} × {height}'),
  plain: "This file can't be edited here. It is sent as it is.",
  cancel: 'Cancel',
  send: 'Send',
  sendMany: count({ one: 'Send {count} picture', other: 'Send {count} pictures' }),
  failed: "A picture couldn't be changed. Try a smaller size, or send it as it is.",
})

/** What the handles of a crop are called. The arrow keys move each. */
const cropLabels = i18n('crop-labels', {
  cropArea: 'Part that is kept',
  nwDragHandle: 'Upper left corner',
  nDragHandle: 'Upper edge',
  neDragHandle: 'Upper right corner',
  eDragHandle: 'Right edge',
  seDragHandle: 'Lower right corner',
  sDragHandle: 'Lower edge',
  swDragHandle: 'Lower left corner',
  wDragHandle: 'Left edge',
})

interface PicturesDialogProps {
  files: readonly File[]
  /** The displayed name of the target. */
  name: string
  /** Called with the files as they were chosen. */
  onClose: (files: readonly File[]) => void
  /** Called with the files as they are to be sent. */
  onSend: (files: readonly File[]) => void
}

/** A dialog with the chosen pictures. */
export function PicturesDialog({ files, name, onClose, onSend }: PicturesDialogProps) {
  const t = useStore(messages)
  const { pictures, add, remove, change } = usePicked(files)
  const [at, setAt] = useState(0)
  const [longest, setLongest] = useState<number>()
  const [state, setState] = useState<'ready' | 'drawing' | 'failed'>('ready')
  const index = Math.min(at, pictures.length - 1)
  const picture = pictures[index]
  if (!picture) return null
  const { key, edit, size } = picture
  const close = () => onClose(pictures.map(({ file }) => file))

  async function send() {
    if (state === 'drawing') return
    setState('drawing')
    try {
      onSend(await editedFiles(pictures, longest))
    } catch {
      setState('failed')
    }
  }

  const drawn = size && drawingOf(size, edit, longest).shown
  return (
    <Dialog
      title={t.title({ name })}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t.cancel}</Button>
          <Button kind="primary" data-first="" busy={state === 'drawing'} onClick={() => void send()}>
            {pictures.length > 1 ? t.sendMany(pictures.length) : t.send}
          </Button>
        </>
      }
    >
      <Stage picture={picture} onCrop={(crop) => change(key, { ...edit, crop })} />
      <div className={styles.tools}>
        <IconButton label={t.left} unavailable={!size} onClick={() => change(key, turned(edit, 'left'))}>
          <RotateCcw size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t.right} unavailable={!size} onClick={() => change(key, turned(edit, 'right'))}>
          <RotateCw size={20} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t.crop}
          aria-pressed={edit.crop !== undefined}
          unavailable={!size}
          onClick={() => change(key, { ...edit, crop: edit.crop ? undefined : middle })}
        >
          <CropIcon size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t.remove} onClick={() => (pictures.length > 1 ? remove(key) : close())}>
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
        <span className={styles.pixels}>
          {drawn && t.pixels({ width: numberOf(drawn.width), height: numberOf(drawn.height) })}
        </span>
        <IconButton
          label={t.add}
          onClick={async () => {
            const more = await chooseFiles({ multiple: true, accept: 'image/*' })
            if (more.length === 0) return
            add(more)
            setAt(pictures.length)
          }}
        >
          <ImagePlus size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {pictures.length > 1 && (
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
                {each.shown && <img src={each.shown} alt="" />}
              </button>
            </li>
          ))}
        </ul>
      )}
      <SelectField
        label={t.size}
        value={String(longest ?? '')}
        onChange={(event) => setLongest(Number(event.target.value) || undefined)}
        choices={[
          { value: '', label: t.original },
          ...longestSides.map((side, place) => ({
            value: String(side),
            label: [t.large, t.medium, t.small][place]?.({ side: numberOf(side) }) ?? '',
          })),
        ]}
      />
      {state === 'failed' && (
        <p className={styles.failed} role="alert">
          {t.failed}
        </p>
      )}
    </Dialog>
  )
}

/** The cropped area when cropping starts. */
const middle: Part = { x: 0.1, y: 0.1, width: 0.8, height: 0.8 }

/** The picture, with the part that is kept. */
function Stage({ picture, onCrop }: { picture: Picked; onCrop: (crop: Part | undefined) => void }) {
  const t = useStore(messages)
  const labels = useStore(cropLabels)
  const { file, shown, size, loaded, edit } = picture
  const image = shown && <img className={styles.image} src={shown} alt={file.name} />
  return (
    <div className={styles.stage}>
      {!loaded && <Dots />}
      {loaded && size && image ? (
        <ReactCrop
          {...(edit.crop && { crop: percentOf(edit.crop) })}
          minWidth={16}
          minHeight={16}
          keepSelection
          disabled={!edit.crop}
          ariaLabels={labels}
          onChange={(_, percent) => onCrop(partOf(percent))}
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
