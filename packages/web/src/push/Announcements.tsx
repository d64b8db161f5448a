import { platform, type Target } from '@waypost/client'
import { conversationOf, type Push } from '@waypost/protocol'
import { useEffect, useRef } from 'react'
import { useClient } from '../target/client.ts'
import { say, sayAtOnce } from '../ui/announce.ts'
import { i18n, params } from '../ui/language.ts'
import { openAnnouncer } from './announcer.ts'

const messages = i18n('announcements', {
  one: params('{name}: {text}'),
  many: params('{count} new messages from {name}'),
  elsewhere: params('New from {name}'),
  sent: 'Sent',
  notSent: params('not sent: {reason}'),
})

/** Speaks of what arrives and of what becomes of one's own pushes, whichever conversation is open. */
export function Announcements({ open }: { open: Target | undefined }) {
  const client = useClient()
  const openKey = useRef(open?.key)
  openKey.current = open?.key

  useEffect(() => {
    const t = messages.get()
    const announcer = openAnnouncer({
      say,
      after: platform.after,
      now: platform.now,
      words: {
        one: (name, text) => t.one({ name, text }),
        many: (name, count) => t.many({ name, count }),
        elsewhere: (name) => t.elsewhere({ name }),
      },
    })
    const told = new Set<string>()
    const stop = client.onPush((push) => {
      if (push.direction !== 'incoming' || !push.active || push.dismissed || told.has(push.iden)) return
      told.add(push.iden)
      const key = conversationOf(push).replace(/^email:/, '')
      const target = client.target.find('people', key)
      if (target?.muted && key !== openKey.current) return
      announcer.arrived(push, target?.name ?? senderOf(push), key === openKey.current)
    })
    return () => {
      stop()
      announcer.stop()
    }
  }, [client])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  useEffect(() => {
    if (!open) return
    const t = messages.get()
    let sending = new Set<string>()
    return client.push.history(open).subscribe(({ rows }) => {
      for (const row of rows) {
        if (!sending.has(row.key) || row.state === 'sending') continue
        if (row.state === 'failed') sayAtOnce(t.notSent({ reason: row.error ?? '' }))
        else say(t.sent)
      }
      sending = new Set(rows.filter((row) => row.state === 'sending').map((row) => row.key))
    })
  }, [client, open?.key])

  return null
}

const senderOf = (push: Push): string => push.sender_name ?? push.sender_email ?? ''
