import type { Session, Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { type ComponentProps, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { $attention, $focused } from '../../browser/attention.ts'
import { afterFirstPage } from '../../browser/clock.ts'
import { beginAfterFirstPage } from '../../session/begin-later.ts'
import { useSession } from '../../session/context.ts'
import { lazily, whenSoon } from '../../ui/lazily.tsx'
import type { Announcements as Component } from './Announcements.tsx'

/** Reports to the session whether a person is using this window; only the main page does. */
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
 * Shows arriving pushes and mirrored phone notifications as system notifications, if permission has been granted. Each closes when its push
 * is seen here or elsewhere; a click opens the conversation.
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
        // If the code can't be loaded there is no notification; the message is in the list all the same.
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

/** Few accounts have a phone that mirrors notifications, so this loads after the first page. */
const mirrored = (session: Session): (() => void) =>
  beginAfterFirstPage(session, async () => {
    const { showMirrored } = await import('./mirrored.ts')
    return () => showMirrored(session)
  })

type Props = ComponentProps<typeof Component>

/** If the code can't be loaded, the page does without until the network is back. */
const Announcements = lazily(async () => (await import('./Announcements.tsx')).Announcements, { spare: true })

/** Announces pushes. Its code loads once the page is shown, or when the first push is sent or arrives; none is missed. */
export function AnnouncementsLater(props: Omit<Props, 'takeEarly'>) {
  const { open } = props
  const session = useSession()
  const [begun, setBegun] = useState(false)
  const [early] = useState(() => ({ pushes: [] as Push[], sending: new Set<string>(), stop: () => {} }))
  const takeEarly = useCallback(() => {
    early.stop()
    return early
  }, [early])
  useEffect(() => afterFirstPage(() => setBegun(true)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  useEffect(() => {
    // While its code is loading, these continue until it takes over.
    if (begun) return
    early.stop()
    const stops = [
      session.onPush((push) => {
        early.pushes.push(push)
        setBegun(true)
      }),
      open &&
        session.push.history(open).subscribe(({ items }) => {
          for (const { key, state } of items) if (state === 'sending') early.sending.add(key)
          if (early.sending.size > 0) setBegun(true)
        }),
    ]
    early.stop = () => {
      for (const stop of stops) stop?.()
    }
  }, [session, open?.key, begun, early])
  useEffect(() => () => early.stop(), [early])
  if (!begun) return null
  return (
    <Suspense fallback={null}>
      <Announcements {...props} takeEarly={takeEarly} />
    </Suspense>
  )
}
