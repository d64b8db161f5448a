import { useStore } from '@nanostores/react'
import { File as FileIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { pictureOf } from '../../browser/files/local-picture.ts'
import { fileSizeOf } from '../../format/size.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { sharedFiles } from './en.ts'
import styles from './SharedFiles.module.css'

const messages = i18n('shared-files', sharedFiles)

/** The files of a share, with previews of pictures. Each can be removed; the focus then moves to the next one. */
export function SharedFiles({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const t = useStore(messages)
  const list = useRef<HTMLUListElement>(null)
  const removed = useRef<number>(undefined)
  useEffect(() => {
    const at = removed.current
    removed.current = undefined
    if (at === undefined) return
    const buttons = list.current?.querySelectorAll<HTMLElement>('button')
    const next = buttons?.[Math.min(at, files.length - 1)]
    ;(next ?? document.querySelector<HTMLElement>('dialog [data-first]'))?.focus()
  }, [files])
  if (files.length === 0) return null
  return (
    <Stack ref={list} as="ul" gap={1} aria-label={t.files}>
      {files.map((file, index) => {
        const name = file.name || t.unnamed
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: several files may have the same name
          <Row key={`${index} ${file.name}`} as="li" gap={3} className={styles.file}>
            <Preview file={file} />
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span className={styles.size}>{fileSizeOf(file.size)}</span>
            <IconButton
              label={t.remove({ name })}
              onClick={() => {
                removed.current = index
                onRemove(file)
              }}
            >
              <X size={18} aria-hidden="true" />
            </IconButton>
          </Row>
        )
      })}
    </Stack>
  )
}

function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let left = false
    const end = () => {
      if (made !== undefined) URL.revokeObjectURL(made)
    }
    void pictureOf(file, 0).then((picture) => {
      made = picture?.url
      if (left) end()
      else setUrl(made)
    })
    return () => {
      left = true
      end()
    }
  }, [file])
  return (
    <span className={styles.preview}>
      {url ? <img src={url} alt="" onError={() => setUrl(undefined)} /> : <FileIcon size={20} aria-hidden="true" />}
    </span>
  )
}
