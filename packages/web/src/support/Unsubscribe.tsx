import { useStore } from '@nanostores/react'
import type { Calls } from '@waypost/client/ground/call'
import { Refusal, unsubscribe } from '@waypost/protocol'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { supportContact } from '../browser/document.ts'
import { PageTitle } from '../page/PageTitle.tsx'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { unsubscribeWords } from './en.ts'
import styles from './Support.module.css'

const messages = i18n('unsubscribe', unsubscribeWords)

interface UnsubscribeProps {
  calls: Pick<Calls, 'call'>
  /** The secret in the link. */
  token: string
  /** Draws the page shown after unsubscribing, with content after its text. */
  done: (after: ReactNode) => ReactNode
}

type State =
  | 'stopping'
  | { failed: string; final: boolean }
  | { email: string; stopped: boolean; busy?: boolean; trouble?: string }

/** `/unsubscribed?token=`: stops the emails at once, and offers to get them again. */
export function Unsubscribe({ calls, token, done }: UnsubscribeProps) {
  const t = useStore(messages)
  const [state, setState] = useState<State>('stopping')
  const [round, setRound] = useState(0)
  const asked = useRef(-1)

  useEffect(() => {
    // Once, even if React runs effects twice: an Undo in between must hold.
    if (asked.current === round) return
    asked.current = round
    setState('stopping')
    calls.call(unsubscribe, { token }).then(setState, (error) => {
      if (!(error instanceof Refusal)) throw error
      setState({ failed: error.message, final: error.code === 'not_found' })
    })
  }, [calls, token, round])

  if (state === 'stopping')
    return (
      <main id="main" tabIndex={-1} className={styles.page}>
        <h1 className="hidden-words">{t.stopping}</h1>
        <Spinner label={t.stopping} />
      </main>
    )
  if ('failed' in state)
    return (
      <main id="main" tabIndex={-1} className={styles.page}>
        <EmptyState
          level="h1"
          drawing="torn"
          title={t.failed}
          action={
            state.final ? (
              <ButtonLink href={supportContact().href}>{t.support}</ButtonLink>
            ) : (
              <Button onClick={() => setRound(round + 1)}>{t.retry}</Button>
            )
          }
        >
          {state.failed}
        </EmptyState>
      </main>
    )

  async function change(before: { email: string; stopped: boolean }) {
    setState({ ...before, busy: true })
    try {
      setState(await calls.call(unsubscribe, { token, undo: before.stopped }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setState({ ...before, trouble: error.message })
    }
  }

  const { email, stopped, busy = false, trouble } = state
  const controls = (
    <Stack as="section" gap={3} className={styles.unsubscribe}>
      <p role="status">{stopped ? t.stopped({ email }) : t.allowed({ email })}</p>
      {trouble && <p role="alert">{trouble}</p>}
      <Button busy={busy} onClick={() => void change({ email, stopped })}>
        {stopped ? t.again : t.stopAgain}
      </Button>
    </Stack>
  )
  return stopped ? (
    done(controls)
  ) : (
    <main id="main" tabIndex={-1} className={styles.page}>
      <div className={styles.thanks}>
        <PageTitle className={styles.title}>{t.back}</PageTitle>
        {controls}
      </div>
    </main>
  )
}
