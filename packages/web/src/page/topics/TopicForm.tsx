// Draws the form of a topic, and says how submitting it went.

import { useStore } from '@nanostores/react'
import { Refusal } from '@waypost/protocol'
import { type ReactNode, type Ref, useState } from 'react'
import { say } from '../../ui/accessibility/announce.ts'
import { Button, type ButtonKind } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { topicForm } from './en.ts'
import styles from './Topic.module.css'

const messages = i18n('topic-form', topicForm)

interface TopicFormProps {
  /** Of the button that submits. */
  label: string
  kind?: ButtonKind
  busy: boolean
  /** There is nothing to submit. */
  unavailable?: boolean
  /** Why it was refused. */
  trouble?: string | undefined
  /** Says that it is done, beside the buttons. */
  done?: string
  /** For a form that can be closed: draws a button for that. */
  onCancel?: () => void
  /** More buttons. */
  buttons?: ReactNode
  ref?: Ref<HTMLFormElement>
  onSubmit: (values: FormData) => void
  children: ReactNode
}

/** The fields of a topic, why they were refused, and the buttons. */
export function TopicForm(props: TopicFormProps) {
  const { label, kind = 'primary', busy, unavailable = false, trouble, done, onCancel, buttons, ref, onSubmit, children } = props
  const t = useStore(messages)
  return (
    <form
      ref={ref}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && !unavailable) onSubmit(new FormData(event.currentTarget))
      }}
    >
      {children}
      {trouble && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind={kind} busy={busy} unavailable={unavailable}>
          {label}
        </Button>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            {t.cancel}
          </Button>
        )}
        {buttons}
        {done !== undefined && <span className={styles.done}>{done}</span>}
      </div>
    </form>
  )
}

/** The state of a form: whether it is being submitted, and how that ended. */
export function useSubmit() {
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState('')
  const [trouble, setTrouble] = useState<string>()
  return {
    busy,
    done,
    trouble,
    /** To be called after an edit: how submitting went no longer concerns what the form shows. */
    touch() {
      setDone('')
      setTrouble(undefined)
    },
    /** Does the work of the form, and says in `words` that it is done. @returns whether it was */
    async run(work: () => Promise<unknown>, words: string): Promise<boolean> {
      if (busy) return false
      setBusy(true)
      setDone('')
      setTrouble(undefined)
      try {
        await work()
        setDone(words)
        say(words)
        return true
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        setTrouble(error.message)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
