// Draws the form that writes a message: a growing text field with buttons to attach and send.

import { useStore } from '@nanostores/react'
import { Paperclip, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { chooseFiles } from '../../browser/files/files.ts'
import { i18n } from '../language.ts'
import styles from './Composer.module.css'
import { IconButton } from './IconButton.tsx'

const messages = i18n('composer', { send: 'Send', attach: 'Attach files' })

/** Replaces the selection with a line break. */
function breakLine(area: HTMLTextAreaElement): void {
  area.setRangeText('\n', area.selectionStart, area.selectionEnd, 'end')
}

/** Adapts the height of a field to its text and its width; in browsers with `field-sizing` the style sheet does it. */
function useGrowth(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const grow = useCallback(() => {
    const area = field.current
    if (!area || growsByItself()) return
    area.style.blockSize = ''
    // The style sheet says how high it may become.
    if (area.scrollHeight > area.clientHeight) area.style.blockSize = `${area.scrollHeight}px`
  }, [field])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(grow, [grow, text])
  useLayoutEffect(() => {
    const area = field.current
    if (!area || growsByItself()) return
    let width = area.clientWidth
    const observer = new ResizeObserver(() => {
      if (area.clientWidth === width) return
      width = area.clientWidth
      grow()
    })
    observer.observe(area)
    return () => observer.disconnect()
  }, [field, grow])
}

const growsByItself = (): boolean => CSS.supports('field-sizing', 'content')

interface ComposerProps {
  label: string
  text: string
  onText: (text: string) => void
  /** There is something to send: shows the send button instead of the attach button. */
  ready: boolean
  onSend: () => void
  onFiles: (files: readonly File[]) => void
  /** Called when the form gets and when it loses the focus. */
  onFocused?: (focused: boolean) => void
  /** Called on ↑ in the empty field. */
  onUp?: (() => void) | undefined
  /** Called on Esc; without it the key is left to the page. */
  onEscape?: (() => void) | undefined
  /** A message is being sent; presses are ignored. */
  busy?: boolean
  /** Whether it takes the focus when the place opens. */
  first?: boolean
  /** The id of the element that describes the field. */
  describedBy?: string | undefined
  field?: RefObject<HTMLTextAreaElement | null> | undefined
  /** More fields, above the box. */
  above?: ReactNode
  /** A preview, in the box above the text. */
  preview?: ReactNode
  /** Buttons beside the one that sends. */
  beside?: ReactNode
  /** Content in the place of the text and the buttons. */
  instead?: ReactNode
  /** Content under the box. */
  children?: ReactNode
}

/** The form of a message. Enter sends it; Enter with Shift, Ctrl, Alt or Meta is a new line. */
export function Composer(props: ComposerProps) {
  const {
    label,
    text,
    onText,
    ready,
    onSend,
    onFiles,
    onFocused,
    onUp,
    onEscape,
    busy = false,
    first = true,
    describedBy,
    above,
    preview,
    beside,
    instead,
    children,
  } = props
  const t = useStore(messages)
  const own = useRef<HTMLTextAreaElement>(null)
  const field = props.field ?? own

  useGrowth(field, text)

  async function attach() {
    onFiles(await chooseFiles({ multiple: true }))
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const modified = event.ctrlKey || event.metaKey || event.altKey
    if (event.key === 'Enter' && !event.shiftKey && !modified) {
      event.preventDefault()
      onSend()
    } else if (event.key === 'Enter' && modified) {
      // With Shift the browser inserts the line break itself.
      event.preventDefault()
      breakLine(event.currentTarget)
      onText(event.currentTarget.value)
    } else if (event.key === 'Escape' && onEscape) {
      event.preventDefault()
      event.stopPropagation()
      onEscape()
    } else if (event.key === 'ArrowUp' && text === '' && !event.altKey && !event.shiftKey && onUp) {
      event.preventDefault()
      onUp()
    }
  }

  return (
    <form
      className={styles.form}
      data-region="composer"
      onFocus={() => onFocused?.(true)}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onFocused?.(false)}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      {above}
      <div className={styles.box}>
        {preview && <div className={styles.preview}>{preview}</div>}
        {instead ?? (
          <div className={styles.line}>
            <textarea
              ref={field}
              className={styles.text}
              aria-label={label}
              aria-describedby={describedBy}
              placeholder={label}
              dir="auto"
              rows={1}
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
              <IconButton label={t.send} type="submit" className={styles.send ?? ''} inert={!ready} unavailable={busy}>
                <SendHorizontal size={20} aria-hidden="true" />
              </IconButton>
            </div>
            {beside && <div className={styles.beside}>{beside}</div>}
          </div>
        )}
      </div>
      {children}
    </form>
  )
}
