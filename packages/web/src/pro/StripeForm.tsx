import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { loadScript } from '../browser/document.ts'
import { track } from '../browser/log.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { stripeForm } from './en.ts'
import styles from './Page.module.css'
import { Failed, Trouble } from './Page.tsx'

const messages = i18n('stripe-form', stripeForm)

interface StripeFormProps {
  publicKey: string
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
    <Stack as="form" gap={3} className={styles.form} onSubmit={pay}>
      <div ref={place} className={styles.field} hidden={field === 'failed'} />
      {field === undefined && <Spinner label={t.loading} />}
      {field === 'failed' ? (
        <Failed words={t.failed} retry={t.retry} onRetry={again} />
      ) : (
        <Button kind="primary" type="submit" busy={busy} unavailable={field === undefined}>
          {label}
        </Button>
      )}
      {trouble && <Trouble words={trouble} />}
    </Stack>
  )
}

// The used part of https://docs.stripe.com/js: a card field and its token.

/** Stripe requires loading its script from its own host. The server's content security policy only allows it on the checkout page. */
const script = 'https://js.stripe.com/v3/'

interface StripeCardElement {
  mount(place: HTMLElement): void
  destroy(): void
}

interface StripeClient {
  elements(): { create(type: 'card', options: object): StripeCardElement }
  createToken(element: StripeCardElement): Promise<{ token?: { id: string }; error?: { message?: string } }>
}

interface CardField {
  /** Exchanges the card for a token, or returns an error. */
  ask(): Promise<{ token: string } | { refused: string }>
  close(): void
}

/** Rejects if Stripe's script cannot be loaded. */
async function openCardField(publicKey: string, place: HTMLElement): Promise<CardField> {
  await loadScript(script)
  const { Stripe } = globalThis as unknown as { Stripe?: (key: string) => StripeClient }
  if (!Stripe) throw new Error('The script of Stripe brought nothing.')
  const stripe = Stripe(publicKey)
  const { color, fontSize } = getComputedStyle(place)
  const card = stripe.elements().create('card', { style: { base: { color, fontSize } } })
  card.mount(place)
  return {
    async ask() {
      const { token, error } = await stripe.createToken(card)
      return token ? { token: token.id } : { refused: error?.message ?? '' }
    },
    close: () => card.destroy(),
  }
}
