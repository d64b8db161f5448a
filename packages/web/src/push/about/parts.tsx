import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './About.module.css'

interface ActionProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'children'> {
  icon: ReactNode
  children: string
  pressed?: boolean
  onPress: () => void
  ref?: Ref<HTMLButtonElement>
}

/** One of the actions below the picture. */
export function Action({ icon, children, pressed, onPress, ...rest }: ActionProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.action}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={onPress}
    >
      {icon}
      <span>{children}</span>
    </button>
  )
}

interface FactProps {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  href?: string
}

/** A fact, with its meaning below. */
export function Fact({ icon, title, children, href }: FactProps) {
  const words = (
    <>
      {icon}
      <span className={styles.words}>
        <strong dir="auto">{title}</strong>
        {children && <small dir="auto">{children}</small>}
      </span>
    </>
  )
  return href === undefined ? (
    <div className={styles.row}>{words}</div>
  ) : (
    <a className={styles.row} href={href}>
      {words}
    </a>
  )
}
