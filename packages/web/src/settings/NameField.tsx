import styles from './Settings.module.css'

interface NameFieldProps {
  name: string
  label: string
  maxLength?: number
  /** Resolves to whether it was saved. */
  onRename: (name: string) => Promise<boolean>
}

/** A field that saves a name on blur; Enter blurs it, Esc reverts it. */
export function NameField({ name, label, maxLength, onRename }: NameFieldProps) {
  return (
    <input
      key={name}
      className={styles.nickname}
      aria-label={label}
      defaultValue={name}
      maxLength={maxLength}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      onBlur={async ({ currentTarget: field }) => {
        const typed = field.value.trim()
        const worked = !typed || typed === name ? typed === name : await onRename(typed)
        if (!worked) field.value = name
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        if (event.key === 'Escape') event.currentTarget.value = name
        event.preventDefault()
        event.currentTarget.blur()
      }}
    />
  )
}
