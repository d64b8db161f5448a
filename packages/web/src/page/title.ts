// Sets the title of the window.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { useEffect } from 'react'
import { setTitle } from '../browser/document.ts'
import { i18n, params } from '../ui/language.ts'

const messages = i18n('title', {
  plain: 'Waypost',
  named: params('{name} – Waypost'),
  unread: params('({count}) {name} – Waypost'),
})

/** The title of the window. */
function titleOf(name: string | undefined, unread: number): string {
  const t = messages.get()
  if (!name) return t.plain
  return unread > 0 ? t.unread({ count: unread, name }) : t.named({ name })
}

export function useTitle(name: string | undefined): void {
  useEffect(() => setTitle(titleOf(name, 0)), [name])
}

/** Sets the title of the window, with the number of unread conversations that are not muted. */
export function useUnreadTitle(session: Session, name: string | undefined): void {
  const unread = useStore(session.target.$unread)
  const people = useStore(session.target.$people)
  const following = useStore(session.target.$following)
  const muted = [...people, ...following].filter((target) => target.muted && unread.has(target.key)).length
  const count = unread.size - muted
  useEffect(() => setTitle(titleOf(name, count)), [name, count])
}
