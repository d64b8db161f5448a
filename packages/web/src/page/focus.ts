import { useEffect, useRef } from 'react'
import { $oneColumn, $touch } from '../browser.ts'
import { folderPlaceOf, hrefOf, isList, type Place } from '../route.ts'

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
    // From folder to folder of a device, the list of files moves it.
    if (section === 'remotefiles' && from.section === section && deviceOf(from.item) === deviceOf(item) && item !== undefined)
      return
    // A place that was only passed on its way to another one says nothing.
    const frame = requestAnimationFrame(() => {
      const list = $oneColumn.get() && isList({ section, ...(item !== undefined && { item }) })
      const opened = from.section === 'remotefiles' ? deviceOf(from.item) : from.item
      const row = list && opened !== undefined && find(`a[href="${CSS.escape(hrefOf(section, opened))}"]`)
      const field = !list && !$touch.get() && find('main [data-first]')
      const goal = row || field || find('main [data-title]')
      goal?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [section, item])
}

const deviceOf = (item: string | undefined): string | undefined => folderPlaceOf(item).device

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
