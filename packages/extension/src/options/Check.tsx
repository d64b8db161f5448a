import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import styles from './Fieldset.module.css'

interface CheckProps {
  checked: boolean
  onChange(checked: boolean): void
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
            // Shows the stored setting, not the click: the person may refuse the permission it needs.
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
