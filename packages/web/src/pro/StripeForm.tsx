// Draws the form with Stripe's card field, and hands over the token of the card.

import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { track } from '../browser/log.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import styles from './Page.module.css'
import own from './StripeForm.module.css'
import { type CardField, openCardField } from './stripe.ts'

const messages = i18n('stripe-form', {
  loading: 'Loading the card form',
  failed: 'The card form could not be loaded. Check whether something blocks js.stripe.com.',
  retry: 'Try again',
})

interface StripeFormProps {
  publicKey: string
  /** The text of the button. */
  label: string
  onToken: (token: string) => void
}

/** Stripe's card field: the card number goes from the browser to Stripe only. */
export function StripeForm({ publicKey, label, onToken }: StripeFormProps) {
  const t = useStore(messages)
  const place = useRef<HTMLDivElement>(null)
  const [field, setField] = useState<CardField | 'failed'>()
  const [round, setRound] = useState(0)
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round tries once more
  useEffect(() => {
    let stale = false
    let opened: CardField | undefined
    openCardField(publicKey, place.current as HTMLDivElement).then(
      (next) => {
        opened = next
        if (stale) next.close()
        else setField(next)
      },
      () => {
        if (stale) return
        track('card_popup_unavailable')
        setField('failed')
      },
    )
    return () => {
      stale = true
      opened?.close()
    }
  }, [publicKey, round])

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (busy || typeof field !== 'object') return
    setBusy(true)
    setTrouble(undefined)
    const answer = await field.ask()
    setBusy(false)
    if ('token' in answer) onToken(answer.token)
    else setTrouble(answer.refused)
  }

  function again() {
    setField(undefined)
    setRound(round + 1)
  }

  return (
    <form className={own.form} onSubmit={pay}>
      <div ref={place} className={own.field} hidden={field === 'failed'} />
      {field === undefined && <Spinner label={t.loading} />}
      {field === 'failed' ? (
        <div className={styles.actions}>
          <p role="alert">{t.failed}</p>
          <Button onClick={again}>{t.retry}</Button>
        </div>
      ) : (
        <Button kind="primary" type="submit" busy={busy} unavailable={field === undefined}>
          {label}
        </Button>
      )}
      {trouble && (
        <p role="alert" className={styles.trouble}>
          <CircleAlert size={20} aria-hidden="true" />
          <span>{trouble}</span>
        </p>
      )}
    </form>
  )
}
