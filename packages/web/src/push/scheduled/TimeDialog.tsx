import { useStore } from '@nanostores/react'
import { scheduleAheadMilliseconds } from '@waypost/protocol'
import { useState } from 'react'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { FormDialog } from '../dialogs/FormDialog.tsx'
import styles from './dialogs.module.css'
import { sendTimeDialog } from './en.ts'
import { fieldsOf, momentOf, sendTimeOf } from './send-time.ts'
import { sendTimes } from './times.ts'

const messages = i18n('send-time-dialog', sendTimeDialog)

interface TimeDialogProps {
  title: string
  /** The label of its main button. */
  submit?: string
  /** The current time, in milliseconds; without one, tomorrow morning is proposed. */
  at?: number
  onClose: () => void
  /** In milliseconds. */
  onChoose: (at: number) => void
}

/** A dialog for the date and time at which a message is sent, or comes back as a reminder. */
export function TimeDialog({ title, submit: words, at, onClose, onChoose }: TimeDialogProps) {
  const t = useStore(messages)
  const now = Date.now()
  const [fields, setFields] = useState(() => fieldsOf(at !== undefined && at > now ? at : proposed(now)))
  const [error, setError] = useState<string>()
  const chosen = momentOf(fields)

  function set(change: Partial<typeof fields>) {
    setFields({ ...fields, ...change })
    setError(undefined)
  }

  function submit() {
    if (chosen === undefined) return setError(t.missing)
    if (chosen <= Date.now()) return setError(t.past)
    if (chosen > Date.now() + scheduleAheadMilliseconds) return setError(t.far)
    onChoose(chosen)
  }

  return (
    <FormDialog title={title} onClose={onClose} submit={words ?? t.save} onSubmit={submit} className={styles.form}>
      <div className={styles.pair}>
        <TextField
          label={t.date}
          type="date"
          data-first=""
          min={fieldsOf(now).date}
          max={fieldsOf(now + scheduleAheadMilliseconds).date}
          value={fields.date}
          onChange={(event) => set({ date: event.target.value })}
        />
        <TextField label={t.time} type="time" value={fields.time} onChange={(event) => set({ time: event.target.value })} />
      </div>
      <p className={styles.said} role="status" data-error={error ? '' : undefined}>
        {error ?? (chosen !== undefined && chosen > now ? sendTimeOf(chosen, now) : t.past)}
      </p>
    </FormDialog>
  )
}

const proposed = (now: number): number => sendTimes(now).find(({ name }) => name === 'morning')?.at ?? now
