import { useStore } from '@nanostores/react'
import { deleteMe, Refusal, sendErrorReport } from '@waypost/protocol'
import { useEffect, useRef, useState } from 'react'
import { InPlace } from '../page/topics/InPlace.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { useSession } from '../session/context.ts'
import { focusIfLost } from '../ui/accessibility/focus-soon.ts'
import { closeBannersOf, showBanner } from '../ui/feedback/feedback.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { TwoStep } from '../ui/inputs/TwoStep.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { deleteAccount } from './en.ts'
import styles from './Settings.module.css'

const messages = i18n('delete-account', deleteAccount)

const reasons = ['broken', 'unused', 'other'] as const
type Reason = (typeof reasons)[number]

/** Deletes the account, after asking for a reason and a confirmation. */
export function DeleteAccount({ onSignOut }: { onSignOut: () => void }) {
  const t = useStore(messages)
  return (
    <Topic title={t.title} lead={t.lead}>
      <InPlace label={t.open}>{(close) => <Panel onSignOut={onSignOut} onKeep={close} />}</InPlace>
    </Topic>
  )
}

function Panel({ onSignOut, onKeep }: { onSignOut: () => void; onKeep: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const [reason, setReason] = useState<Reason>()
  const [more, setMore] = useState('')
  const [asking, setAsking] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const last = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])

  async function remove() {
    closeBannersOf(t.failed)
    try {
      if (reason || more.trim()) await tell()
      await session.call(deleteMe, {})
      onSignOut()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      showBanner({ title: error.code === 'network' ? t.network : t.failed, body: error.message })
      setAsking(false)
    }
  }

  /** The account is deleted even if the reason could not be sent. */
  async function tell() {
    const email = session.$account.get()?.email ?? ''
    const body = [reason && t[reason], more.trim()].filter(Boolean).join('\n\n')
    try {
      await session.call(sendErrorReport, { reply_to: email, subject: t.subject({ email }), body, data: { reason } })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'network') throw error
    }
  }

  return (
    <div className={styles.panel}>
      <fieldset className={styles.reasons}>
        <legend>{t.why}</legend>
        {reasons.map((key, index) => (
          <Row key={key} as="label" gap={3} className={styles.reason}>
            <input
              ref={index === 0 ? first : undefined}
              type="radio"
              name="reason"
              checked={reason === key}
              onChange={() => setReason(key)}
            />
            {t[key]}
          </Row>
        ))}
      </fieldset>
      <Stack as="label" gap={1} className={styles.explain}>
        {t.tell}
        <textarea className={topic.text} dir="auto" value={more} onChange={(event) => setMore(event.target.value)} />
      </Stack>
      <Row gap={2} wrap className={topic.actions}>
        {asking ? (
          <TwoStep
            opener={last}
            side="start"
            words={{ object: t.delete, confirm: t.sure, cancel: t.cancel, busy: t.deleting }}
            onConfirm={remove}
            onCancel={() => {
              setAsking(false)
              focusIfLost(() => last.current)
            }}
          />
        ) : (
          <>
            <Button ref={last} kind="danger" onClick={() => setAsking(true)}>
              {t.delete}
            </Button>
            <Button onClick={onKeep}>{t.keep}</Button>
          </>
        )}
      </Row>
    </div>
  )
}
