import { useStore } from '@nanostores/react'
import { isIn, type Target } from '@waypost/client'
import type { Filter } from '@waypost/client/search/narrowed'
import { tagsByUse } from '@waypost/client/search/tags-by-use'
import { searchKinds, tagKey } from '@waypost/protocol'
import { Hash, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '../../session/context.ts'
import { focusSoon } from '../../ui/accessibility/focus-soon.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { filterBar } from './en.ts'
import styles from './FilterBar.module.css'
import { $filterWords, nameOfFilter } from './filters.ts'

const messages = i18n('filter-bar', filterBar)

const mostTags = 20

interface FilterBarProps {
  target: Target
  filter: Filter | undefined
  onFilter: (filter: Filter | undefined) => void
  /** Undefined if the bar is permanent. */
  onClose: (() => void) | undefined
  /** Called on Esc if no filter is active. */
  onLeave: () => void
  /** Whether it takes the focus when it appears. */
  focus: boolean
}

/** The kinds and tags to filter a conversation by. One Tab stop; the arrows move, Esc ends the filter. */
export function FilterBar({ target, filter, onFilter, onClose, onLeave, focus }: FilterBarProps) {
  const t = useStore(messages)
  useStore($filterWords)
  const filters = useFilters(target, filter)
  const [stop, setStop] = useState(0)
  const row = useRef<HTMLDivElement>(null)
  const current = filters.findIndex((each) => keyOf(each) === keyOf(filter))
  const at = Math.min(stop, filters.length - 1)
  const buttons = () => [...(row.current?.querySelectorAll<HTMLElement>('button') ?? [])]

  useEffect(() => {
    // The menu that opened the bar closes first.
    if (focus) focusSoon(() => row.current?.querySelector('button'))
  }, [focus])
  // Horizontally only: the page must not scroll.
  useEffect(() => {
    setStop(current)
    const place = row.current?.getBoundingClientRect()
    const chip = row.current?.querySelector('[aria-pressed=true]')?.getBoundingClientRect()
    if (place && chip)
      row.current?.scrollBy(Math.min(0, chip.left - place.left - 8) + Math.max(0, chip.right - place.right + 8), 0)
  }, [current])

  function leave() {
    if (filter !== undefined) return onFilter(undefined)
    onClose?.()
    onLeave()
  }

  function end() {
    // The button may be gone by then.
    if (filter !== undefined) buttons()[0]?.focus()
    leave()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      leave()
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const forward = getComputedStyle(event.currentTarget).direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft'
    const back = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    const last = filters.length - 1
    const to = { Home: 0, End: last, [forward]: at === last ? 0 : at + 1, [back]: at === 0 ? last : at - 1 }[event.key]
    if (to === undefined || !row.current?.contains(event.target as Node)) return
    event.preventDefault()
    setStop(to)
    buttons()[to]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it
    <div className={styles.bar} onKeyDown={onKeyDown}>
      <div ref={row} role="toolbar" aria-label={t.label} className={`${styles.row} scroller`}>
        {filters.map((each, index) => (
          <button
            key={keyOf(each)}
            type="button"
            aria-pressed={index === current}
            tabIndex={index === at ? 0 : -1}
            className={styles.chip}
            onFocus={() => setStop(index)}
            onClick={() => onFilter(index === current ? undefined : each)}
          >
            <span>
              {each !== undefined && 'tag' in each && <Hash size={14} aria-hidden="true" />}
              <bdi>{each === undefined ? t.all : 'tag' in each ? each.tag : nameOfFilter(each)}</bdi>
            </span>
          </button>
        ))}
      </div>
      {(filter !== undefined || onClose) && (
        <IconButton label={filter === undefined ? t.close : t.end} onClick={end}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

const keyOf = (filter: Filter | undefined): string =>
  filter === undefined ? '' : 'tag' in filter ? `#${tagKey(filter.tag)}` : filter.kind

/** Undefined stands for none. Includes the current one even if it has no messages. */
function useFilters(target: Target, current: Filter | undefined): readonly (Filter | undefined)[] {
  const pushes = useStore(useSession().mirror.of('pushes'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  return useMemo(() => {
    const here = [...pushes.entries.values()].filter((push) => isIn(target, push))
    const tags = tagsByUse(here).slice(0, mostTags)
    const isNew = current !== undefined && 'tag' in current && !tags.some((tag) => tagKey(tag) === tagKey(current.tag))
    const all = isNew ? [current.tag, ...tags] : tags
    return [undefined, ...searchKinds.map((kind) => ({ kind })), ...all.map((tag) => ({ tag }))]
  }, [pushes, target.key, current])
}
