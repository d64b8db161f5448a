// Shows a list of targets that the arrow keys move in.

import { useStore } from '@nanostores/react'
import { conversationOfTarget, type Range, type Target } from '@waypost/client'
import { memo, Suspense, useEffect, useId, useRef, useState } from 'react'
import { nameInWords, nameOf } from '../format/names.ts'
import { hrefOf, type TargetSection } from '../route.ts'
import { useCalmStore } from '../session/calm-store.ts'
import { useSession } from '../session/context.ts'
import { useOtherDrafts } from '../session/target-draft.ts'
import { useListFocus } from '../ui/accessibility/list-focus.ts'
import { useInSteps } from '../ui/cards/draw-in-steps.ts'
import { type Point, useContextMenu } from '../ui/inputs/use-context-menu.ts'
import { lazily } from '../ui/lazily.tsx'
import styles from '../ui/lists/List.module.css'
import { useOpenUnderDrag } from './open-under-drag.ts'
import { itemMessages, TargetItem } from './TargetItem.tsx'

const TargetContextMenu = lazily(async () => (await import('../target/TargetContextMenu.tsx')).TargetContextMenu, { soon: true })

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
export const TargetList = memo(function TargetList({ groups, current, onUp }: TargetListProps) {
  const session = useSession()
  const unread = useStore(session.target.$unread)
  const last = useCalmStore(session.target.$last)
  const twins = twinsIn(groups)
  const drafts = useOtherDrafts(targetIn(groups, current))
  const state = useStore(session.$state)
  const dragging = useOpenUnderDrag()
  const keys = groups.flatMap(({ items }) => items.map(({ target }) => target.key))
  const focus = useListFocus(keys, current, onUp)
  const drawn = Math.max(useInSteps(atFirst, keys.length), keys.indexOf(current ?? '') + 1)
  const list = useRef<HTMLDivElement>(null)
  const menu = useRowMenu(groups)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the open conversation when it or the list changes
  useEffect(() => {
    list.current?.querySelector('a[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current, state])
  return (
    <div ref={list} {...focus.list} {...dragging} {...menu.props}>
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
              last={last.get(target.key)}
              draft={drafts.get(conversationOfTarget(target))}
              twin={twins.has(wordsOf(target))}
              onFocus={focus.onFocus}
            />
          ))}
        </Group>
      ))}
      {menu.shown}
    </div>
  )
})

/** The menu of an item, which opens where it is asked for: the one behind the caret of the open item. */
function useRowMenu(groups: readonly TargetGroup[]) {
  const t = useStore(itemMessages)
  const [open, setOpen] = useState<{ owner: HTMLElement; at: Point; count: number; section: TargetSection; key: string }>()
  const props = useContextMenu('a[data-row]', (owner, at) => {
    const href = owner.getAttribute('href')
    for (const { section, items } of groups)
      for (const { target } of items)
        if (hrefOf(section, target.key) === href)
          setOpen((before) => ({ owner, at, count: (before?.count ?? 0) + 1, section, key: target.key }))
  })
  const target = targetIn(groups, open?.key)
  const shown = open && target && (
    <Suspense fallback={null}>
      <TargetContextMenu
        key={open.count}
        target={target}
        section={open.section}
        label={t.actions({ name: nameInWords(target) })}
        at={open.at}
        owner={open.owner}
      />
    </Suspense>
  )
  return { props, shown }
}

function targetIn(groups: readonly TargetGroup[], key: string | undefined): Target | undefined {
  return groups.flatMap(({ items }) => items).find(({ target }) => target.key === key)?.target
}

/** The names that several targets have. */
function twinsIn(groups: readonly TargetGroup[]): ReadonlySet<string> {
  const names = new Set<string>()
  const twins = new Set<string>()
  for (const { items } of groups)
    for (const { target } of items) {
      const name = wordsOf(target)
      if (names.has(name)) twins.add(name)
      names.add(name)
    }
  return twins
}

/** A name by which people tell targets apart. */
const wordsOf = (target: Target): string => nameOf(target).trim().toLowerCase()

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
