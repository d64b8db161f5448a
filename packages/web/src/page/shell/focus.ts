// Moves the focus when the user opens another place.

import { useEffect, useRef } from 'react'
import { currentHash } from '../../browser/location.ts'
import { $oneColumn } from '../../browser/media.ts'
import { folderPlaceOf, hrefOf, isList, type Place, placeOf, type Section } from '../../route.ts'
import { focusMain } from '../../ui/accessibility/focus-main.ts'

/** The sections that consist of tabs. */
const tabbed: readonly Section[] = ['settings', 'admin']

/**
 * Moves the focus when another place opens: to the form, or to the title on touch screens; back in a list, to the item that was open. The
 * first page does not move it.
 */
export function useRouteFocus(place: Place): void {
  const { section, item } = place
  const before = useRef<Place>(undefined)
  useEffect(() => {
    const from = before.current
    before.current = { section, item } as Place
    if (!from || (from.section === section && from.item === item)) return
    // Between the tabs of a section the focus stays in the tab list.
    if (tabbed.includes(section) && from.section === section && !$oneColumn.get()) return
    // Between folders of a device, the file list moves the focus.
    if (section === 'remotefiles' && from.section === section && deviceOf(from.item) === deviceOf(item) && item !== undefined)
      return
    // Places that redirect at once do not move the focus.
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

  // A link to the open place changes no address but moves the focus.
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-row]') : null
      const linked = link?.hash === currentHash() ? placeOf(link.hash) : undefined
      if (linked && !tabbed.includes(linked.section)) focusMain()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
}

const deviceOf = (item: string | undefined): string | undefined => folderPlaceOf(item).device

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
