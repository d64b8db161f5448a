import { useStore } from '@nanostores/react'
import { conversationOfTarget, type Range, type Target } from '@waypost/client'
import { type DragEvent, type KeyboardEvent, memo, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react'
import { nameInWords, nameOf } from '../format/names.ts'
import { hrefOf, type TargetSection } from '../route.ts'
import { useCalmStore } from '../session/calm-store.ts'
import { useSession } from '../session/context.ts'
import { useOtherDrafts } from '../session/target-draft.ts'
import { canBeUnread } from '../target/unread.ts'
import { useListFocus } from '../ui/accessibility/focus.ts'
import { useInSteps } from '../ui/cards/draw-in-steps.ts'
import { type Point, useContextMenu } from '../ui/inputs/use-context-menu.ts'
import { lazily } from '../ui/lazily.tsx'
import styles from '../ui/lists/List.module.css'
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

/** The number of items that fit most screens. */
const atFirst = 12

/** A list of targets with one Tab stop; the arrows, Home and End move within. */
export const TargetList = memo(function TargetList({ groups, current, onUp }: TargetListProps) {
  const session = useSession()
  const unread = useStore(session.target.$unread)
  const marked = useStore(session.target.$marked)
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
  function markRow(row: EventTarget) {
    const target = row instanceof HTMLElement ? targetAt(groups, row.getAttribute('href'))?.target : undefined
    if (target && canBeUnread(session, target)) void session.readMarkers.markUnread(target)
  }
  const keyboard = {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      focus.list.onKeyDown(event)
      const { shiftKey, altKey, ctrlKey, metaKey, key } = event
      if (shiftKey && !altKey && !ctrlKey && !metaKey && key.toUpperCase() === 'U') markRow(event.target)
    },
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the open conversation when it or the list changes
  useEffect(() => {
    // In the next frame, which computes the layout anyway.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector('a[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [current, state])
  return (
    <div ref={list} {...focus.list} {...dragging} {...menu.props} {...keyboard}>
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
              unread={unread.get(target.key)}
              marked={marked.has(target.key)}
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

function useRowMenu(groups: readonly TargetGroup[]) {
  const t = useStore(itemMessages)
  const [open, setOpen] = useState<{ owner: HTMLElement; at: Point; count: number; section: TargetSection; key: string }>()
  const props = useContextMenu('a[data-row]', (owner, at) => {
    const found = targetAt(groups, owner.getAttribute('href'))
    if (found)
      setOpen((before) => ({ owner, at, count: (before?.count ?? 0) + 1, section: found.section, key: found.target.key }))
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

function targetAt(groups: readonly TargetGroup[], href: string | null): { section: TargetSection; target: Target } | undefined {
  for (const { section, items } of groups)
    for (const { target } of items) if (hrefOf(section, target.key) === href) return { section, target }
  return undefined
}

function targetIn(groups: readonly TargetGroup[], key: string | undefined): Target | undefined {
  return groups.flatMap(({ items }) => items).find(({ target }) => target.key === key)?.target
}

/** The names shared by several targets. */
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

/** The name by which people distinguish targets. */
const wordsOf = (target: Target): string => nameOf(target).trim().toLowerCase()

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

/** How long files must be held over an item before it opens, in milliseconds. */
const opensAfter = 600

/** Opens an item when files are held over it, so they can be dropped in its conversation. */
function useOpenUnderDrag() {
  const over = useRef<{ link: HTMLElement; timer: ReturnType<typeof setTimeout> }>(undefined)
  const stop = useCallback(() => {
    clearTimeout(over.current?.timer)
    over.current = undefined
  }, [])
  useEffect(() => stop, [stop])
  return {
    onDragOver(event: DragEvent<HTMLElement>) {
      if (!event.dataTransfer.types.includes('Files') || !(event.target instanceof HTMLElement)) return
      const link = event.target.closest<HTMLElement>('a[data-row]')
      if (link === over.current?.link) return
      stop()
      if (link) over.current = { link, timer: setTimeout(() => link.click(), opensAfter) }
    },
    onDragLeave(event: DragEvent<HTMLElement>) {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) stop()
    },
    onDrop: stop,
  }
}
