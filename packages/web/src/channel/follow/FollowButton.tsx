import { useStore } from '@nanostores/react'
import { Refusal } from '@waypost/protocol'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../session/context.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { followWords } from './en.ts'
import styles from './FollowButton.module.css'

const messages = i18n('follow', followWords)

interface FollowButtonProps {
  tag: string
  name: string
  /** In the popup the button says UNFOLLOW even without hover. */
  popup?: boolean
  /** Follows at once, without a click. */
  auto?: boolean
  /** The id of the element that names the channel, if there are several. */
  describedBy?: string
}

/** Follows or unfollows a channel. It is as wide as its longest text, so the layout doesn't shift. */
export function FollowButton({ tag, name, popup = false, auto = false, describedBy }: FollowButtonProps) {
  const t = useStore(messages)
  const { subscription, $state } = useSession()
  useStore(subscription.$all)
  // Until the subscriptions are loaded, a click would be ambiguous.
  const known = useStore($state) !== 'starting'
  const [busy, setBusy] = useState(false)
  // After a click the button shows the state; it shows the action only once the pointer has left and returned.
  const [fresh, setFresh] = useState(false)
  const own = subscription.find(tag)

  const begun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the subscriptions are known
  useEffect(() => {
    if (!auto || !known || begun.current) return
    begun.current = true
    if (!own) void press()
  }, [auto, known])

  async function press() {
    setBusy(true)
    setFresh(true)
    if (!own) await follow()
    else if (await subscription.remove(own.iden)) showToast(t.ended({ name }), { label: t.undo, run: () => void follow() })
    setBusy(false)
  }

  async function follow() {
    try {
      await subscription.follow(tag)
    } catch (error) {
      // The session shows a banner.
      if (!(error instanceof Refusal)) throw error
    }
  }

  return (
    <Button
      kind={own ? 'secondary' : 'follow'}
      busy={busy || !known}
      className={styles.button ?? ''}
      data-fresh={fresh || undefined}
      aria-describedby={describedBy}
      onClick={() => void press()}
      onPointerLeave={() => setFresh(false)}
      onBlur={() => setFresh(false)}
    >
      <Stack as="span" className={styles.words} data-follows={own ? true : undefined} data-popup={popup || undefined}>
        <span className={styles.follow}>{t.follow}</span>
        <span className={styles.following}>{t.following}</span>
        <span className={styles.unfollow}>{t.unfollow}</span>
      </Stack>
    </Button>
  )
}
