import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { unreadCount } from '@waypost/client/notices/unread-count'
import { useEffect, useMemo } from 'react'
import { setTitle } from '../browser/document.ts'
import { $server } from '../browser/server-facts.ts'
import { i18n } from '../ui/language.ts'
import { title } from './en.ts'

const messages = i18n('title', title)

function titleOf(server: string, name: string | undefined, unread: number): string {
  const t = messages.get()
  if (!name) return server
  return unread > 0 ? t.unread({ count: unread, name, server }) : t.named({ name, server })
}

export function useTitle(name: string | undefined): void {
  const server = useStore($server).name
  useEffect(() => setTitle(titleOf(server, name, 0)), [server, name])
}

/** Sets the title of the window, with the number of unread conversations that are not muted. */
export function useUnreadTitle(session: Session, name: string | undefined): void {
  const count = useStore(useMemo(() => unreadCount(session), [session]))
  const server = useStore($server).name
  useEffect(() => setTitle(titleOf(server, name, count)), [server, name, count])
}
