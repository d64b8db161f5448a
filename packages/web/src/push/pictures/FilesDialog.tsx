import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useState } from 'react'
import { type ChosenFilesProps, SendDialog } from '../../conversation/pictures/SendDialog.tsx'
import { fileSizeOf } from '../../format/size.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { kindOf } from '../file/shown-in-place.ts'
import { filesDialog } from './en.ts'
import styles from './FilesDialog.module.css'

const messages = i18n('files-dialog', filesDialog)

/** A dialog that asks before chosen, dropped or pasted files are sent, and takes a caption. Enter sends them. */
export function FilesDialog({ files: given, name, caption, onClose, onSend }: ChosenFilesProps) {
  const t = useStore(messages)
  const [files, setFiles] = useState(given)

  function remove(file: File) {
    const left = files.filter((each) => each !== file)
    if (left.length === 0) onClose(files)
    else setFiles(left)
  }

  const size = fileSizeOf(files.reduce((sum, file) => sum + file.size, 0))
  return (
    <SendDialog
      name={name}
      caption={caption}
      send={t.send}
      onClose={() => onClose(files)}
      onSend={(words) => onSend(files, words)}
      about={files.length > 1 && t.total({ files: t.count(files.length), size })}
    >
      <ul className={styles.files} data-rows="" aria-label={t.files}>
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may be alike in everything
          <Row key={`${file.name} ${index}`} as="li" gap={3} className={styles.file}>
            <span className={styles.kind} aria-hidden="true">
              {kindOf(file.name, file.type)}
            </span>
            <Stack as="span" grow>
              <bdi className={styles.name}>{file.name}</bdi>
              <span className={styles.size}>{fileSizeOf(file.size)}</span>
            </Stack>
            <IconButton label={t.remove({ name: file.name })} onClick={() => remove(file)}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          </Row>
        ))}
      </ul>
    </SendDialog>
  )
}
