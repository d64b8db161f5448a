// Shows system notifications of arriving pushes, and reports whether a person uses this window.

import type { Session, Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { useEffect, useRef } from 'react'
import { $attention, $focused } from '../../browser/attention.ts'
import { secureImage } from '../../browser/images.ts'
import { notify } from '../../browser/notifications.ts'
import { open } from '../../route.ts'
import { beginLater } from '../../session/begin-later.ts'
import { wordsOf } from '../labels.ts'
import { iconOf } from './notification-icon.ts'

/** Reports to the session whether a person uses this window; only the main page does. */
export function useAttention({ presence }: Session): void {
  useEffect(() => {
    const stop = $attention.subscribe((awake) => presence.report({ mainPage: true, awake }))
    return () => {
      stop()
      presence.report({ mainPage: false, awake: false })
    }
  }, [presence])
}

/**
 * Shows arriving pushes and mirrored notifications of phones as system notifications, if permission was granted before. Each closes when
 * its push is seen here or elsewhere; a press opens the conversation.
 */
export function useNotifications(session: Session, shown: Target | undefined): void {
  const shownKey = useRef(shown?.key)
  shownKey.current = shown?.key
  useEffect(() => {
    const closers = new Map<string, () => void>()
    const close = ({ iden }: Push) => {
      closers.get(iden)?.()
      closers.delete(iden)
    }
    const stops = [
      session.onNotify(({ push, target }) => {
        // This conversation is open in a focused window.
        if (target.key === shownKey.current && $focused.get()) return
        const { title = target.name, ...rest } = push
        const stop = notify({
          tag: push.iden,
          title,
          body: wordsOf(rest),
          icon: secureImage(push.sender_image_url ?? target.image_url) ?? iconOf(target),
          onClick: () => open(session.target.sectionOf(target), target.key),
        })
        closers.set(push.iden, stop)
      }),
      session.onDismissed(close),
      mirrored(session),
      // An atom without listeners is not kept up to date.
      $focused.listen(() => {}),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session])
}

/** Few accounts have a phone that mirrors notifications, so this is loaded after the first page. */
const mirrored = (session: Session): (() => void) =>
  beginLater(session, async () => {
    const { showMirrored } = await import('./mirrored.ts')
    return () => showMirrored(session)
  })
