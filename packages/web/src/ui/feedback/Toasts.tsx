// Shows toasts: short notices, most of which disappear after six seconds.

import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../inputs/IconButton.tsx'
import { i18n } from '../language.ts'
import { toastsWords } from './en.ts'
import { $toasts, closeToast, type Toast } from './feedback.ts'
import styles from './Toasts.module.css'

const messages = i18n('toasts', toastsWords)

/** How long a toast is shown, in milliseconds, not counting the time it is hovered or focused. */
const stays = 6_000

export function Toasts() {
  const toasts = useStore($toasts)
  const t = useStore(messages)
  return (
    <section aria-label={t.region} tabIndex={-1} data-region="toasts" className={styles.region}>
      <div role="status" className="hidden-words">
        {toasts.at(-1)?.text}
      </div>
      {toasts.map((toast) => (
        <ToastPlate key={toast.id} toast={toast} onClose={closeToast} />
      ))}
    </section>
  )
}

export function ToastPlate({ toast, onClose }: { toast: Toast; onClose: (id: number) => void }) {
  const t = useStore(messages)
  const { id, lasting = false } = toast
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || lasting) return
    const timer = setTimeout(() => onClose(id), stays)
    return () => clearTimeout(timer)
  }, [held, lasting, id, onClose])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only pauses while hovered or focused
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.text}>{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.action?.run()
            onClose(id)
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton label={t.close} size="small" onClick={() => onClose(id)}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
