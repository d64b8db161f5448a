import { useStore } from '@nanostores/react'
import type { BannerText } from '../feedback/feedback.ts'
import { Button } from '../inputs/Button.tsx'
import { i18n } from '../language.ts'
import { Dialog } from './Dialog.tsx'
import { alertDialog } from './en.ts'

const messages = i18n('alert-dialog', alertDialog)

/** An error that interrupts the user and must be dismissed. */
export function AlertDialog({ title, body, onDismiss }: BannerText & { onDismiss: () => void }) {
  const t = useStore(messages)
  return (
    <Dialog
      alert
      title={title}
      onClose={onDismiss}
      actions={
        <Button kind="primary" data-first="" onClick={onDismiss}>
          {t.dismiss}
        </Button>
      }
    >
      {body && <p>{body}</p>}
    </Dialog>
  )
}
