import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { fieldsOf, momentOf } from '../scheduled/send-time.ts'
import { dateDialog } from './en.ts'
import { FormDialog } from './FormDialog.tsx'

const messages = i18n('date-dialog', dateDialog)

interface DateDialogProps {
  onClose: () => void
  /** Called with the start of the day, in milliseconds. Resolves to false if its messages couldn't be loaded. */
  onChoose: (midnight: number) => Promise<boolean>
}

/** A dialog for choosing the day of a conversation to go to; it stays open until that day's messages are loaded. */
export function DateDialog({ onClose, onChoose }: DateDialogProps) {
  const t = useStore(messages)
  const today = fieldsOf(Date.now()).date
  const [date, setDate] = useState(today)
  const [error, setError] = useState<string>()
  const [loading, setLoading] = useState(false)

  async function submit() {
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
    <FormDialog title={t.title} onClose={onClose} submit={t.go} busy={loading} onSubmit={() => void submit()}>
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
    </FormDialog>
  )
}
