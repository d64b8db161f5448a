// Draws what a conversation shows before it has messages.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { Suspense } from 'react'
import styles from '../../conversation/Conversation.module.css'
import { TargetAvatar } from '../../target/TargetAvatar.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n, params } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'

const FirstSend = lazily(() => import('../first/FirstSend.tsx').then((module) => module.FirstSend))

const messages = i18n('no-messages', {
  region: params('Conversation with {name}'),
  loading: 'Loading messages',
  hello: params('Say hello to {name}'),
  share: params('Share something with {name}'),
  nothing: 'Nothing posted yet',
  nothingFrom: params('Nothing from {name} yet'),
})

/** The name of the region with the messages of a conversation. */
export const regionLabel = (name: string): string => messages.get().region({ name })

/** Shows that the messages of a conversation are being loaded. */
export function Loading() {
  const t = useStore(messages)
  return <Spinner label={t.loading} />
}

/** The outline of messages and a sentence; in the user's own conversation, the first thing to do. */
export function NoMessages({ target, name }: { target: Target; name: string }) {
  const title = emptyTitle(target, name)
  return (
    <div className={styles.empty}>
      {target.type === 'me' ? (
        <Suspense fallback={null}>
          <FirstSend title={title} />
        </Suspense>
      ) : (
        <EmptyState outline="messages" picture={<TargetAvatar target={target} size={64} />} title={title} />
      )}
    </div>
  )
}

/** What an empty conversation says. Nothing can be sent to a channel of someone else, or to an app. */
function emptyTitle({ type }: Target, name: string): string {
  const t = messages.get()
  if (type === 'chat' || type === 'email') return t.hello({ name })
  if (type === 'subscription') return t.nothing
  return type === 'grant' ? t.nothingFrom({ name }) : t.share({ name })
}
