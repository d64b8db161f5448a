// Replaces a picture that is too large to be drawn without a click.

import { useStore } from '@nanostores/react'
import { Download, ImageOff } from 'lucide-react'
import { download } from '../../browser/files/files.ts'
import { Button } from '../inputs/Button.tsx'
import { i18n, region } from '../language.ts'
import { largePicture } from './en.ts'
import styles from './LargePicture.module.css'
import { drawAnyway } from './large-pictures.ts'

const messages = i18n('large-picture', largePicture)

interface LargePictureProps {
  name: string
  /** The URL of the picture as it is shown here. */
  src: string
  /** The URL of the picture in full size. */
  original: string
  /** In pixels, if known. */
  size: { width: number; height: number } | undefined
}

/** A card with the details and actions of a picture. */
export function LargePicture({ name, src, original, size }: LargePictureProps) {
  const t = useStore(messages)
  const words = new Intl.NumberFormat(region)
  const host = URL.canParse(original) ? new URL(original).hostname : ''
  const unknown = host ? t.unknown({ host }) : t.elsewhere
  return (
    <div className={styles.card}>
      <ImageOff size={24} aria-hidden="true" />
      <p className={styles.name} dir="auto">
        {name}
      </p>
      <p className={styles.size}>
        {size ? t.size({ width: words.format(size.width), height: words.format(size.height) }) : unknown}
      </p>
      <div className={styles.buttons}>
        <Button onClick={() => void drawAnyway(src, original)}>{t.show}</Button>
        <Button kind="quiet" icon={<Download size={18} aria-hidden="true" />} onClick={() => download(original, name)}>
          {t.save}
        </Button>
      </div>
    </div>
  )
}
