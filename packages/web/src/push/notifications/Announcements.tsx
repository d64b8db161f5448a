// Announces to screen readers which pushes arrive, and whether sent ones reached the server.

import { platform, type Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { useEffect, useRef } from 'react'
import { percentOf } from '../../format/size.ts'
import { useSession } from '../../session/context.ts'
import { say, sayAtOnce } from '../../ui/accessibility/announce.ts'
import { i18n, params } from '../../ui/language.ts'
import { openAnnouncer } from './announcer.ts'

const messages = i18n('announcements', {
  one: params('{name}: {text}'),
  many: params('{count} new messages from {name}'),
  elsewhere: params('New from {name}'),
  sent: 'Sent',
  notSent: params('not sent: {reason}'),
  fileNotSent: params('{name} not sent: {reason}'),
  uploaded: params('{name}: {part}'),
})

/** Announces arriving pushes of all conversations, and the state of sent ones in the open one. `guid` is the id of this browser. */
export function Announcements({ open, guid }: { open: Target | undefined; guid: string }) {
  const session = useSession()
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
    const stop = session.onPush((push) => {
      // Pushes that presence in this browser dismissed are announced, too.
      const seen = push.dismissed && !push.awake_app_guids?.includes(guid)
      if (push.direction !== 'incoming' || !push.active || seen || told.has(push.iden)) return
      told.add(push.iden)
      const target = session.target.of(push)
      const isOpen = target !== undefined && target.key === openKey.current
      if (target?.muted && !isOpen) return
      announcer.arrived(push, target?.name ?? senderOf(push), isOpen)
    })
    return () => {
      stop()
      announcer.stop()
    }
  }, [session, guid])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  useEffect(() => {
    if (!open) return
    const t = messages.get()
    let sending = new Set<string>()
    const quarters = new Map<string, number>()
    return session.push.history(open).subscribe(({ items }) => {
      for (const item of items) {
        if (!sending.has(item.key) || item.state === 'sending') continue
        const { file_name: name } = item.push
        const reason = item.error ?? ''
        if (item.state === 'failed') sayAtOnce(name ? t.fileNotSent({ name, reason }) : t.notSent({ reason }))
        else say(t.sent)
      }
      for (const { key, push, uploading, progress = 0 } of items) {
        const quarter = uploading ? Math.floor(progress * 4) : 0
        if (quarter > (quarters.get(key) ?? 0) && quarter < 4)
          say(t.uploaded({ name: push.file_name ?? '', part: percentOf(quarter / 4) }))
        if (quarter > 0) quarters.set(key, quarter)
      }
      sending = new Set(items.filter((item) => item.state === 'sending').map((item) => item.key))
    })
  }, [session, open?.key])

  return null
}

const senderOf = (push: Push): string => push.sender_name ?? push.sender_email ?? ''
