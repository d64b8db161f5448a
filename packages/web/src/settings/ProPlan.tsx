import { useStore } from '@nanostores/react'
import { type Account, downgradePro, planPrice, Refusal, resumePro } from '@waypost/protocol'
import { useEffect, useRef, useState } from 'react'
import { supportContact, supportEmail } from '../browser/document.ts'
import { $proOffered } from '../browser/server-facts.ts'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { attempt } from '../page/topics/use-loaded.ts'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { focusSoon } from '../ui/accessibility/focus-soon.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { TwoStep } from '../ui/inputs/TwoStep.tsx'
import { i18n, region } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { proPlan } from './en.ts'

const messages = i18n('pro-plan', proPlan)

type Cancelling = 'idle' | 'confirm' | 'canceling' | 'success' | 'error'

/** The account's plan, with buttons to cancel and resume it. */
export function ProPlan() {
  const t = useStore(messages)
  const account = useStore(useSession().$account)
  const offered = useStore($proOffered)
  const bought = account?.pro === true && account.plan_id !== undefined
  return (
    <Topic title={t.title}>
      {bought ? (
        <Bought account={account} />
      ) : (
        <>
          <p className={topic.lead}>{t[standingOf(account)]}</p>
          {offered && (
            <Row gap={2} wrap className={topic.actions}>
              <ButtonLink href="/pro">{t.see}</ButtonLink>
            </Row>
          )}
        </>
      )}
    </Topic>
  )
}

/** Why an account that hasn't bought Pro has it, if it does. */
function standingOf(account: Account | undefined): 'free' | 'administrator' | 'given' | 'everybody' {
  if (!account?.pro) return 'free'
  if (account.plans_off) return 'everybody'
  return account.admin ? 'administrator' : 'given'
}

function Bought({ account: { plan_id = 'monthly', pro_until, pro_resumable } }: { account: Account }) {
  const t = useStore(messages)
  const session = useSession()
  const offered = useStore($proOffered)
  const [state, setState] = useState<Cancelling>('idle')
  const [resuming, setResuming] = useState(false)
  const words = useRef<HTMLParagraphElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  // The focused button is then removed.
  useEffect(() => {
    if (state === 'success') words.current?.focus()
    if (state === 'error') opener.current?.focus()
  }, [state])

  async function cancel() {
    setState('canceling')
    try {
      await session.call(downgradePro, {})
      await session.refreshAccount()
      setState('success')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setState('error')
    }
  }

  async function resume() {
    setResuming(true)
    const worked = await attempt(async () => {
      await session.call(resumePro, {})
      await session.refreshAccount()
    }, t.notResumed)
    setResuming(false)
    if (!worked) return
    setState('idle')
    say(t.resumed)
    words.current?.focus()
  }

  const date = pro_until && new Intl.DateTimeFormat(region, { dateStyle: 'long' }).format(pro_until * 1_000)
  const email = supportEmail()
  const price = `$${(planPrice[plan_id] / 100).toFixed(2)}`
  return (
    <>
      <p ref={words} tabIndex={-1} role={state === 'success' ? 'status' : undefined} className={topic.lead}>
        {date ? t.until({ date }) : state === 'success' ? t.cancelled : t[plan_id]({ price })}
      </p>
      {state === 'error' && (
        <p role="alert" className={topic.lead}>
          {email === undefined ? t.failedToo({ address: supportContact().words }) : t.failed({ email })}
        </p>
      )}
      {date && pro_resumable && (
        <Row gap={2} wrap className={topic.actions}>
          <Button busy={resuming} onClick={() => void resume()}>
            {t.resume}
          </Button>
        </Row>
      )}
      {!date && state !== 'success' && (
        <>
          <Row gap={2} wrap className={topic.actions}>
            {state === 'confirm' || state === 'canceling' ? (
              <>
                <TwoStep
                  opener={opener}
                  side="start"
                  words={{ object: t.cancel, confirm: t.cancel, cancel: t.keep, busy: t.canceling }}
                  onConfirm={cancel}
                  onCancel={() => {
                    setState('idle')
                    focusSoon(() => opener.current)
                  }}
                />
                {state === 'canceling' && <Spinner label={t.canceling} />}
              </>
            ) : (
              <>
                <Button ref={opener} onClick={() => setState('confirm')}>
                  {t.cancel}
                </Button>
                {offered && (
                  <ButtonLink kind="quiet" href="/pro">
                    {t.see}
                  </ButtonLink>
                )}
              </>
            )}
          </Row>
          {state !== 'idle' && <p className={topic.lead}>{t.refund}</p>}
        </>
      )}
    </>
  )
}
