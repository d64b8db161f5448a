import type { MouseEvent, ReactNode, Ref } from 'react'
import list from './List.module.css'
import styles from './ListItem.module.css'

interface ListItemProps {
  href: string
  picture: ReactNode
  /** The name as shown, e.g. with highlights. */
  name: ReactNode
  line?: ReactNode
  /** At the end of the name's line. */
  time?: ReactNode
  /** Whether it has something new: its text is bold. */
  unread?: boolean
  title?: string
  badge?: ReactNode
  current?: boolean
  /** A small link beside the main link, at every width. */
  beside?: ReactNode
  /** A button beside the link, e.g. one that opens a menu. */
  action?: ReactNode
  tabIndex?: 0 | -1
  linkRef?: Ref<HTMLAnchorElement>
  onFocus?: () => void
  /** Called before the link is followed. */
  onPress?: (event: MouseEvent) => void
}

/** An item of a list with a link, 64 px high. The current item runs into the next pane. */
export function ListItem({
  href,
  picture,
  name,
  line,
  time,
  unread,
  title,
  badge,
  current,
  beside,
  action,
  tabIndex,
  linkRef,
  onFocus,
  onPress,
}: ListItemProps) {
  return (
    <li className={styles.row} data-current={current || undefined} data-unread={unread || undefined}>
      <a
        ref={linkRef}
        href={href}
        title={title}
        data-timed={time ? '' : undefined}
        className={styles.link}
        data-row=""
        aria-current={current ? 'page' : undefined}
        tabIndex={tabIndex}
        onFocus={onFocus}
        onClick={onPress}
      >
        {picture}
        <span className={styles.words}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {line && (
            <span className={styles.line} dir="auto">
              {line}
            </span>
          )}
        </span>
        {time && <span className={styles.time}>{time}</span>}
        {badge && <span className={styles.badge}>{badge}</span>}
      </a>
      {beside && <span className={styles.beside}>{beside}</span>}
      {action && <span className={styles.action}>{action}</span>}
    </li>
  )
}

interface AddItemProps {
  href: string
  icon: ReactNode
  current: boolean
  className?: string | undefined
  children: ReactNode
}

/** The link below a list for adding an item. */
export function AddItem({ href, icon, current, className = '', children }: AddItemProps) {
  return (
    <a href={href} className={`${list.add} ${className}`} aria-current={current ? 'page' : undefined}>
      <span className={list.plus}>{icon}</span>
      <span className={list.addWords}>{children}</span>
    </a>
  )
}
