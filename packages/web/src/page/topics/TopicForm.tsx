import { useStore } from '@nanostores/react'
import { Refusal } from '@waypost/protocol'
import { type ReactNode, type Ref, useState } from 'react'
import { say } from '../../ui/accessibility/announce.ts'
import { Button, type ButtonKind } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { topicForm } from './en.ts'
import styles from './Topic.module.css'

const messages = i18n('topic-form', topicForm)

interface TopicFormProps {
  /** The label of the submit button. */
  label: string
  kind?: ButtonKind
  busy: boolean
  /** Disabled because there is nothing to submit. */
  unavailable?: boolean
  trouble?: string | undefined
  done?: string
  /** Adds a button that closes the form. */
  onCancel?: () => void
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
    <Stack
      ref={ref}
      as="form"
      gap={3}
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
      <Row gap={2} wrap className={styles.actions}>
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
      </Row>
    </Stack>
  )
}

/** The state of a form: whether it is being submitted, and the result. */
export function useSubmit() {
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState('')
  const [trouble, setTrouble] = useState<string>()
  return {
    busy,
    done,
    trouble,
    /** Call it after an edit: the last result no longer applies to the form. */
    touch() {
      setDone('')
      setTrouble(undefined)
    },
    /** Reports `words` afterwards. @returns whether it succeeded */
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
