import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from '../inputs/IconButton.tsx'
import { i18n } from '../language.ts'
import styles from './Dialog.module.css'
import { dialogWords } from './en.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** The main one last. */
  actions?: ReactNode
  /** An alert dialog, which interrupts and requires a decision. */
  alert?: boolean
  /** As large as its content, e.g. a picture. */
  bare?: boolean
  /** Keeps its top in place when its height changes, e.g. with search results. */
  atTop?: boolean
  /** A click outside doesn't close it, because something in it would be lost. */
  lasting?: boolean
}

const messages = i18n('dialog', dialogWords)

/** For a `dialog` that is open while mounted. On close the focus returns. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    // By default the browser focuses the close button.
    element?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return dialog
}

/** A native modal dialog, open while mounted. On close the focus returns. */
export function Dialog({ title, onClose, children, actions, alert, bare, atTop, lasting = alert }: DialogProps) {
  const t = useStore(messages)
  const dialog = useModal()
  const id = useId()
  return (
    <dialog
      ref={dialog}
      {...(alert && { role: 'alertdialog' })}
      aria-labelledby={id}
      className={[styles.dialog, bare && styles.bare, atTop && styles.atTop].filter(Boolean).join(' ')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        // A click on the dialog element itself is on the backdrop.
        if (event.target === event.currentTarget && !lasting) onClose()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 id={id} className={styles.title} dir="auto">
            {title}
          </h2>
          {!alert && (
            <IconButton label={t.close} onClick={onClose}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          )}
        </div>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
