// Asks before files are sent, and takes a caption for them.

import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { sizeOf } from '../../format/size.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { count, i18n, params } from '../../ui/language.ts'
import styles from './FilesDialog.module.css'

const messages = i18n('files-dialog', {
  title: params('Send to {name}'),
  files: 'Files',
  remove: params('Remove {name}'),
  total: params('{files}, {size}'),
  count: count({ one: '{count} file', other: '{count} files' }),
  caption: 'Caption',
  cancel: 'Cancel',
  send: 'Send',
})

interface FilesDialogProps {
  files: readonly File[]
  /** The displayed name of the target. */
  name: string
  /** Called with the files that were left. */
  onClose: (files: readonly File[]) => void
  onSend: (files: readonly File[], caption?: string) => void
}

/** A dialog with files that were dropped or pasted. Enter sends them. */
export function FilesDialog({ files: given, name, onClose, onSend }: FilesDialogProps) {
  const t = useStore(messages)
  const [files, setFiles] = useState(given)
  const [caption, setCaption] = useState('')
  const form = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    onSend(files, caption.trim())
  }

  function remove(file: File) {
    const left = files.filter((each) => each !== file)
    if (left.length === 0) onClose(files)
    else setFiles(left)
  }

  const size = sizeOf(files.reduce((sum, file) => sum + file.size, 0))
  return (
    <Dialog
      title={t.title({ name })}
      lasting
      onClose={() => onClose(files)}
      actions={
        <>
          <Button onClick={() => onClose(files)}>{t.cancel}</Button>
          <Button kind="primary" type="submit" form={form}>
            {t.send}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <ul className={styles.files} aria-label={t.files}>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may be alike in everything
            <li key={`${file.name} ${index}`} className={styles.file}>
              <bdi className={styles.name}>{file.name}</bdi>
              <span className={styles.size}>{sizeOf(file.size)}</span>
              <IconButton size="small" label={t.remove({ name: file.name })} onClick={() => remove(file)}>
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
        {files.length > 1 && <p className={styles.size}>{t.total({ files: t.count(files.length), size })}</p>}
        <TextField
          label={t.caption}
          data-first=""
          autoComplete="off"
          dir="auto"
          value={caption}
          onChange={(event) => setCaption(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
