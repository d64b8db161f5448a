// Shows a list of targets that the arrow keys move in.

import { useStore } from '@nanostores/react'
import type { Range, Target } from '@waypost/client'
import { useEffect, useId, useRef } from 'react'
import type { TargetSection } from '../route.ts'
import { useSession } from '../session/context.ts'
import { useListFocus } from '../ui/accessibility/list-focus.ts'
import { useInSteps } from '../ui/cards/draw-in-steps.ts'
import styles from '../ui/lists/List.module.css'
import { useOpenUnderDrag } from './open-under-drag.ts'
import { TargetItem } from './TargetItem.tsx'

/** Targets of a section, with a label if there are several groups. */
export interface TargetGroup {
  section: TargetSection
  label?: string
  items: readonly { target: Target; inName?: Range; inDesc?: Range }[]
}

interface TargetListProps {
  groups: readonly TargetGroup[]
  current: string | undefined
  /** Called on ↑ at the first item. */
  onUp?: () => void
}

/** The number of items that most screens show. */
const atFirst = 12

/** A list of targets with one Tab stop; the arrows, Home and End move within. */
export function TargetList({ groups, current, onUp }: TargetListProps) {
  const session = useSession()
  const unread = useStore(session.target.$unread)
  const state = useStore(session.$state)
  const dragging = useOpenUnderDrag()
  const keys = groups.flatMap(({ items }) => items.map(({ target }) => target.key))
  const focus = useListFocus(keys, current, onUp)
  const drawn = Math.max(useInSteps(atFirst, keys.length), keys.indexOf(current ?? '') + 1)
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the open conversation when it or the list changes
  useEffect(() => {
    list.current?.querySelector('a[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current, state])
  return (
    <div ref={list} {...focus.list} {...dragging}>
      {firstOf(groups, drawn).map(({ section, label, items: shown }) => (
        <Group key={section} label={label}>
          {shown.map(({ target, inName, inDesc }) => (
            <TargetItem
              key={target.key}
              target={target}
              section={section}
              current={target.key === current}
              inName={inName}
              inDesc={inDesc}
              tabIndex={target.key === focus.stop ? 0 : -1}
              unread={unread.get(target.key) ?? 0}
              onFocus={focus.onFocus}
            />
          ))}
        </Group>
      ))}
    </div>
  )
}

/** The first `count` items of all groups. */
function firstOf(groups: readonly TargetGroup[], count: number): TargetGroup[] {
  let room = count
  return groups.map((group) => {
    const items = group.items.slice(0, room)
    room -= items.length
    return { ...group, items }
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
