// Asks for the day of a conversation to go to.

import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { fieldsOf, momentOf } from '../scheduled/send-time.ts'

const messages = i18n('date-dialog', {
  title: 'Go to a date',
  date: 'Date',
  cancel: 'Cancel',
  go: 'Go',
  missing: 'Choose a date.',
  future: 'Choose a date that is not in the future.',
  failed: "Couldn't load earlier messages. Check your connection and try again.",
})

interface DateDialogProps {
  onClose: () => void
  /** Called with the beginning of the day, in milliseconds. Resolves to false when its messages could not be loaded. */
  onChoose: (midnight: number) => Promise<boolean>
}

/** A dialog with a date; it stays until the messages of that day are loaded. */
export function DateDialog({ onClose, onChoose }: DateDialogProps) {
  const t = useStore(messages)
  const today = fieldsOf(Date.now()).date
  const [date, setDate] = useState(today)
  const [error, setError] = useState<string>()
  const [loading, setLoading] = useState(false)
  const form = useId()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const midnight = momentOf({ date, time: '00:00' })
    if (midnight === undefined) return setError(t.missing)
    if (midnight > Date.now()) return setError(t.future)
    setLoading(true)
    const loaded = await onChoose(midnight)
    setLoading(false)
    if (loaded) onClose()
    else setError(t.failed)
  }

  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" form={form} busy={loading}>
            {t.go}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t.date}
          type="date"
          data-first=""
          max={today}
          value={date}
          error={error}
          onChange={(event) => {
            setDate(event.target.value)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
