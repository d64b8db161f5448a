import { CircleAlert } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import styles from './TextField.module.css'

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  label: string
  /** Only if the purpose is obvious, as in a search. */
  hideLabel?: boolean
  help?: string
  error?: string | undefined
  /** A button or hint at the end of the field. */
  trailing?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function TextField({ label, hideLabel, help, error, trailing, id, className, ...input }: TextFieldProps) {
  const own = useId()
  const field = id ?? own
  const notes = [help && `${field}-help`, error && `${field}-error`].filter(Boolean).join(' ')
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={field} className={hideLabel ? 'hidden-words' : styles.label}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? true : undefined}>
        <input {...input} id={field} aria-invalid={error ? true : undefined} aria-describedby={notes || undefined} />
        {trailing}
      </div>
      {help && (
        <p id={`${field}-help`} className={styles.help}>
          {help}
        </p>
      )}
      {error && (
        <p id={`${field}-error`} className={styles.error}>
          <CircleAlert size={16} aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  )
}
