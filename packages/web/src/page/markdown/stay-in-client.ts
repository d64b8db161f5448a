import type { MouseEvent } from 'react'
import { go, origin } from '../../browser/location.ts'
import { pageOf } from '../../route.ts'

/** For clicks in HTML that React did not make: opens links to pages of this client without loading it again. */
export function stayInClient(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const theirs = event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  if (!link || theirs || link.origin !== origin() || pageOf(link.pathname) === 'not-found') return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
}
