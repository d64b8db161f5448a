import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { Section } from '../route.ts'
import { useClient } from './client.ts'
import styles from './Sidebar.module.css'
import { TargetRow } from './TargetRow.tsx'

interface TargetListProps {
  section: Section
  targets: readonly Target[]
  current: string | undefined
  query?: string
  children?: ReactNode
}

/** Rows with one Tab stop: the arrows, Home and End move within. */
export function TargetList({ section, targets, current, query = '', children }: TargetListProps) {
  const unread = useStore(useClient().target.$unread)
  const [focused, setFocused] = useState<string>()
  const known = (key: string | undefined) => targets.some((target) => target.key === key)
  const stop = [focused, current].find(known) ?? targets[0]?.key
  return (
    <ul className={styles.rows} onKeyDown={moveFocus}>
      {targets.map((target) => (
        <TargetRow
          key={target.key}
          target={target}
          section={section}
          current={target.key === current}
          query={query}
          tabIndex={target.key === stop ? 0 : -1}
          unread={unread.get(target.key) ?? 0}
          onFocus={setFocused}
        />
      ))}
      {children}
    </ul>
  )
}

/** Also across lists that stand below each other, as the results of a search do. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLAnchorElement)) return
  const all = [...(event.currentTarget.closest('[data-rows]')?.querySelectorAll<HTMLElement>('li a') ?? [])]
  const at = all.indexOf(event.target)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
  const next = to === undefined ? undefined : all[to]
  if (to === undefined) return
  event.preventDefault()
  next?.focus()
}
