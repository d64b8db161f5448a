import { type SelectHTMLAttributes, useId } from 'react'
import styles from './TextField.module.css'

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  choices: readonly { value: string; label: string }[]
}

export function SelectField({ label, choices, id, className, ...select }: SelectFieldProps) {
  const own = useId()
  const field = id ?? own
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={field} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <select {...select} id={field}>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
