import { useStore } from '@nanostores/react'
import { Paperclip, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { chooseFiles } from '../browser.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './Composer.module.css'

const messages = i18n('text-composer', {
  send: 'Send',
  attach: 'Attach files',
  counter: params('{count}/{most}'),
  long: 'Warning, longer texts may not send',
})

/** Letters that a text should not be longer than. */
const mostLetters = 140

interface ComposerProps {
  label: string
  text: string
  onText: (text: string) => void
  onSend: () => void
  onFiles: (files: readonly File[]) => void
  /** The counter shows from this many letters on. */
  countsFrom: number
  /** Whether the focus comes here when the place opens. */
  first?: boolean
  /** ↑ in the empty field. */
  onUp?: () => void
  field?: Ref<HTMLTextAreaElement>
}

/** Where a text is written. Enter sends it, with nothing else pressed; Shift and Enter is a new line. */
export function Composer({ label, text, onText, onSend, onFiles, countsFrom, first = true, onUp, field }: ComposerProps) {
  const t = useStore(messages)
  const id = useId()
  const ready = text.trim() !== ''
  const letters = [...text].length
  const tooLong = letters > mostLetters
  const counts = letters >= countsFrom

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While an input method composes, Enter is its own. Safari says so only by the code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      onSend()
    } else if (event.key === 'ArrowUp' && text === '' && !event.altKey && !event.shiftKey && onUp) {
      event.preventDefault()
      onUp()
    }
  }

  return (
    <form
      className={styles.form}
      data-region="composer"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <div className={styles.box}>
        <textarea
          ref={field}
          className={styles.text}
          aria-label={label}
          aria-describedby={counts ? `${id}-count` : undefined}
          placeholder={label}
          dir="auto"
          value={text}
          enterKeyHint="send"
          {...(first && { 'data-first': '' })}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.swap} data-ready={ready || undefined}>
          <IconButton
            label={t.attach}
            data-attach=""
            inert={ready}
            onClick={() => void chooseFiles({ multiple: true }).then(onFiles)}
          >
            <Paperclip size={20} aria-hidden="true" />
          </IconButton>
          <IconButton label={t.send} type="submit" className={styles.send ?? ''} inert={!ready}>
            <SendHorizontal size={20} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <div className={styles.foot}>
        {/* It is always there, so that the warning is spoken once, when it appears. */}
        <p role="status" className={styles.warning}>
          {tooLong && t.long}
        </p>
        {counts && (
          <p id={`${id}-count`} className={styles.count} data-long={tooLong || undefined}>
            {t.counter({ count: letters, most: mostLetters })}
          </p>
        )}
      </div>
    </form>
  )
}
