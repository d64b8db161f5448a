import { useEffect, useRef } from 'react'
import { $oneColumn, $touch } from '../browser.ts'
import { hrefOf, isList, type Place } from '../route.ts'

/**
 * Where the focus goes when another place opens: to where one writes, with a keyboard or a fine pointer; else to the title. Back at
 * a list, to the row one came from. The first page keeps it where the browser put it.
 */
export function useRouteFocus(place: Place): void {
  const { section, item } = place
  const before = useRef<Place>(undefined)
  useEffect(() => {
    const from = before.current
    before.current = { section, item } as Place
    if (!from || (from.section === section && from.item === item)) return
    // From tab to tab the focus stays in their row.
    if (section === 'settings' && from.section === 'settings' && !$oneColumn.get()) return
    // A place that was only passed on its way to another one says nothing.
    const frame = requestAnimationFrame(() => {
      const list = $oneColumn.get() && isList({ section, ...(item !== undefined && { item }) })
      const row = list && from.item !== undefined && find(`a[href="${CSS.escape(hrefOf(section, from.item))}"]`)
      const field = !list && !$touch.get() && find('main [data-first]')
      const goal = row || field || find('main [data-title]')
      goal?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [section, item])
}

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
