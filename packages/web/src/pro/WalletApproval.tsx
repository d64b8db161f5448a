import { useStore } from '@nanostores/react'
import { Refusal, upgradePro } from '@waypost/protocol'
import { Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { go } from '../browser/location.ts'
import { track } from '../browser/log.ts'
import { readSetting, writeSetting } from '../browser/storage.ts'
import { PageTitle } from '../page/PageTitle.tsx'
import { useQuery } from '../route.ts'
import { useSession } from '../session/context.ts'
import { closeBannersOf, showBanner } from '../ui/feedback/feedback.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { planNamed } from './checkout.ts'
import { walletApproval } from './en.ts'
import styles from './Page.module.css'
import { Page, Trouble } from './Page.tsx'
import { priceOf } from './prices.ts'
import { rememberedPlan } from './purchase.ts'

const messages = i18n('wallet-approval', walletApproval)

const paypalError = 'PayPal error'

type State = 'ready' | 'waiting' | 'error' | 'done'

/** `/paypal-payment-approve`: the wallet returns here; a press completes the purchase. */
export function WalletApproval() {
  const t = useStore(messages)
  const { token } = useQuery()
  return (
    <Page single>
      <PageTitle className={styles.title}>{t.title}</PageTitle>
      {token ? (
        <Approve token={token} />
      ) : (
        <>
          <p role="alert">{t.noToken}</p>
          <Row gap={2} wrap>
            <ButtonLink href="/pro">{t.toPro}</ButtonLink>
          </Row>
        </>
      )}
    </Page>
  )
}

function Approve({ token }: { token: string }) {
  const t = useStore(messages)
  const session = useSession()
  const [state, setState] = useState<State>('ready')
  // In another browser no plan is stored. The wallet pays monthly in any case, and the server knows the offered plan.
  const [remembered] = useState(() => planNamed(readSetting(rememberedPlan)))
  const price = priceOf('monthly')
  const pro = useStore(session.$account)?.pro
  useEffect(() => {
    if (state === 'done' && pro) go('/thankyou', { replace: true })
  }, [state, pro])

  async function pay() {
    setState('waiting')
    closeBannersOf(paypalError)
    try {
      await session.call(upgradePro, { type: 'paypal', paypal_token: token, ...(remembered && { paypal_plan: remembered }) })
      writeSetting(rememberedPlan, undefined)
      track('paypal_done')
      setState('done')
      void session.refreshAccount()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      track('paypal_error', error.code)
      showBanner({ title: paypalError, body: error.message })
      setState('error')
    }
  }

  return (
    <>
      <p>{t.ready({ price })}</p>
      {token.startsWith('EC-test') && <p className={styles.second}>{t.test}</p>}
      {state === 'error' && <Trouble words={t.error} />}
      {state === 'done' ? (
        <p role="status">{t.done}</p>
      ) : (
        <Row gap={2} wrap>
          <Button
            kind="primary"
            busy={state === 'waiting'}
            icon={<Wallet size={20} aria-hidden="true" />}
            onClick={() => void pay()}
          >
            {state === 'error' ? t.retry : t.pay({ price })}
          </Button>
          <ButtonLink kind="quiet" href="/pro">
            {t.back}
          </ButtonLink>
        </Row>
      )}
      {state === 'waiting' && <Spinner label={t.waiting} visibleLabel />}
    </>
  )
}
