import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import styles from './TwoStep.module.css'

export interface TwoStepWords {
  /** The question, e.g. 'Delete Pixel 8'. */
  object: string
  confirm: string
  cancel: string
  /** E.g. 'Deleting...'. */
  busy: string
}

interface TwoStepProps {
  words: TwoStepWords
  onConfirm: () => void | Promise<void>
  onCancel: () => void
  /** The button being replaced. Cancel has the same width, so it is under the pointer wherever the button was clicked. */
  opener?: RefObject<HTMLElement | null>
  /** The side of the line where the button was, and Cancel now is. */
  side?: 'start' | 'end'
  role?: 'menuitem'
  /** Off for examples in the style guide. */
  focus?: boolean
}

/** In milliseconds. A second click within this time is part of a double click. */
const tooSoon = 500

/** A confirmation in place. Cancel is where the first button was, so a double click is harmless. */
export function TwoStep({ words, onConfirm, onCancel, opener, side = 'end', role, focus = true }: TwoStepProps) {
  const [busy, setBusy] = useState(false)
  // The button is still there during the first render.
  const [width] = useState(() => opener?.current?.offsetWidth)
  const [armed, setArmed] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focus) group.current?.querySelector<HTMLElement>('[data-cancel]')?.focus()
  }, [focus])
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), tooSoon)
    return () => clearTimeout(timer)
  }, [])
  const cancel = (
    <Button role={role} data-cancel="" style={{ minInlineSize: width }} onClick={onCancel}>
      {words.cancel}
    </Button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu
    <div
      ref={group}
      role="group"
      aria-label={words.object}
      className={role ? `${styles.group} ${styles.inMenu}` : styles.group}
      data-side={side}
      // The width of the button, so it stays in its line; the confirmation wraps below Cancel if there is no room.
      style={side === 'start' ? { flexBasis: width } : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || busy) return
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }}
      onBlur={(event) => {
        if (!busy && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) onCancel()
      }}
    >
      {busy ? (
        <span role="status" className={styles.busy}>
          {words.busy}
        </span>
      ) : (
        <>
          {side === 'start' && cancel}
          <Button
            kind="danger"
            role={role}
            unavailable={!armed}
            onClick={async (event) => {
              if (event.detail > 1) return
              setBusy(true)
              try {
                await onConfirm()
              } finally {
                setBusy(false)
              }
            }}
          >
            {words.confirm}
          </Button>
          {side === 'end' && cancel}
        </>
      )}
    </div>
  )
}
