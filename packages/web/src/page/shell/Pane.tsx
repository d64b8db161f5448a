import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import type { Refusal } from '@waypost/protocol'
import { useLayoutEffect, useRef, useState } from 'react'
import { hrefOf, type Section } from '../../route.ts'
import { focusMain } from '../../ui/accessibility/focus.ts'
import { ConversationBones } from '../../ui/feedback/Bones.tsx'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n } from '../../ui/language.ts'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { paneWords } from './en.ts'
import styles from './Pane.module.css'

const messages = i18n('pane', paneWords)

/** The heading of a loading page. If it is focused, the loaded page gets the focus. */
function Meanwhile({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const own = heading.current
    return () => {
      if (document.activeElement === own) requestAnimationFrame(focusMain)
    }
  }, [])
  return (
    <h1 ref={heading} className="hidden-words" tabIndex={-1} data-title="">
      {title}
    </h1>
  )
}

/** Shown in the main pane until the session is ready. */
export function Starting({ failed, onRetry }: { failed: Refusal | undefined; onRetry: () => void }) {
  const t = useStore(messages)
  if (!failed)
    return (
      <>
        <Meanwhile title={t.starting} />
        <ConversationBones label={t.starting} />
      </>
    )
  return (
    <div className={styles.pane}>
      <EmptyState level="h1" drawing="torn" title={t.failed} action={<Button onClick={onRetry}>{t.retry}</Button>}>
        {failed.message}
      </EmptyState>
    </div>
  )
}

/** Shown above an open conversation if the rest failed to load, and during retries. */
export function RestMissing({ session }: { session: Session }) {
  const t = useStore(messages)
  const state = useStore(session.$state)
  const [failed, setFailed] = useState(false)
  if (!failed && typeof state === 'object') setFailed(true)
  return (
    <div role="status">
      {failed && (
        <p className={styles.rest}>
          {t.restFailed}
          <Button kind="quiet" busy={state === 'starting'} onClick={() => void session.start()}>
            {t.retry}
          </Button>
        </p>
      )}
    </div>
  )
}

/** Shown while the code of a section loads. */
export function Fetching({ title }: { title: string }) {
  return (
    <div className={styles.pane}>
      <Meanwhile title={title} />
      <Spinner label={title} />
    </div>
  )
}

/** Shown if the address names something that does not exist. */
export function Missing({ section }: { section: Section }) {
  const t = useStore(messages)
  return (
    <div className={styles.pane}>
      <EmptyState
        level="h1"
        drawing="signpost"
        title={t.missing}
        action={<ButtonLink href={hrefOf(section, section === 'people' ? 'me' : 'new')}>{t.back}</ButtonLink>}
      />
    </div>
  )
}
