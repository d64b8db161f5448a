import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import type { Gives, getCheckout, PlanId } from '@waypost/protocol'
import { CreditCard, Wallet } from 'lucide-react'
import { useEffect } from 'react'
import { go } from '../browser/location.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { proBuy } from './en.ts'
import { Trouble } from './Page.tsx'
import { usePurchase } from './purchase.ts'

const messages = i18n('pro-buy', proBuy)

interface BuyProps {
  session: Session
  plan: PlanId
  methods: Gives<typeof getCheckout>
  /** Called when a purchase starts or ends; the plan must not change during it. */
  onBusy: (busy: boolean) => void
}

/** The payment methods for a plan, and the state of the purchase. */
export function Buy({ session, plan, methods, onBusy }: BuyProps) {
  const t = useStore(messages)
  const { state, payByCard, payByWallet, focusWindow, forget } = usePurchase(session)
  const account = useStore(session.$account)
  const busy = state === 'paying' || state === 'upgrading' || state === 'taken' || state === 'leaving'
  useEffect(() => onBusy(busy), [busy, onBusy])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal of one plan does not concern the other
  useEffect(forget, [plan])
  const bought = (state === 'upgrading' || state === 'taken') && account?.pro === true
  useEffect(() => {
    if (bought) go('/thankyou', { replace: true })
  }, [bought])
  return (
    <>
      <Row gap={2} wrap>
        {methods.card && (
          <Button
            kind="primary"
            icon={<CreditCard size={20} aria-hidden="true" />}
            busy={state === 'upgrading' || state === 'taken'}
            unavailable={busy}
            onClick={() => payByCard(plan)}
          >
            {t.card}
          </Button>
        )}
        {methods.wallet && plan === 'monthly' && (
          <Button
            icon={<Wallet size={20} aria-hidden="true" />}
            busy={state === 'leaving'}
            unavailable={busy}
            onClick={() => void payByWallet(plan)}
          >
            {t.wallet}
          </Button>
        )}
      </Row>
      {state === 'paying' && (
        <Row gap={2} wrap>
          <p role="status">{t.open}</p>
          <Button kind="quiet" onClick={focusWindow}>
            {t.toWindow}
          </Button>
        </Row>
      )}
      {state === 'upgrading' && <Spinner label={t.upgrading} visibleLabel />}
      {state === 'taken' && <p role="status">{t.taken}</p>}
      {state === 'blocked' && <Refused words={t.blocked} retry={t.retry} onRetry={() => payByCard(plan)} />}
      {state === 'wallet error' && <Refused words={t.walletError} retry={t.retry} onRetry={() => void payByWallet(plan)} />}
      {typeof state === 'object' && <Refused words={state.refused} retry={t.retry} onRetry={() => payByCard(plan)} />}
    </>
  )
}

function Refused({ words, retry, onRetry }: { words: string; retry: string; onRetry: () => void }) {
  return (
    <Row gap={2} wrap>
      <Trouble words={words} />
      <Button kind="quiet" onClick={onRetry}>
        {retry}
      </Button>
    </Row>
  )
}
