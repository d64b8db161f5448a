// Changes the text of a message that waits to be sent.

import { useStore } from '@nanostores/react'
import type { Draft } from '@waypost/client'
import { isBlank, type Push } from '@waypost/protocol'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './dialogs.module.css'

const messages = i18n('edit-scheduled', {
  heading: 'Edit message',
  title: 'Title',
  url: 'Link',
  message: 'Message',
  cancel: 'Cancel',
  save: 'Save',
  empty: 'Write something, or cancel the message instead.',
})

interface EditDialogProps {
  push: Push
  onClose: () => void
  /** Saves it. @returns whether that worked */
  onSave: (draft: Draft) => Promise<boolean>
}

/** A dialog with the text of a message, and its title and link where it has any. */
export function EditDialog({ push, onClose, onSave }: EditDialogProps) {
  const t = useStore(messages)
  // A link alone was typed as a message.
  const lone = push.url !== undefined && !push.title && !push.body
  const [draft, setDraft] = useState({
    title: push.title ?? '',
    body: (lone ? push.url : push.body) ?? '',
    url: lone ? '' : (push.url ?? ''),
  })
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useId()
  const message = useId()

  function set(change: Partial<typeof draft>) {
    setDraft({ ...draft, ...change })
    setError(undefined)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (Object.values(draft).every(isBlank)) return setError(t.empty)
    setBusy(true)
    if (await onSave(draft)) onClose()
    setBusy(false)
  }

  return (
    <Dialog
      title={t.heading}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" form={form} busy={busy}>
            {t.save}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)}>
        {push.title && (
          <TextField label={t.title} dir="auto" value={draft.title} onChange={(event) => set({ title: event.target.value })} />
        )}
        <div className={styles.area}>
          <label htmlFor={message}>{t.message}</label>
          <textarea
            id={message}
            data-first=""
            dir="auto"
            rows={5}
            value={draft.body}
            aria-invalid={error ? true : undefined}
            onChange={(event) => set({ body: event.target.value })}
          />
        </div>
        {push.url && !lone && (
          <TextField label={t.url} inputMode="url" value={draft.url} onChange={(event) => set({ url: event.target.value })} />
        )}
        <p className={styles.said} role="alert" data-error="">
          {error}
        </p>
      </form>
    </Dialog>
  )
}
