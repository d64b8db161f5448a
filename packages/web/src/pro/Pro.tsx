// Draws `/pro`, the page that compares Free and Pro, and sells Pro.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import type { Gives, getCheckout, PlanId } from '@waypost/protocol'
import { CreditCard, Wallet } from 'lucide-react'
import { use, useState } from 'react'
import { $proOffered, $server } from '../browser/server-facts.ts'
import { PageTitle } from '../page/PageTitle.tsx'
import { hrefOf } from '../route.ts'
import { SessionContext } from '../session/context.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n, params } from '../ui/language.ts'
import { Buy } from './Buy.tsx'
import { Compare } from './Compare.tsx'
import { dayOf } from './day.ts'
import { LanesDrawing } from './LanesDrawing.tsx'
import styles from './Page.module.css'
import { Page } from './Page.tsx'
import { PlanChoice, PlanShown } from './PlanChoice.tsx'
import { usePaymentMethods } from './payment-methods.ts'

const messages = i18n('pro', {
  title: 'Pro',
  lead: 'More room for files, text messages without a limit, and what your phone shows within reach of every device.',
  refund: 'Cancel within 72 hours for a full refund.',
  loading: 'Asking how Pro can be paid for',
  failed: 'The server did not say how Pro can be paid for.',
  retry: 'Try again',
  nothing: 'Nothing is sold on this server.',
  everybody: 'Every account on it has all that Pro offers.',
  unsold: 'Pro is not sold on this server.',
  ask: 'Its administrators can give an account Pro.',
  have: 'This account is on the Pro plan.',
  until: params('Pro is cancelled. This account keeps it until {date}.'),
  manage: 'Manage your plan',
  card: 'Pay with card',
  wallet: 'Pay with PayPal',
  test: 'This server has a test checkout: no money moves.',
})

type Tills = Gives<typeof getCheckout>

/** `/pro`: compares Free and Pro, and sells Pro. */
export function Pro() {
  const t = useStore(messages)
  const session = use(SessionContext)
  if (!useStore($proOffered))
    return (
      <Page single>
        <PageTitle className={styles.title}>{t.title}</PageTitle>
        {session ? <NotSoldTo session={session} /> : <NothingSold />}
      </Page>
    )
  return (
    <Page end={<LanesDrawing />}>
      <PageTitle className={styles.title}>{t.title}</PageTitle>
      <p className={styles.second}>{t.lead}</p>
      {session ? <OfAccount session={session} /> : <OfVisitor />}
      <Compare />
    </Page>
  )
}

function OfAccount({ session }: { session: Session }) {
  const t = useStore(messages)
  const account = useStore(session.$account)
  const [methods, again] = usePaymentMethods()
  const [plan, setPlan] = useState<PlanId>('yearly')
  const [busy, setBusy] = useState(false)
  // A purchase in progress stays on screen until it is done.
  if (account?.pro && account.plan_id && !busy)
    return (
      <>
        <PlanShown plan={account.plan_id} />
        <p>{account.pro_until ? t.until({ date: dayOf(account.pro_until) }) : t.have}</p>
        <div className={styles.actions}>
          <ButtonLink href={`/${hrefOf('settings', 'account')}`}>{t.manage}</ButtonLink>
        </div>
      </>
    )
  if (account?.pro && !account.plan_id) return account.plans_off ? <NothingSold /> : <p>{t.have}</p>
  return (
    <Offer methods={methods} again={again}>
      {(offered) => (
        <>
          <PlanChoice plan={plan} onChoose={setPlan} locked={busy} />
          <Buy session={session} plan={plan} methods={offered} onBusy={setBusy} />
          <Conditions methods={offered} />
        </>
      )}
    </Offer>
  )
}

/** The link for visitors: they sign in before they buy. */
function OfVisitor() {
  const t = useStore(messages)
  const [methods, again] = usePaymentMethods()
  const [plan, setPlan] = useState<PlanId>('yearly')
  const signIn = '/signin?next=/pro'
  return (
    <Offer methods={methods} again={again}>
      {(offered) => (
        <>
          <PlanChoice plan={plan} onChoose={setPlan} locked={false} />
          <div className={styles.actions}>
            {offered.card && (
              <ButtonLink kind="primary" href={signIn} icon={<CreditCard size={20} aria-hidden="true" />}>
                {t.card}
              </ButtonLink>
            )}
            {offered.wallet && plan === 'monthly' && (
              <ButtonLink href={signIn} icon={<Wallet size={20} aria-hidden="true" />}>
                {t.wallet}
              </ButtonLink>
            )}
          </div>
          <Conditions methods={offered} />
        </>
      )}
    </Offer>
  )
}

interface OfferProps {
  methods: ReturnType<typeof usePaymentMethods>[0]
  again: () => void
  children: (methods: Tills) => React.ReactNode
}

/** Shows its children once the payment methods are loaded. */
function Offer({ methods, again, children }: OfferProps) {
  const t = useStore(messages)
  if (methods === undefined) return <Spinner label={t.loading} />
  if (methods === 'failed')
    return (
      <div className={styles.actions}>
        <p role="alert">{t.failed}</p>
        <Button onClick={again}>{t.retry}</Button>
      </div>
    )
  if (methods === 'nothing sold') return <NothingSold />
  return children(methods)
}

/** What a person with an account reads where Pro cannot be bought: a plan that was bought earlier goes on. */
function NotSoldTo({ session }: { session: Session }) {
  const t = useStore(messages)
  const account = useStore(session.$account)
  const { plansOff } = useStore($server)
  if (plansOff || !account?.pro) return <NothingSold />
  return (
    <>
      <p>{account.pro_until ? t.until({ date: dayOf(account.pro_until) }) : t.have}</p>
      <div className={styles.actions}>
        <ButtonLink href={`/${hrefOf('settings', 'account')}`}>{t.manage}</ButtonLink>
      </div>
    </>
  )
}

function NothingSold() {
  const t = useStore(messages)
  const { plansOff } = useStore($server)
  return (
    <p>
      <strong>{plansOff ? t.nothing : t.unsold}</strong> {plansOff ? t.everybody : t.ask}
    </p>
  )
}

function Conditions({ methods }: { methods: Tills }) {
  const t = useStore(messages)
  return (
    <p className={styles.second}>
      {t.refund}
      {(methods.card === 'test' || methods.wallet === 'test') && ` ${t.test}`}
    </p>
  )
}
