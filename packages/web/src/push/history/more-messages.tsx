import { useStore } from '@nanostores/react'
import type { History, Target } from '@waypost/client'
import { useRef } from 'react'
import styles from '../../conversation/Conversation.module.css'
import type { FollowedEnd } from '../../conversation/followed-end.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { messagesWords } from './en.ts'
import { LoadFailed, Loading } from './NoMessages.tsx'

export const messages = i18n('messages', messagesWords)

/** Loads messages before and after the loaded ones, and goes to the newest. */
export function useMoreMessages(target: Target, history: History, end: Pick<FollowedEnd, 'jump'>) {
  const session = useSession()
  const latest = useRef(history)
  latest.current = history
  return {
    /** Announces how many came. */
    loadEarlier(): void {
      const { items, more } = latest.current
      if (more === 'loading' || more === 'none') return
      const had = items.length
      void session.push.loadMore(target).then(() => {
        const came = latest.current.items.length - had
        if (came > 0) say(messages.get().earlier(came))
      })
    },
    loadLater: (): void => void session.push.loadLater(target),
    /** The newest message is loaded first if it has to be. */
    toNewest() {
      if (history.later === undefined) return end.jump(undefined)
      session.push.showNewest(target)
      requestAnimationFrame(() => end.jump(undefined))
    },
  }
}

interface EarlierProps {
  /** Of the person; undefined for other targets. */
  name: string | undefined
  more: History['more']
  empty: boolean
  onLoad: () => void
}

/** Above the first message: says that it is the first, or loads earlier ones. */
export function Earlier({ name, more, empty, onLoad }: EarlierProps) {
  const t = useStore(messages)
  if (more === 'failed') return <LoadFailed words={t.failed} onRetry={onLoad} />
  if (empty) return more !== 'none' && <Loading />
  if (more === 'none')
    return (
      <div className={styles.end}>
        {name !== undefined && <p dir="auto">{t.begins({ name })}</p>}
        <p>{t.end}</p>
      </div>
    )
  return (
    <Button kind="quiet" busy={more === 'loading'} onClick={onLoad}>
      {t.loadMore}
    </Button>
  )
}

/** Below the last message, if newer ones aren't loaded. */
export function Later({ later, onLoad }: { later: NonNullable<History['later']>; onLoad: () => void }) {
  const t = useStore(messages)
  return (
    <>
      {later === 'failed' && <LoadFailed words={t.laterFailed} />}
      <Button kind="quiet" busy={later === 'loading'} onClick={onLoad}>
        {later === 'failed' ? t.retry : t.loadLater}
      </Button>
    </>
  )
}
