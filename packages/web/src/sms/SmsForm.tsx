import { useStore } from '@nanostores/react'
import { isBlank } from '@waypost/protocol'
import { type RefObject, useId } from 'react'
import { Composer } from '../ui/inputs/Composer.tsx'
import { i18n } from '../ui/language.ts'
import { textForm } from './en.ts'
import styles from './SmsForm.module.css'

const messages = i18n('text-form', textForm)

/** In characters, as recommended for an SMS. */
const maxLetters = 140

interface SmsFormProps {
  label: string
  text: string
  onText: (text: string) => void
  onSend: () => void
  /** If missing, nothing can be attached. */
  onFiles?: ((files: readonly File[]) => void) | undefined
  /** The counter is shown from this length on. */
  countsFrom: number
  /** Whether it takes the focus when the place opens. */
  first?: boolean
  /** Called on ↑ in the empty field. */
  onUp?: () => void
  field?: RefObject<HTMLTextAreaElement | null>
}

/** The form of an SMS, with a character counter. */
export function SmsForm({ countsFrom, ...composer }: SmsFormProps) {
  const t = useStore(messages)
  const id = useId()
  const letters = [...composer.text].length
  const tooLong = letters > maxLetters
  const counts = letters >= countsFrom
  return (
    <Composer {...composer} ready={!isBlank(composer.text)} describedBy={counts ? `${id}-count` : undefined}>
      <div className={styles.foot}>
        {/* Always mounted, so that the warning is announced when it appears. */}
        <p role="status" className={styles.warning}>
          {tooLong && t.long}
        </p>
        {counts && (
          <p id={`${id}-count`} className={styles.count} data-long={tooLong || undefined}>
            {t.counter({ count: letters, most: maxLetters })}
          </p>
        )}
      </div>
    </Composer>
  )
}
