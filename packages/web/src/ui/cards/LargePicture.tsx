// Stands where a picture is too large to be drawn without a press.

import { useStore } from '@nanostores/react'
import { Download, ImageOff } from 'lucide-react'
import { download } from '../../browser/files/files.ts'
import { Button } from '../inputs/Button.tsx'
import { i18n, params, region } from '../language.ts'
import styles from './LargePicture.module.css'
import { drawAnyway } from './large-pictures.ts'

const messages = i18n('large-picture', {
  size: params('Large picture, {width} × {height}'),
  show: 'Show anyway',
  save: 'Save',
})

interface LargePictureProps {
  name: string
  /** The URL of the picture in full size. */
  original: string
  width: number
  height: number
}

/** A card with the size of a picture, and what can be done with it. */
export function LargePicture({ name, original, width, height }: LargePictureProps) {
  const t = useStore(messages)
  const words = new Intl.NumberFormat(region)
  return (
    <div className={styles.card}>
      <ImageOff size={24} aria-hidden="true" />
      <p className={styles.name} dir="auto">
        {name}
      </p>
      <p className={styles.size}>{t.size({ width: words.format(width), height: words.format(height) })}</p>
      <div className={styles.buttons}>
        <Button onClick={() => drawAnyway(original)}>{t.show}</Button>
        <Button kind="quiet" icon={<Download size={18} aria-hidden="true" />} onClick={() => download(original, name)}>
          {t.save}
        </Button>
      </div>
    </div>
  )
}
