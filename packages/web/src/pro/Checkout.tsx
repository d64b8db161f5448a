import { useStore } from '@nanostores/react'
import { platform } from '@waypost/client'
import type { PlanId } from '@waypost/protocol'
import { closeWindow, isPopup, tellOpener } from '../browser/popups.ts'
import { PageTitle } from '../page/PageTitle.tsx'
import { useQuery } from '../route.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { type CardToken, planNamed } from './checkout.ts'
import { checkout } from './en.ts'
import styles from './Page.module.css'
import { Failed, Page } from './Page.tsx'
import { usePaymentMethods } from './payment-methods.ts'
import { priceOf } from './prices.ts'
import { StripeForm } from './StripeForm.tsx'

const messages = i18n('checkout', checkout)

/** `/checkout`: the popup for card payment. It sends a token to the Pro page that opened it, and closes. */
export function Checkout() {
  const t = useStore(messages)
  const plan = planNamed(useQuery().plan)
  return (
    <Page single>
      <PageTitle className={styles.title}>{t.title}</PageTitle>
      {plan && isPopup() ? (
        <Till plan={plan} />
      ) : (
        <>
          <p>{t.lost}</p>
          <Row gap={2} wrap>
            <ButtonLink href="/pro">{t.toPro}</ButtonLink>
          </Row>
        </>
      )}
    </Page>
  )
}

function Till({ plan }: { plan: PlanId }) {
  const t = useStore(messages)
  const [methods, again] = usePaymentMethods()
  const price = priceOf(plan)
  const key = typeof methods === 'object' ? methods.stripe_public_key : undefined
  return (
    <>
      <p>{t[plan]({ price })}</p>
      {methods === undefined ? (
        <Spinner label={t.loading} />
      ) : methods === 'failed' ? (
        <Failed words={t.failed} retry={t.retry} onRetry={again} />
      ) : methods === 'nothing sold' || !methods.card ? (
        <p role="alert">{t.none}</p>
      ) : methods.card === 'stripe' && key ? (
        <StripeForm publicKey={key} label={t.pay({ price })} onToken={handOver} />
      ) : (
        <TestTill price={price} />
      )}
      <Row gap={2} wrap>
        <Button kind="quiet" onClick={closeWindow}>
          {t.cancel}
        </Button>
      </Row>
    </>
  )
}

/** The built-in checkout for tests: its tokens are words that the server recognizes as a test. */
function TestTill({ price }: { price: string }) {
  const t = useStore(messages)
  return (
    <>
      <p className={styles.second}>{t.test}</p>
      <Row gap={2} wrap>
        <Button kind="primary" onClick={() => handOver(`tok_test_${platform.unique()}`)}>
          {t.pay({ price })}
        </Button>
        <Button onClick={() => handOver(`tok_test_declined_${platform.unique()}`)}>{t.decline}</Button>
      </Row>
    </>
  )
}

function handOver(token: string): void {
  tellOpener({ type: 'waypost-card-token', token } satisfies CardToken)
  closeWindow()
}
