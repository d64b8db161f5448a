import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import styles from './Chip.module.css'

interface ChipProps {
  picture?: ReactNode
  children: string
  /** What the button that takes it away is called, e.g. 'Remove Ana Reyes'. */
  removeLabel: string
  onRemove: () => void
  removeRef?: Ref<HTMLButtonElement>
}

/** Something that was chosen, and a way to take it back: its button, or Backspace on it. It stands in a list. */
export function Chip({ picture, children, removeLabel, onRemove, removeRef }: ChipProps) {
  return (
    <li className={styles.chip}>
      {picture}
      <span className={styles.words} dir="auto">
        {children}
      </span>
      <button
        ref={removeRef}
        type="button"
        className={styles.remove}
        title={removeLabel}
        aria-label={removeLabel}
        onClick={onRemove}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Backspace' && event.key !== 'Delete') return
          event.preventDefault()
          onRemove()
        }}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </li>
  )
}

interface ChipsProps {
  /** What the chips are picked for, as the label of a field says it. */
  heading: string
  /** What the list is called. */
  label: string
  children: ReactNode
  ref?: Ref<HTMLUListElement>
}

/** Chips under the heading of the field that they were picked in; the heading alone as long as there are none. */
export function Chips({ heading, label, children, ref }: ChipsProps) {
  return (
    <div className={styles.picked}>
      <span className={styles.heading} aria-hidden="true">
        {heading}
      </span>
      {children && (
        <ul ref={ref} className={styles.chips} aria-label={label}>
          {children}
        </ul>
      )}
    </div>
  )
}
