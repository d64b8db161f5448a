import { useStore } from '@nanostores/react'
import { Check, CircleX, Clock, Smartphone } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { isLocalhost, origin } from '../../browser/location.ts'
import { nameOfPlace } from '../../format/place.ts'
import pane from '../../page/shell/NewTargetPane.module.css'
import { PaneHeader, PaneTitle } from '../../page/shell/PaneHeader.tsx'
import { hrefOf } from '../../route.ts'
import { Commands } from '../../ui/Commands.tsx'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { useSettled } from '../../ui/inputs/use-settled.ts'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Trouble } from '../Card.tsx'
import { phoneQuestion, signInPhone } from './en.ts'
import styles from './SignInPhone.module.css'
import { type Phone, type Progress, usePhoneSignIn, wordsOf } from './use-phone-sign-in.ts'

const QrCode = lazily(() => import('../../ui/QrCode.tsx').then((module) => module.QrCode))

const messages = i18n('sign-in-phone', signInPhone)

/** `#devices/phone`: signs a phone in by a QR code, and asks once a phone has read it. */
export function SignInPhone() {
  const t = useStore(messages)
  const { progress, answer, again } = usePhoneSignIn()
  return (
    <div className={pane.pane}>
      <PaneHeader section="devices">
        <PaneTitle page>{t.title}</PaneTitle>
      </PaneHeader>
      <div className={pane.body}>
        {progress.step === 'asks' ? (
          <PhoneQuestion phone={progress.phone} onAnswer={answer} />
        ) : (
          <Standing progress={progress} onAgain={again} />
        )}
      </div>
    </div>
  )
}

function Standing({ progress, onAgain }: { progress: Exclude<Progress, { step: 'asks' }>; onAgain: () => void }) {
  const t = useStore(messages)
  const another = (
    <Button kind="primary" onClick={onAgain}>
      {t.again}
    </Button>
  )
  if (progress.step === 'starting' || progress.step === 'approved')
    return <Spinner visibleLabel label={progress.step === 'starting' ? t.making : t.waiting} />
  if (progress.step === 'unopened') return <Code {...progress.code} />
  if (progress.step === 'done')
    return (
      <Outcome icon={<Check size={22} aria-hidden="true" />} title={t.done} words={t.doneMore} good>
        <ButtonLink kind="primary" href={hrefOf('people', 'me')}>
          {t.me}
        </ButtonLink>
      </Outcome>
    )
  if (progress.step === 'denied')
    return (
      <Outcome icon={<CircleX size={22} aria-hidden="true" />} title={t.denied} words={t.deniedMore}>
        {another}
      </Outcome>
    )
  const failed = progress.step === 'failed'
  return (
    <Outcome
      icon={<Clock size={22} aria-hidden="true" />}
      title={failed ? progress.message : t.expired}
      words={failed ? undefined : t.expiredMore}
    >
      {another}
    </Outcome>
  )
}

interface CodeProps {
  address: string
  only_here?: boolean | undefined
  network_origin?: string | undefined
}

function Code({ address: given, only_here = false, network_origin }: CodeProps) {
  const t = useStore(messages)
  // A server without a configured address is known by the origin of this page.
  const address = only_here ? origin() + given.slice(new URL(given).origin.length) : given
  if (only_here && isLocalhost()) return <OnlyHere address={address} network={network_origin} />
  return (
    <>
      <p className={pane.lead}>{t.lead}</p>
      <Row gap={5} rowGap={4} wrap className={styles.code}>
        <Suspense fallback={<span className={styles.place} />}>
          <QrCode text={address} label={t.code} />
        </Suspense>
        <ol className={styles.steps}>
          <li>{t.point}</li>
          <li>{t.openIt}</li>
          <li>{t.press}</li>
        </ol>
      </Row>
      <p className={styles.second}>{t.once}</p>
      <Stack gap={2}>
        <p>{t.copy}</p>
        <Commands lines={[address]} />
      </Stack>
    </>
  )
}

/** The server's address means the machine itself, so phones can't reach it: says what to do about that. */
function OnlyHere({ address, network }: { address: string; network: string | undefined }) {
  const t = useStore(messages)
  return (
    <>
      <Stack as="section" gap={2} className={styles.note}>
        <h2>{t.onlyHere}</h2>
        <p>{t.onlyHereMore({ origin: origin() })}</p>
        {network ? (
          <>
            <p>{t.restart}</p>
            <Commands lines={['npm start -- network']} />
            <p>{t.restartAt({ address: network })}</p>
          </>
        ) : (
          <p>{t.findAddress}</p>
        )}
      </Stack>
      <Stack gap={2}>
        <p>{t.second}</p>
        <Commands lines={[address]} />
        <p className={styles.second}>{t.once}</p>
      </Stack>
    </>
  )
}

interface OutcomeProps {
  icon: ReactNode
  title: string
  words?: string | undefined
  good?: boolean
  children: ReactNode
}

function Outcome({ icon, title, words, good, children }: OutcomeProps) {
  return (
    <div role="status" className={styles.outcome} data-good={good || undefined}>
      <h2>
        {icon}
        {title}
      </h2>
      {words && <p>{words}</p>}
      <div>{children}</div>
    </div>
  )
}

const questionWords = i18n('phone-question', phoneQuestion)

interface PhoneQuestionProps {
  phone: Phone
  /** @throws Refusal */
  onAnswer: (approve: boolean) => Promise<void>
}

function PhoneQuestion({ phone, onAnswer }: PhoneQuestionProps) {
  const t = useStore(questionWords)
  const settled = useSettled()
  const [busy, setBusy] = useState<'allow' | 'deny'>()
  const [trouble, setTrouble] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { name = t.unknown, place, number = '', address } = phone
  useEffect(() => heading.current?.focus(), [])

  async function answer(approve: boolean) {
    setTrouble(undefined)
    setBusy(approve ? 'allow' : 'deny')
    try {
      await onAnswer(approve)
    } catch (error) {
      setTrouble(wordsOf(error))
      setBusy(undefined)
    }
  }

  return (
    <section className={styles.question} role="alert">
      <h2 ref={heading} tabIndex={-1}>
        <Smartphone size={24} aria-hidden="true" />
        {t.asks({ phone: [name, place && nameOfPlace(place)].filter(Boolean).join(', ') })}
      </h2>
      <p className={styles.number} aria-hidden="true">
        {number}
      </p>
      <p>
        <strong>{t.same({ number })}</strong> {t.warning}
      </p>
      {address && <p className={styles.second}>{t.from({ address })}</p>}
      {trouble && <Trouble text={trouble} />}
      <Row gap={2} align="stretch" wrap>
        <Button
          kind="primary"
          busy={busy === 'allow'}
          unavailable={!settled || busy === 'deny'}
          onClick={() => void answer(true)}
        >
          {t.allow}
        </Button>
        <Button busy={busy === 'deny'} unavailable={busy === 'allow'} onClick={() => void answer(false)}>
          {t.deny}
        </Button>
      </Row>
    </section>
  )
}
