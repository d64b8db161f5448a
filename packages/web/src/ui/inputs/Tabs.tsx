import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './Tabs.module.css'

interface Tab {
  key: string
  label: string
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  current: string
  /** `by` is whether it was pressed or selected by arrow keys. */
  onSelect: (key: string, by: 'press' | 'keys') => void
  /** Shows only the panel, without the tab list; the panel keeps its state when this changes. */
  alone?: boolean
  children: ReactNode
}

/** A tab list that scrolls horizontally, and the panel of the current tab. One Tab stop; the arrows select. */
export function Tabs({ label, tabs, current, onSelect, alone = false, children }: TabsProps) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (alone) return
    const place = row.current?.getBoundingClientRect()
    const tab = row.current?.querySelector(`[data-key="${CSS.escape(current)}"]`)?.getBoundingClientRect()
    // Horizontally only: the page must not scroll.
    if (place && tab) row.current?.scrollBy(Math.min(0, tab.left - place.left) + Math.max(0, tab.right - place.right), 0)
  }, [current, alone])

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const [back, forward] =
      getComputedStyle(event.currentTarget).direction === 'ltr' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    const at = tabs.findIndex(({ key }) => key === current)
    const last = tabs.length - 1
    const to = { Home: 0, End: last, [forward]: (at + 1) % tabs.length, [back]: (at + last) % tabs.length }[event.key]
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    row.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus()
    onSelect(next.key, 'keys')
  }

  return (
    <>
      {!alone && (
        <div ref={row} role="tablist" aria-label={label} className={`${styles.row} scroller`} onKeyDown={onKeyDown}>
          {tabs.map(({ key, label: words }) => (
            <button
              key={key}
              type="button"
              role="tab"
              id={`${id}-${key}`}
              data-key={key}
              aria-selected={key === current}
              {...(key === current && { 'aria-controls': `${id}-panel` })}
              tabIndex={key === current ? 0 : -1}
              className={styles.tab}
              onClick={() => onSelect(key, 'press')}
            >
              {words}
            </button>
          ))}
        </div>
      )}
      <div
        {...(!alone && { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${current}`, tabIndex: -1 })}
        className={styles.panel}
      >
        {children}
      </div>
    </>
  )
}
