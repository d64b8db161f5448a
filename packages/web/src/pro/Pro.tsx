import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import type { Account, Gives, getCheckout, PlanId } from '@waypost/protocol'
import { CreditCard, Wallet } from 'lucide-react'
import { use, useState } from 'react'
import { $proOffered, $server } from '../browser/server-facts.ts'
import { PageTitle } from '../page/PageTitle.tsx'
import { hrefOf } from '../route.ts'
import { SessionContext } from '../session/context.ts'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { Buy } from './Buy.tsx'
import { Compare } from './Compare.tsx'
import { proWords } from './en.ts'
import styles from './Page.module.css'
import { Failed, Page } from './Page.tsx'
import { PlanChoice, PlanShown } from './PlanChoice.tsx'
import { usePaymentMethods } from './payment-methods.ts'
import { dayOf } from './prices.ts'

const messages = i18n('pro', proWords)

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
        <HasPro account={account} />
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
          <Row gap={2} wrap>
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
          </Row>
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

function Offer({ methods, again, children }: OfferProps) {
  const t = useStore(messages)
  if (methods === undefined) return <Spinner label={t.loading} />
  if (methods === 'failed') return <Failed words={t.failed} retry={t.retry} onRetry={again} />
  if (methods === 'nothing sold') return <NothingSold />
  return children(methods)
}

/** Shown to account holders where Pro can't be bought: a plan bought earlier continues. */
function NotSoldTo({ session }: { session: Session }) {
  const account = useStore(session.$account)
  const { plansOff } = useStore($server)
  if (plansOff || !account?.pro) return <NothingSold />
  return <HasPro account={account} />
}

function HasPro({ account: { pro_until } }: { account: Account }) {
  const t = useStore(messages)
  return (
    <>
      <p>{pro_until ? t.until({ date: dayOf(pro_until) }) : t.have}</p>
      <Row gap={2} wrap>
        <ButtonLink href={`/${hrefOf('settings', 'account')}`}>{t.manage}</ButtonLink>
      </Row>
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

function LanesDrawing() {
  return (
    <svg
      viewBox="0 0 1200 140"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      className={styles.lanes}
      aria-hidden="true"
      data-decoration="lanes"
    >
      <path className={styles.far} d="M0 140V92a24 24 0 0 1 24-24h352a20 20 0 0 0 20-20 20 20 0 0 1 20-20h784v112z" />
      <path className={styles.middle} d="M0 140v-14a24 24 0 0 1 24-24h560a20 20 0 0 0 20-20 20 20 0 0 1 20-20h576v78z" />
      <path className={styles.near} d="M330 140v-2a16 16 0 0 1 16-16h454a14 14 0 0 0 14-14 14 14 0 0 1 14-14h372v46z" />
      <g className={styles.dots}>
        <circle cx="520" cy="48" r="5" />
        <circle cx="760" cy="82" r="5" />
        <circle cx="930" cy="114" r="5" />
        <circle cx="980" cy="114" r="5" />
        <circle cx="1030" cy="114" r="5" />
      </g>
    </svg>
  )
}
