// The frame of the dialogs shown before files are sent: the files, a caption, and the buttons.

import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Dialog, useModal } from '../../ui/dialogs/Dialog.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { sendDialog } from './en.ts'
import styles from './SendDialog.module.css'

const messages = i18n('send-dialog', sendDialog)

/** The props of both dialogs. */
export interface ChosenFilesProps {
  files: readonly File[]
  name: string
  /** The text already typed. */
  caption: string
  onClose: (files: readonly File[]) => void
  onSend: (files: readonly File[], caption: string) => void
}

interface SendDialogProps {
  name: string
  /** The text already typed. */
  caption: string
  /** The label of the send button. */
  send: string
  busy?: boolean
  onClose: () => void
  onSend: (caption: string) => void
  /** At the start of the button row. */
  about: ReactNode
  /** The first takes the remaining space. */
  children: ReactNode
}

/** Enter sends, Shift+Enter breaks the line, and Esc only asks if text would be lost. */
export function SendDialog({ name, caption: typed, send, busy = false, onClose, onSend, about, children }: SendDialogProps) {
  const t = useStore(messages)
  const dialog = useModal()
  const title = useId()
  const [caption, setCaption] = useState(typed)
  const [asking, setAsking] = useState(false)
  // The text typed in the composer is still there.
  const close = () => (caption.trim() === '' || caption === typed ? onClose() : setAsking(true))

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    onSend(caption.trim())
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.inside}>
        <header className={styles.head}>
          <h2 id={title} className={styles.title} dir="auto">
            {t.title({ name })}
          </h2>
          <IconButton label={t.close} onClick={close}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </header>
        {children}
        <div className={styles.caption}>
          <textarea
            className={styles.field}
            aria-label={t.caption}
            placeholder={t.addCaption}
            data-first=""
            dir="auto"
            rows={1}
            enterKeyHint="send"
            value={caption}
            onChange={(event) => setCaption(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <footer className={styles.foot}>
          <div className={styles.about}>{about}</div>
          <Button className={styles.cancel} kind="quiet" onClick={close}>
            {t.cancel}
          </Button>
          <Button kind="primary" busy={busy} onClick={() => onSend(caption.trim())}>
            {send}
          </Button>
        </footer>
      </div>
      {asking && (
        <Dialog
          alert
          title={t.discard}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button data-first="" onClick={() => setAsking(false)}>
                {t.keep}
              </Button>
              <Button kind="danger" onClick={onClose}>
                {t.confirm}
              </Button>
            </>
          }
        >
          {null}
        </Dialog>
      )}
    </dialog>
  )
}
