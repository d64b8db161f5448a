import { useStore } from '@nanostores/react'
import type { RemoteFolder, RemoteView } from '@waypost/client/remote-files'
import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../ui/inputs/Button.tsx'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { i18n, region } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { remoteFolderBar } from './en.ts'
import styles from './FolderBar.module.css'

const messages = i18n('remote-folder-bar', remoteFolderBar)

interface FolderBarProps {
  folder: RemoteFolder
  typed: string
  onType: (text: string) => void
  more: RemoteView['more']
  onMore: () => void
}

/** The filter of the open folder, and how many of its files are loaded. */
export function FolderBar({ folder, typed, onType, more, onMore }: FolderBarProps) {
  const t = useStore(messages)
  const { files, total = files.length, next } = folder
  const field = useRef<HTMLInputElement>(null)
  const number = new Intl.NumberFormat(region)
  return (
    <Row gap={3} rowGap={2} wrap className={styles.bar}>
      <search className={styles.filter}>
        <Search size={16} aria-hidden="true" />
        <input
          ref={field}
          type="search"
          aria-label={t.filter}
          placeholder={t.filter}
          value={typed}
          autoComplete="off"
          onChange={({ target }) => onType(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || typed === '') return
            event.preventDefault()
            event.stopPropagation()
            onType('')
          }}
        />
        {typed !== '' && (
          <IconButton
            label={t.clear}
            size="small"
            className={styles.clear ?? ''}
            onClick={() => {
              onType('')
              field.current?.focus()
            }}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        )}
      </search>
      <p role="status" className={styles.count}>
        {next === undefined
          ? t.entries(files.length)
          : more === 'loading'
            ? t.loading
            : t.part({ shown: number.format(files.length), all: number.format(Math.max(total, files.length)) })}
      </p>
      {typeof more === 'object' && (
        <p role="alert" className={styles.trouble}>
          {more.error}
        </p>
      )}
      {next !== undefined && more !== 'loading' && (
        <Button kind="quiet" onClick={onMore}>
          {t.more}
        </Button>
      )}
    </Row>
  )
}
