// Draws `#devices/phone`, which signs a phone in: a QR code, and the question once a phone has read it.

import { useStore } from '@nanostores/react'
import { Check, CircleX, Clock } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { isLocalhost, origin } from '../../browser/location.ts'
import pane from '../../page/shell/NewTargetPane.module.css'
import { PaneHeader } from '../../page/shell/PaneHeader.tsx'
import { PaneTitle } from '../../page/shell/PaneTitle.tsx'
import { hrefOf } from '../../route.ts'
import { Commands } from '../../ui/Commands.tsx'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n, params } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { PhoneQuestion } from './PhoneQuestion.tsx'
import styles from './SignInPhone.module.css'
import { type Progress, usePhoneSignIn } from './use-phone-sign-in.ts'

const QrCode = lazily(() => import('../../ui/QrCode.tsx').then((module) => module.QrCode))

const messages = i18n('sign-in-phone', {
  title: 'Sign in a phone',
  lead: 'Your phone or tablet gets this account in its browser: no app, and no password to type.',
  point: 'Point the camera of the phone at this code.',
  openIt: 'Open the address that it shows.',
  press: 'Come back here and press Allow.',
  code: 'QR code that signs a phone in',
  once: 'The code works once, for five minutes. It is of no use to anybody without your press here.',
  copy: 'No camera at hand? This is the address:',
  making: 'Making a code',
  waiting: 'Signing the phone in',
  done: 'Your phone is signed in',
  doneMore: 'What you send yourself is on both now. Try it with a photo.',
  me: 'Send yourself something',
  denied: 'The phone was turned away',
  deniedMore: 'It has learnt nothing but your email address. If it was not yours, show nobody the next code.',
  expired: 'This code has expired',
  expiredMore: 'A code works once, for five minutes, and a new one ends the one before it.',
  again: 'Show a new code',
  onlyHere: 'A phone can’t reach this server yet',
  onlyHereMore: params('{origin} means “this computer”. Phones need the address that it has in your network.'),
  restart: 'Stop the server (Ctrl C), and start it for your network:',
  restartAt: params('Then open {address} here and sign in again. This screen will show a QR code.'),
  findAddress: 'Set WAYPOST_ORIGIN to the address of this machine in your network, and WAYPOST_HOST to 0.0.0.0.',
  second: 'To see it work right now, open this address in another browser on this computer:',
})

/** `#devices/phone`: signs a phone in to this account. */
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
  // A server that was not told its address is known by the one that this page came from.
  const address = only_here ? origin() + given.slice(new URL(given).origin.length) : given
  if (only_here && isLocalhost()) return <OnlyHere address={address} network={network_origin} />
  return (
    <>
      <p className={pane.lead}>{t.lead}</p>
      <div className={styles.code}>
        <Suspense fallback={<span className={styles.place} />}>
          <QrCode text={address} label={t.code} />
        </Suspense>
        <ol className={styles.steps}>
          <li>{t.point}</li>
          <li>{t.openIt}</li>
          <li>{t.press}</li>
        </ol>
      </div>
      <p className={styles.second}>{t.once}</p>
      <div className={styles.address}>
        <p>{t.copy}</p>
        <Commands lines={[address]} />
      </div>
    </>
  )
}

/** A phone reaches no server whose address means the machine itself: what to do about it. */
function OnlyHere({ address, network }: { address: string; network: string | undefined }) {
  const t = useStore(messages)
  return (
    <>
      <section className={styles.note}>
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
      </section>
      <div className={styles.address}>
        <p>{t.second}</p>
        <Commands lines={[address]} />
        <p className={styles.second}>{t.once}</p>
      </div>
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
