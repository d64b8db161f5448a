import { useStore } from '@nanostores/react'
import { FileDown } from 'lucide-react'
import { i18n } from '../language.ts'
import { fileDrop } from './en.ts'
import styles from './FileDrop.module.css'

const messages = i18n('file-drop', fileDrop)

/** Covers the page while files are dragged over it; `name` is the destination. */
export function DropHint({ name }: { name: string }) {
  const t = useStore(messages)
  return (
    <div className={styles.overlay}>
      <div className={styles.plate}>
        <FileDown size={32} aria-hidden="true" />
        <p className={styles.words}>{t.drop}</p>
        <p className={styles.name} dir="auto">
          {name}
        </p>
      </div>
    </div>
  )
}
