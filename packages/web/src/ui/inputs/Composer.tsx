import { useStore } from '@nanostores/react'
import { Check, Paperclip, SendHorizontal } from 'lucide-react'
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { chooseFiles } from '../../browser/files/files.ts'
import { i18n } from '../language.ts'
import styles from './Composer.module.css'
import { composer } from './en.ts'
import { IconButton } from './IconButton.tsx'

const messages = i18n('composer', composer)

function breakLine(area: HTMLTextAreaElement): void {
  area.setRangeText('\n', area.selectionStart, area.selectionEnd, 'end')
}

/** In browsers with `field-sizing` the style sheet sets the height. */
function useGrowth(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const grow = useCallback(() => {
    const area = field.current
    if (!area || growsByItself()) return
    area.style.blockSize = ''
    // The style sheet limits the height.
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

/** Measured by an element with the same text. */
function useFits(field: RefObject<HTMLTextAreaElement | null>, measured: RefObject<HTMLElement | null>, text: string): boolean {
  const [fits, setFits] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the width
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    const observer = new ResizeObserver(() => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(area)
      const room = area.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
      setFits((measured.current?.offsetWidth ?? 0) <= room)
    })
    observer.observe(area)
    return () => observer.disconnect()
  }, [field, measured, text])
  return fits
}

interface ComposerProps {
  label: string
  /** Shown in the empty field if the label doesn't fit. */
  shortLabel?: string
  text: string
  onText: (text: string) => void
  /** There is something to send: shows the send button. */
  ready: boolean
  onSend: () => void
  /** Called with attached files; without it there is no attach button. */
  onFiles?: ((files: readonly File[]) => void) | undefined
  /** With something to send, the attach button stays beside the send button; otherwise it makes room for it. */
  attachesMore?: boolean
  /** Sending saves an edit: nothing can be attached. */
  saves?: boolean
  onFocused?: (focused: boolean) => void
  /** Called on ↑ in the empty field. */
  onUp?: (() => void) | undefined
  /** Called on Shift+↑ in the empty field; without it the keys act like ↑. */
  onShiftUp?: (() => void) | undefined
  /** Called on Esc; without it the key is left to the page. */
  onEscape?: (() => void) | undefined
  /** Whether it takes the focus when the place opens. */
  first?: boolean
  /** The id of the describing element. */
  describedBy?: string | undefined
  field?: RefObject<HTMLTextAreaElement | null> | undefined
  /** More fields, above the box. */
  above?: ReactNode
  /** A preview, in the box above the text. */
  preview?: ReactNode
  /** A permanent button. */
  tool?: ReactNode
  /** The buttons beside it, while there is nothing to send and while there is. */
  emptyTool?: ReactNode
  readyTool?: ReactNode
  /** Props of the element around the buttons. */
  toolProps?: HTMLAttributes<HTMLElement>
  /** Replaces the text and the buttons. */
  instead?: ReactNode
  /** Content below the box. */
  children?: ReactNode
}

/** The form of a message. Enter sends it; Enter with Shift, Ctrl, Alt or Meta inserts a line break. */
export function Composer(props: ComposerProps) {
  const {
    label,
    shortLabel = label,
    text,
    onText,
    onSend,
    onFiles,
    onFocused,
    onUp,
    onShiftUp = onUp,
    onEscape,
    first = true,
    describedBy,
    above,
    preview,
    instead,
    children,
  } = props
  const own = useRef<HTMLTextAreaElement>(null)
  const field = props.field ?? own
  const measured = useRef<HTMLSpanElement>(null)

  useGrowth(field, text)
  const fits = useFits(field, measured, label)

  async function attach() {
    onFiles?.(await chooseFiles({ multiple: true }))
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
    } else if (event.key === 'ArrowUp' && text === '' && !event.altKey) {
      const act = event.shiftKey ? onShiftUp : onUp
      if (!act) return
      event.preventDefault()
      act()
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
              placeholder={fits ? label : shortLabel}
              dir="auto"
              rows={1}
              value={text}
              enterKeyHint="send"
              {...(first && { 'data-first': '' })}
              onChange={(event) => onText(event.target.value)}
              onKeyDown={onKeyDown}
            />
            <span ref={measured} className={styles.measured} aria-hidden="true">
              {label}
            </span>
            <Tools {...props} onAttach={onFiles && (() => void attach())} />
          </div>
        )}
      </div>
      {children}
    </form>
  )
}

type ToolsProps = Pick<ComposerProps, 'ready' | 'attachesMore' | 'saves' | 'tool' | 'emptyTool' | 'readyTool' | 'toolProps'> & {
  onAttach: (() => void) | undefined
}

/**
 * Each button has its place from the start, and they move aside for the send button. They are in Tab order, in which the one at the end
 * comes first after the text.
 */
function Tools(props: ToolsProps) {
  const { ready, attachesMore = false, saves = false, tool, emptyTool, readyTool, toolProps, onAttach } = props
  const t = useStore(messages)
  return (
    <div className={styles.tools} data-ready={ready || undefined} {...toolProps}>
      <IconButton
        label={saves ? t.save : t.send}
        type="submit"
        className={styles.send ?? ''}
        inert={!ready}
        // Keeps the focus in the field, and so a phone's keyboard open.
        onMouseDown={(event) => event.preventDefault()}
      >
        {saves ? <Check size={20} aria-hidden="true" /> : <SendHorizontal size={20} aria-hidden="true" />}
      </IconButton>
      {onAttach && (
        <span className={attachesMore ? styles.attach : styles.onlyAttach} inert={ready && !attachesMore}>
          <IconButton label={t.attach} data-attach="" unavailable={saves} onClick={onAttach}>
            <Paperclip size={20} aria-hidden="true" />
          </IconButton>
        </span>
      )}
      {emptyTool && (
        <span className={styles.emptyTool} inert={ready}>
          {emptyTool}
        </span>
      )}
      {readyTool && (
        <span className={styles.readyTool} inert={!ready}>
          {readyTool}
        </span>
      )}
      {tool && <span className={styles.tool}>{tool}</span>}
    </div>
  )
}
