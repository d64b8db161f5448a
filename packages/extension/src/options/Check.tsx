import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import styles from './Fieldset.module.css'

interface CheckProps {
  checked: boolean
  onChange(checked: boolean): void
  /** More about it, in a line of its own. */
  hint?: ComponentChildren
  children: ComponentChildren
}

/** A setting that is on or off. */
export function Check({ checked, onChange, hint, children }: CheckProps) {
  const id = useId()
  return (
    <div class={styles.check}>
      <label>
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={hint ? id : undefined}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.checked)
            // It shows what is set, not what was pressed: the person may refuse what it needs.
            currentTarget.checked = checked
          }}
        />
        <span>{children}</span>
      </label>
      {hint && (
        <p class={styles.hint} id={id}>
          {hint}
        </p>
      )}
    </div>
  )
}
