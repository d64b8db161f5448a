import { loadScript } from '../browser/document.ts'

// The used part of https://docs.stripe.com/js: a card field and its token.

/** Stripe requires loading its script from its own host. The server's content policy allows it on the checkout page only. */
const script = 'https://js.stripe.com/v3/'

interface StripeCardElement {
  mount(place: HTMLElement): void
  destroy(): void
}

interface StripeClient {
  elements(): { create(type: 'card', options: object): StripeCardElement }
  createToken(element: StripeCardElement): Promise<{ token?: { id: string }; error?: { message?: string } }>
}

export interface CardField {
  /** Exchanges the card for a token, or returns an error. */
  ask(): Promise<{ token: string } | { refused: string }>
  close(): void
}

/** Mounts Stripe's card field into an element. Rejects if its script cannot be loaded. */
export async function openCardField(publicKey: string, place: HTMLElement): Promise<CardField> {
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
