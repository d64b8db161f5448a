import { useStore } from '@nanostores/react'
import { type PlanId, plans } from '@waypost/protocol'
import { CircleCheck } from 'lucide-react'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { proPlans } from './en.ts'
import styles from './PlanChoice.module.css'
import { headlineOf, priceOf } from './prices.ts'

const messages = i18n('pro-plans', proPlans)

interface PlanChoiceProps {
  plan: PlanId
  onChoose: (plan: PlanId) => void
  /** A purchase is in progress. */
  locked: boolean
}

/** The choice between yearly and monthly payment. */
export function PlanChoice({ plan: chosen, onChoose, locked }: PlanChoiceProps) {
  const t = useStore(messages)
  return (
    <fieldset className={styles.plans} disabled={locked}>
      <legend className="hidden-words">{t.legend}</legend>
      {plans.map((plan) => (
        <label key={plan} className={styles.plan}>
          <input type="radio" name="plan" value={plan} checked={plan === chosen} onChange={() => onChoose(plan)} />
          <Words plan={plan} />
        </label>
      ))}
    </fieldset>
  )
}

/** The plans, for users who already have one. */
export function PlanShown({ plan: current }: { plan: PlanId }) {
  const t = useStore(messages)
  return (
    <ul className={styles.plans} aria-label={t.legend}>
      {plans.map((plan) => (
        <li key={plan} className={styles.plan} aria-current={plan === current || undefined}>
          <Words plan={plan} />
          {plan === current && (
            <Row as="strong" gap={1} className={styles.selected}>
              <CircleCheck size={18} aria-hidden="true" />
              {t.selected}
            </Row>
          )}
        </li>
      ))}
    </ul>
  )
}

function Words({ plan }: { plan: PlanId }) {
  const t = useStore(messages)
  return (
    <Stack as="span" className={styles.words}>
      <span className={styles.name}>{t[plan]}</span>
      <span className={styles.price}>{headlineOf(plan)}</span>
      <span className={styles.period}>{plan === 'yearly' ? t.perYear({ price: priceOf(plan) }) : t.perMonth}</span>
    </Stack>
  )
}
