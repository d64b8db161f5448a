import { useStore } from '@nanostores/react'
import { FileDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { onFilesPasted, takeDrops } from '../../browser/files/drops.ts'
import { i18n } from '../language.ts'
import styles from './FileDrop.module.css'

const messages = i18n('file-drop', { drop: 'Drop file here.' })

interface FileDropProps {
  /** Where the files go, e.g. the name of a person. */
  name: string
  onFiles: (files: File[]) => void
}

/** While mounted, takes files that are dropped or pasted anywhere on the page, and shows a hint while files are dragged. */
export function FileDrop({ name, onFiles }: FileDropProps) {
  const t = useStore(messages)
  const [over, setOver] = useState(false)
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    const stops = [
      takeDrops({ onOver: setOver, onDrop: (files) => take.current(files) }),
      onFilesPasted((files) => take.current(files)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  if (!over) return null
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
