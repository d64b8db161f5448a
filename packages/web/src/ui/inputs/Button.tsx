import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Link } from 'wouter'
import styles from './Button.module.css'
import { Dots, useSlow } from './Spinner.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'follow'

interface Look {
  kind?: ButtonKind
  icon?: ReactNode
  /** As wide as its container. */
  wide?: boolean
}

interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** Shows a spinner in the same width and ignores clicks. */
  busy?: boolean
  /** Disabled, but focusable. */
  unavailable?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button(props: ButtonProps) {
  const { kind = 'secondary', icon, wide, busy = false, unavailable = false, className, children, onClick, ...rest } = props
  const slow = useSlow(busy)
  return (
    <button
      type="button"
      {...rest}
      className={classNameOf({ kind, wide }, className)}
      aria-disabled={unavailable || busy || undefined}
      data-busy={slow || undefined}
      onClick={(event) => {
        if (busy || unavailable) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon && <span className={styles.icon}>{slow ? <Dots /> : icon}</span>}
      <span className={styles.label}>{children}</span>
      {slow && !icon && (
        <span className={styles.under}>
          <Dots />
        </span>
      )}
    </button>
  )
}

interface ButtonLinkProps extends Look {
  href: string
  className?: string
  /** The accessible name if the text is ambiguous, e.g. in a list. It starts with the text. */
  label?: string
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
  children: ReactNode
}

/** A link that looks like a button. Links to other sites open in a new tab. */
export function ButtonLink({ href, kind = 'secondary', icon, wide, className, label, onClick, children }: ButtonLinkProps) {
  const inside = (
    <>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.label}>{children}</span>
    </>
  )
  const shape = classNameOf({ kind, wide }, className)
  if (href.startsWith('/'))
    return (
      <Link href={href} className={shape} aria-label={label} onClick={onClick}>
        {inside}
      </Link>
    )
  return (
    <a href={href} className={shape} aria-label={label} onClick={onClick}>
      {inside}
    </a>
  )
}

function classNameOf({ kind, wide }: Look, className?: string): string {
  return [styles.button, styles[kind ?? 'secondary'], wide && styles.wide, className].filter(Boolean).join(' ')
}
