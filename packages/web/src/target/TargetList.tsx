import { useStore } from '@nanostores/react'
import type { Range, Target } from '@waypost/client'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { TargetSection } from '../route.ts'
import { useInSteps } from '../ui/in-steps.ts'
import { useClient } from './client.ts'
import { useOpenUnderDrag } from './dragging.ts'
import styles from './Sidebar.module.css'
import { TargetRow } from './TargetRow.tsx'

/** Rows of one section; with a label where several stand below each other. */
export interface TargetGroup {
  section: TargetSection
  label?: string
  rows: readonly { target: Target; inName?: Range; inDesc?: Range }[]
}

interface TargetListProps {
  groups: readonly TargetGroup[]
  current: string | undefined
  /** ↑ on the first row. */
  onUp?: () => void
}

/** As many rows as most screens show. */
const atFirst = 12

/** Rows with one Tab stop for all groups: the arrows, Home and End move within. */
export function TargetList({ groups, current, onUp }: TargetListProps) {
  const client = useClient()
  const unread = useStore(client.target.$unread)
  const state = useStore(client.$state)
  const [focused, setFocused] = useState<string>()
  const dragging = useOpenUnderDrag()
  const keys = groups.flatMap(({ rows }) => rows.map(({ target }) => target.key))
  const stop = [focused, current].find((key) => key !== undefined && keys.includes(key)) ?? keys[0]
  const drawn = Math.max(useInSteps(atFirst, keys.length), keys.indexOf(current ?? '') + 1)
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the open conversation stands, whenever it is another one or the list has come
  useEffect(() => {
    list.current?.querySelector('a[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current, state])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the links inside
    <div
      ref={list}
      onKeyDown={(event) => moveFocus(event, onUp)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(undefined)
      }}
      {...dragging}
    >
      {firstOf(groups, drawn).map(({ section, label, rows }) => (
        <Group key={section} label={label}>
          {rows.map(({ target, inName, inDesc }) => (
            <TargetRow
              key={target.key}
              target={target}
              section={section}
              current={target.key === current}
              inName={inName}
              inDesc={inDesc}
              tabIndex={target.key === stop ? 0 : -1}
              unread={unread.get(target.key) ?? 0}
              onFocus={setFocused}
            />
          ))}
        </Group>
      ))}
    </div>
  )
}

/** The groups with so many rows in all. */
function firstOf(groups: readonly TargetGroup[], count: number): TargetGroup[] {
  let room = count
  return groups.map((group) => {
    const rows = group.rows.slice(0, room)
    room -= rows.length
    return { ...group, rows }
  })
}

function Group({ label, children }: { label: string | undefined; children: React.ReactNode }) {
  const id = useId()
  if (label === undefined) return <ul className={styles.rows}>{children}</ul>
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.group}>
        {label}
      </h2>
      <ul className={styles.rows}>{children}</ul>
    </section>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>, onUp: (() => void) | undefined): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLAnchorElement)) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-row]')]
  const at = all.indexOf(event.target)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
  if (at === -1 || to === undefined) return
  event.preventDefault()
  if (to < 0) onUp?.()
  else all[to]?.focus()
}
