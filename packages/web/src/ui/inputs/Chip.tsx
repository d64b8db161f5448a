import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import styles from './Chip.module.css'

interface ChipProps {
  picture?: ReactNode
  children: string
  /** E.g. 'Remove Ana Reyes'. */
  removeLabel: string
  onRemove: () => void
  removeRef?: Ref<HTMLButtonElement>
}

/** A chosen value; its button or Backspace removes it. Use it in `Chips`. */
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
  /** The label of the field that the chips belong to. */
  heading: string
  /** The accessible name of the list. */
  label: string
  children: ReactNode
  ref?: Ref<HTMLUListElement>
}

/** A list of chips below the label of its field; without chips just the label. */
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
