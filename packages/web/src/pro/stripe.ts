import { loadScript } from '../browser/document.ts'

// The part of https://docs.stripe.com/js that is used: a card field, and the token of what was typed into it.

/** Stripe wants its script from its own host and nowhere else. The server's policy lets it in on the page of the checkout alone. */
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
  /** Trades what was typed for a token, or says why not. */
  ask(): Promise<{ token: string } | { refused: string }>
  close(): void
}

/** Puts Stripe's card field into a place. Rejects when its script does not arrive. */
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
