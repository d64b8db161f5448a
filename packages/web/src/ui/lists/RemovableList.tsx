import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { say } from '../accessibility/announce.ts'
import { focusIfLost } from '../accessibility/focus-soon.ts'
import { Button } from '../inputs/Button.tsx'
import { TwoStep } from '../inputs/TwoStep.tsx'
import { i18n } from '../language.ts'
import { removableList } from './en.ts'
import styles from './RemovableList.module.css'

const messages = i18n('removable-list', removableList)

interface RemovableItem {
  key: string
  /** The name of the item, for labels. */
  name: string
  picture?: ReactNode
  /** Shown instead of the name, e.g. a field to edit it. */
  title?: ReactNode
  line?: ReactNode
  /** Why it cannot be removed, shown instead of the button. */
  stays?: ReactNode
}

interface RemovalWords {
  remove: string
  confirm: string
  busy: string
  removeThis: (name: string) => string
  removed: (name: string) => string
}

interface RemovableListProps {
  items: readonly RemovableItem[]
  /** Resolves to whether it was removed. */
  onRemove: (key: string) => Promise<boolean>
  /** By default they are about deleting. */
  words?: Partial<RemovalWords>
  empty: ReactNode
  /** Off for examples in the style guide. */
  announces?: boolean
}

/** A list whose items can be removed after a confirmation. The focus then moves to the next item. */
export function RemovableList({ items, onRemove, words, empty, announces = true }: RemovableListProps) {
  const t = useStore(messages)
  const [asking, setAsking] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(null)
  const wanted = useRef<string | undefined>(undefined)
  const own: RemovalWords = {
    remove: t.delete,
    confirm: t.delete,
    busy: t.deleting,
    removeThis: (name) => t.deleteThis({ name }),
    removed: (name) => t.deleted({ name }),
    ...words,
  }

  // The removed item takes the focus with it, so wait until it is gone.
  useEffect(() => {
    const goal = wanted.current
    if (goal === undefined || items.some(({ key }) => key === asking)) return
    wanted.current = undefined
    setAsking(undefined)
    focusItem(list.current, goal)
  }, [items, asking])

  async function remove({ key, name }: RemovableItem): Promise<void> {
    const at = items.findIndex((item) => item.key === key)
    const next = items[at + 1] ?? items[at - 1]
    const worked = await onRemove(key)
    if (!worked) return back(key)
    if (announces) say(own.removed(name))
    wanted.current = next?.key ?? ''
    // The item may already be gone.
    requestAnimationFrame(() => {
      if (wanted.current === undefined || list.current?.querySelector(itemOf(key))) return
      focusItem(list.current, wanted.current)
      wanted.current = undefined
      setAsking(undefined)
    })
  }

  function back(key: string): void {
    setAsking(undefined)
    focusIfLost(() => list.current?.querySelector<HTMLElement>(`${itemOf(key)} [data-remove]`))
  }

  return (
    <div ref={list} tabIndex={-1} className={styles.place}>
      {items.length === 0 ? (
        empty
      ) : (
        <ul>
          {items.map((item) => (
            <li key={item.key} data-row={item.key} className={styles.row}>
              {item.picture}
              <div className={styles.words}>
                {item.title ?? (
                  <span className={styles.name} dir="auto">
                    {item.name}
                  </span>
                )}
                {item.line && <span className={styles.line}>{item.line}</span>}
              </div>
              {item.stays ? (
                <span className={styles.stays}>{item.stays}</span>
              ) : asking === item.key ? (
                <TwoStep
                  opener={opener}
                  words={{ object: own.removeThis(item.name), confirm: own.confirm, cancel: t.cancel, busy: own.busy }}
                  onConfirm={() => remove(item)}
                  onCancel={() => back(item.key)}
                />
              ) : (
                <Button
                  kind="quiet"
                  aria-label={own.removeThis(item.name)}
                  data-remove=""
                  onClick={({ currentTarget }) => {
                    opener.current = currentTarget
                    setAsking(item.key)
                  }}
                >
                  {own.remove}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const itemOf = (key: string): string => `[data-row="${CSS.escape(key)}"]`

function focusItem(list: HTMLElement | null, key: string): void {
  const button = key ? list?.querySelector<HTMLElement>(`${itemOf(key)} [data-remove]`) : undefined
  ;(button ?? list)?.focus()
}
