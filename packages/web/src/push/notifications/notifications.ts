// Shows system notifications of arriving pushes, and reports whether a person uses this window.

import type { Session, Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { useEffect, useRef } from 'react'
import { $attention, $focused } from '../../browser/attention.ts'
import { beginLater } from '../../session/begin-later.ts'
import { whenSoon } from '../../ui/lazily.tsx'

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

const showing = whenSoon(() => import('./show-push.ts'))

/**
 * Shows arriving pushes and mirrored notifications of phones as system notifications, if permission was granted before. Each closes when
 * its push is seen here or elsewhere; a press opens the conversation.
 */
export function useNotifications(session: Session, shown: Target | undefined): void {
  const shownKey = useRef(shown?.key)
  shownKey.current = shown?.key
  useEffect(() => {
    const closers = new Map<string, Promise<() => void>>()
    const close = (push: Push) => {
      const shown = closers.get(push.iden)
      closers.delete(push.iden)
      if (shown) void shown.then((stop) => stop())
      // The service worker may have shown it before this window was opened.
      else
        showing().then(
          ({ closePush }) => closePush(push),
          () => {},
        )
    }
    const stops = [
      session.onNotify(({ push, target }) => {
        // This conversation is open in a focused window.
        if (target.key === shownKey.current && $focused.get()) return
        // Where its code cannot be fetched there is no notification; the message is in the list all the same.
        const shown = showing().then(
          ({ showPush }) => showPush(session, push, target),
          () => () => {},
        )
        closers.set(push.iden, shown)
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
