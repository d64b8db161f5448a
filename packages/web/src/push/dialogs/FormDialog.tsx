import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { formDialog } from './en.ts'

const messages = i18n('form-dialog', formDialog)

interface FormDialogProps {
  title: string
  onClose: () => void
  /** The label of the main button; Enter presses it, too. */
  submit: string
  onSubmit: () => void
  busy?: boolean
  lasting?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A dialog around a form that can be submitted or cancelled. */
export function FormDialog({
  title,
  onClose,
  submit,
  onSubmit,
  busy = false,
  lasting = false,
  className,
  children,
}: FormDialogProps) {
  const t = useStore(messages)
  const form = useId()
  return (
    <Dialog
      title={title}
      lasting={lasting}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" form={form} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
