import { useStore } from '@nanostores/react'
import type { CompanionDownload } from '@waypost/protocol'
import { Download } from 'lucide-react'
import { sizeOf } from '../format/size.ts'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { fileList } from './en.ts'
import styles from './FileList.module.css'

const messages = i18n('file-list', fileList)

/** Files that the server offers, with their sizes and checksums. */
export function FileList({ files }: { files: CompanionDownload['files'] }) {
  const t = useStore(messages)
  return (
    <Stack as="ul" gap={3}>
      {files.map(({ name, size, sha256 }) => (
        <li key={name}>
          <a href={`/apps/${name}`} download={name} className={styles.file}>
            <Download size={18} aria-hidden="true" />
            <span className="hidden-words">{t.download}</span>
            <span>{name}</span>
          </a>{' '}
          <span className={styles.size}>{sizeOf(size)}</span>
          <p className={styles.sum}>
            {t.sum} <code dir="ltr">{sha256}</code>
          </p>
        </li>
      ))}
    </Stack>
  )
}
