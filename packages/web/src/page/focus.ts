import { useEffect, useRef } from 'react'
import { currentHash } from '../browser/location.ts'
import { $oneColumn } from '../browser/media.ts'
import { folderPlaceOf, hrefOf, isList, type Place, placeOf } from '../route.ts'
import { focusMain } from '../ui/focus-main.ts'

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
      if (row) row.focus()
      else if (list) find('main [data-title]')?.focus()
      else focusMain()
    })
    return () => cancelAnimationFrame(frame)
  }, [section, item])

  // A link to the place that is open already changes nothing, and is meant all the same.
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-row]') : null
      if (link?.hash && link.hash === currentHash() && placeOf(link.hash)?.section !== 'settings') focusMain()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
}

const deviceOf = (item: string | undefined): string | undefined => folderPlaceOf(item).device

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
