import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './IconButton.module.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'disabled' | 'children'> {
  label: string
  children: ReactNode
  /** `small` is for the actions beside a bubble. */
  size?: 'normal' | 'small'
  unavailable?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button with an icon and an accessible name. */
export function IconButton(props: IconButtonProps) {
  const { label, size = 'normal', unavailable, className, onClick, ...rest } = props
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      aria-disabled={unavailable || undefined}
      className={[styles.button, styles[size], className].filter(Boolean).join(' ')}
      onClick={(event) => {
        if (unavailable) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
