import { platform, type Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { useEffect, useRef } from 'react'
import { percentOf } from '../../format/size.ts'
import { fileWordsOf } from '../../format/voice-message.ts'
import { useSession } from '../../session/context.ts'
import { say, sayAtOnce } from '../../ui/accessibility/announce.ts'
import { i18n } from '../../ui/language.ts'
import { openAnnouncer } from './announcer.ts'
import { announcements } from './en.ts'

const messages = i18n('announcements', announcements)

interface AnnouncementsProps {
  open: Target | undefined
  /** The id of this browser. */
  guid: string
  /** Returns, and releases, earlier events: pushes that arrived, and the keys of those being sent. */
  takeEarly: () => { pushes: Push[]; sending: Set<string> }
}

/** Announces arriving pushes to screen readers, and the progress of those being sent in the open conversation. */
export function Announcements({ open, guid, takeEarly }: AnnouncementsProps) {
  const session = useSession()
  const openKey = useRef(open?.key)
  openKey.current = open?.key

  useEffect(() => {
    const announcer = openAnnouncer({ say, after: platform.after, now: platform.now, words: messages.get() })
    const told = new Set<string>()
    const hear = (push: Push) => {
      // Pushes that were dismissed because of presence in this browser are announced, too.
      const seen = push.dismissed && !push.awake_app_guids?.includes(guid)
      if (push.direction !== 'incoming' || !push.active || seen || told.has(push.iden)) return
      told.add(push.iden)
      const target = session.target.of(push)
      const isOpen = target !== undefined && target.key === openKey.current
      if (target?.muted && !isOpen) return
      announcer.arrived(push, target?.name ?? senderOf(push), isOpen)
    }
    const stop = session.onPush(hear)
    for (const push of takeEarly().pushes.splice(0)) hear(push)
    return () => {
      stop()
      announcer.stop()
    }
  }, [session, guid, takeEarly])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  useEffect(() => {
    if (!open) return
    const t = messages.get()
    const early = takeEarly().sending
    let sending: ReadonlySet<string> = new Set(early)
    early.clear()
    const quarters = new Map<string, number>()
    return session.push.history(open).subscribe(({ items }) => {
      for (const item of items) {
        if (!sending.has(item.key) || item.state === 'sending') continue
        const name = fileWordsOf(item.push)
        const reason = item.error ?? ''
        if (item.state === 'failed') sayAtOnce(name ? t.fileNotSent({ name, reason }) : t.notSent({ reason }))
        else say(t.sent)
      }
      for (const { key, push, uploading, progress = 0 } of items) {
        const quarter = uploading ? Math.floor(progress * 4) : 0
        if (quarter > (quarters.get(key) ?? 0) && quarter < 4)
          say(t.uploaded({ name: fileWordsOf(push) ?? '', part: percentOf(quarter / 4) }))
        if (quarter > 0) quarters.set(key, quarter)
      }
      sending = new Set(items.filter((item) => item.state === 'sending').map((item) => item.key))
    })
  }, [session, open?.key])

  return null
}

const senderOf = (push: Push): string => push.sender_name ?? push.sender_email ?? ''
