import { useStore } from '@nanostores/react'
import type { Calls } from '@waypost/client/ground/call'
import { hostOf, isLink } from '@waypost/client/words/short-links'
import { authorize, type ClientInfo, isSafeRedirect, Refusal, redirectTarget, type Takes, withQuery } from '@waypost/protocol'
import { ArrowRight, KeyRound, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { leaveFor } from '../browser/location.ts'
import { closeWindow, isPopup, tellOpenerFrom } from '../browser/popups.ts'
import { writeSetting } from '../browser/storage.ts'
import { beginningOf } from '../format/names.ts'
import { rightsOf } from '../format/scopes.ts'
import { Secret } from '../page/topics/Secret.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { CardHead, CardPage, CardTitle } from '../ui/CardPage.tsx'
import { ExternalLink } from '../ui/cards/Cards.tsx'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { useSettled } from '../ui/inputs/use-settled.ts'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './Authorize.module.css'
import { type AuthorizeRequest, requestKey } from './authorize-request.ts'
import { answeredWords, consent } from './en.ts'
import type { OpenerMessage } from './opener-message.ts'

const messages = i18n('consent', consent)

interface ConsentProps {
  request: AuthorizeRequest
  info: ClientInfo
  calls: Pick<Calls, 'call'>
  email: string | undefined
  signIn: ReactNode
  onSignedOut: () => void
}

/** The consent page: the app, its permissions, the redirect target, Approve and Deny. */
export function Consent({ request, info, calls, email, signIn, onSignedOut }: ConsentProps) {
  const t = useStore(messages)
  const name = nameOf(info)
  const [answered, setAnswered] = useState<{ code?: string; approved: boolean }>()
  if (answered) return <Result name={name} {...answered} />
  return (
    <CardPage>
      <CardHead picture={<Avatar name={name} seed={info.iden} image={info.image_url} size={64} />}>
        <CardTitle>{name}</CardTitle>
        {isLink(info.website_url) && (
          <p className={styles.site}>
            <ExternalLink href={info.website_url}>{hostOf(info.website_url)}</ExternalLink>
          </p>
        )}
      </CardHead>
      <Stack gap={3} className={styles.rights}>
        <p>{t.able}</p>
        <Stack as="ul" gap={2} className={styles.list}>
          {rightsOf(info.scopes).map((right) => (
            <li key={right}>
              <ShieldCheck size={18} aria-hidden="true" />
              {right}
            </li>
          ))}
        </Stack>
      </Stack>
      <p className={styles.note}>
        <KeyRound size={18} aria-hidden="true" />
        {info.scopes.includes('everything') ? t.key : t.limited}
      </p>
      <p className={styles.goal}>
        <ArrowRight size={18} aria-hidden="true" />
        <GoalWords info={info} />
      </p>
      {email === undefined ? (
        <Stack gap={3}>
          <p>{t.signIn}</p>
          {signIn}
        </Stack>
      ) : (
        <>
          <p className={styles.second}>{t.account({ email })}</p>
          <Answers request={request} info={info} calls={calls} onSignedOut={onSignedOut} onAnswered={setAnswered} />
        </>
      )}
    </CardPage>
  )
}

/** The host or scheme that receives the result. */
function GoalWords({ info: { redirect_uri, allowed_origin } }: { info: ClientInfo }) {
  const t = useStore(messages)
  if (redirect_uri === undefined && !(allowed_origin && isPopup())) return <span>{t.code}</span>
  const goal = redirectTarget(redirect_uri ?? allowed_origin ?? '')
  const words = redirect_uri === undefined ? t.opener : t[goal.kind]
  return (
    <span>
      {words} <strong dir="ltr">{goal.kind === 'app' ? goal.scheme : goal.host}</strong>
    </span>
  )
}

interface AnswersProps extends Pick<ConsentProps, 'request' | 'info' | 'calls' | 'onSignedOut'> {
  /** Called if the result doesn't lead to another page. */
  onAnswered: (answered: { code?: string; approved: boolean }) => void
}

function Answers({ request, info, calls, onSignedOut, onAnswered }: AnswersProps) {
  const t = useStore(messages)
  const settled = useSettled()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function approve() {
    setBusy(true)
    setTrouble(undefined)
    try {
      // Parameters are sent unchanged; the server validates them.
      const { error, redirect_uri, code } = await calls.call(authorize, { ...request } as Takes<typeof authorize>)
      if (!error && redirect_uri !== undefined && isSafeRedirect(redirect_uri)) return follow(redirect_uri, true)
      if (!error && redirect_uri === undefined && code) return sendResult({ code }, true)
      setTrouble(error || t.error)
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      if (cause.code === 'invalid_access_token') return onSignedOut()
      setTrouble(cause.message || t.error)
    }
    setBusy(false)
  }

  function deny() {
    const { redirect_uri } = info
    if (redirect_uri === undefined) sendResult({ error: 'access_denied' }, false)
    else follow(withQuery(redirect_uri, { error: 'access_denied', state: request.state }), false)
  }

  function follow(address: string, approved: boolean) {
    writeSetting(requestKey, undefined)
    leaveFor(address, { replace: true })
    // Opening an app doesn't unload this page.
    if (redirectTarget(address).kind === 'app') onAnswered({ approved })
  }

  /** Posts the result to the opener if the app has an allowed origin; otherwise shows the code to the user. */
  function sendResult(answer: Pick<OpenerMessage, 'code' | 'error'>, approved: boolean) {
    writeSetting(requestKey, undefined)
    const { allowed_origin } = info
    const message: OpenerMessage = {
      type: 'waypost-authorize',
      ...answer,
      ...(request.state !== undefined && { state: request.state }),
    }
    if (allowed_origin !== undefined && tellOpenerFrom(allowed_origin, message)) {
      onAnswered({ approved })
      closeWindow()
    } else onAnswered({ approved, ...(answer.code !== undefined && { code: answer.code }) })
  }

  return (
    <>
      {trouble && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
      <div className={styles.answers}>
        <Button kind="primary" busy={busy} unavailable={!settled} className={styles.approve ?? ''} onClick={() => void approve()}>
          {busy ? t.approving : t.approve}
        </Button>
        <Button unavailable={busy} onClick={deny}>
          {t.deny}
        </Button>
      </div>
    </>
  )
}

const nameOf = ({ name, client_id }: ClientInfo): string => beginningOf(name.trim() || client_id)

const resultWords = i18n('answered', answeredWords)

interface ResultProps {
  name: string
  approved: boolean
  code?: string
}

function Result({ name, approved, code }: ResultProps) {
  const t = useStore(resultWords)
  return (
    <CardPage>
      <CardTitle>{approved ? t.approved : t.denied}</CardTitle>
      {code === undefined ? (
        <p className={styles.second}>
          <bdi>{approved ? t.letIn({ name }) : t.nothing({ name })}</bdi> {t.close}
        </p>
      ) : (
        <>
          <p className={styles.second}>{t.code({ name })}</p>
          <Secret text={code}>
            <code dir="ltr">{code}</code>
          </Secret>
        </>
      )}
      <ButtonLink href="/">{t.home}</ButtonLink>
    </CardPage>
  )
}
