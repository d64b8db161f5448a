import { useStore } from '@nanostores/react'
import { Paperclip, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { chooseFiles } from '../browser/files.ts'
import styles from './Composer.module.css'
import { IconButton } from './IconButton.tsx'
import { i18n } from './language.ts'

const messages = i18n('composer', { send: 'Send', attach: 'Attach files' })

const tallest = 200

/** Puts a line break in the place of what is selected. */
function breakLine(area: HTMLTextAreaElement): void {
  area.setRangeText('\n', area.selectionStart, area.selectionEnd, 'end')
}

/** The style sheet does it where the browser knows how. */
const growsByItself = (): boolean => CSS.supports('field-sizing', 'content')

interface ComposerProps {
  label: string
  text: string
  onText: (text: string) => void
  /** There is something to send: its button takes the place of the paperclip. */
  ready: boolean
  onSend: () => void
  onFiles: (files: readonly File[]) => void
  /** Called on ↑ in the empty field. */
  onUp?: (() => void) | undefined
  /** Whether the focus comes here when the place opens. */
  first?: boolean
  /** The id of what says more about the field. */
  describedBy?: string | undefined
  field?: RefObject<HTMLTextAreaElement | null> | undefined
  /** More to fill in, over the box. */
  above?: ReactNode
  /** What the text will look like, in the box over it. */
  preview?: ReactNode
  /** What stands under the box. */
  children?: ReactNode
}

/** Where something is written and sent. Enter sends it, with nothing else pressed; Enter with Shift, Ctrl, Alt or Meta is a new line. */
export function Composer(props: ComposerProps) {
  const { label, text, onText, ready, onSend, onFiles, onUp, first = true, describedBy, above, preview, children } = props
  const t = useStore(messages)
  const own = useRef<HTMLTextAreaElement>(null)
  const field = props.field ?? own

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    const area = field.current
    if (!area || growsByItself()) return
    area.style.blockSize = ''
    const wanted = Math.min(tallest, area.scrollHeight)
    if (wanted > area.clientHeight) area.style.blockSize = `${wanted}px`
  }, [text])

  async function attach() {
    onFiles(await chooseFiles({ multiple: true }))
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While an input method composes, Enter is its own. Safari says so only by the code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const modified = event.ctrlKey || event.metaKey || event.altKey
    if (event.key === 'Enter' && !event.shiftKey && !modified) {
      event.preventDefault()
      onSend()
    } else if (event.key === 'Enter' && modified) {
      // With Shift the browser breaks the line itself.
      event.preventDefault()
      breakLine(event.currentTarget)
      onText(event.currentTarget.value)
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
      {above}
      <div className={styles.box}>
        {preview && <div className={styles.preview}>{preview}</div>}
        <div className={styles.line}>
          <textarea
            ref={field}
            className={styles.text}
            aria-label={label}
            aria-describedby={describedBy}
            placeholder={label}
            dir="auto"
            value={text}
            enterKeyHint="send"
            {...(first && { 'data-first': '' })}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <div className={styles.swap}>
            <IconButton label={t.attach} data-attach="" inert={ready} onClick={() => void attach()}>
              <Paperclip size={20} aria-hidden="true" />
            </IconButton>
            <IconButton label={t.send} type="submit" className={styles.send ?? ''} inert={!ready}>
              <SendHorizontal size={20} aria-hidden="true" />
            </IconButton>
          </div>
        </div>
      </div>
      {children}
    </form>
  )
}
