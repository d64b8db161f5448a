import { useStore } from '@nanostores/react'
import { type Target, takesPushes } from '@waypost/client'
import { Suspense } from 'react'
import styles from '../../conversation/Conversation.module.css'
import { hrefOf, sourceItem } from '../../route.ts'
import { BubbleBones } from '../../ui/feedback/Bones.tsx'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { noMessages } from './en.ts'

const FirstSend = lazily(() => import('../first/FirstSend.tsx').then((module) => module.FirstSend), { soon: true })

const messages = i18n('no-messages', noMessages)

/** The accessible name of the region with a conversation's messages. */
export const regionLabel = (name: string): string => messages.get().region({ name })

/** Shows that the messages of a conversation are being loaded. */
export function Loading() {
  const t = useStore(messages)
  return <Spinner label={t.loading} />
}

/** The same in a conversation that is still empty: placeholder messages, after a moment. */
export function LoadingOutline() {
  const t = useStore(messages)
  return (
    <div className={styles.outline}>
      <p role="status" className="hidden-words">
        {t.loading}
      </p>
      <BubbleBones />
    </div>
  )
}

/** Says that messages couldn't be loaded, with a retry button. */
export function LoadFailed({ words, onRetry }: { words: string; onRetry?: () => void }) {
  const t = useStore(messages)
  return (
    <p className={styles.failed} role="status">
      {words}
      {onRetry && (
        <Button kind="quiet" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </p>
  )
}

/** A drawing and a sentence; in the user's own conversation, the first thing to do. */
export function NoMessages({ target, name }: { target: Target; name: string }) {
  const title = emptyTitle(target, name)
  return (
    <div className={styles.empty}>
      {target.type === 'me' ? (
        <Suspense>
          <FirstSend title={title} />
        </Suspense>
      ) : target.type === 'source' ? (
        <NothingSent target={target} title={title} />
      ) : (
        <EmptyState drawing="conversation" title={title} />
      )}
    </div>
  )
}

/** Its owner is led to the commands with which programs send to it. */
function NothingSent({ target, title }: { target: Target; title: string }) {
  const t = useStore(messages)
  const setup = hrefOf('sources', sourceItem(target.key, 'setup'))
  return (
    <EmptyState drawing="box" title={title} action={takesPushes(target) && <ButtonLink href={setup}>{t.setup}</ButtonLink>}>
      {t.sourceMore}
    </EmptyState>
  )
}

/** Nothing can be sent to someone else's channel, or to an app. */
function emptyTitle({ type }: Target, name: string): string {
  const t = messages.get()
  if (type === 'chat' || type === 'email') return t.hello({ name })
  if (type === 'subscription') return t.nothing
  return type === 'grant' || type === 'source' ? t.nothingFrom({ name }) : t.share({ name })
}
