import { type PlanId, plans } from '@waypost/protocol'

// What the page of Pro and the window of the card checkout say to each other.

export const checkoutPath = '/checkout'

export const checkoutAddress = (plan: PlanId): string => `${checkoutPath}?plan=${plan}`

/** Of the window, in CSS pixels. */
export const checkoutSize = { width: 480, height: 640 }

/** What the window hands over once a card was entered: a token that the server buys with. */
export interface CardToken {
  type: 'waypost-card-token'
  token: string
}

export function isCardToken(message: unknown): message is CardToken {
  const { type, token } = (message ?? {}) as Partial<CardToken>
  return type === 'waypost-card-token' && typeof token === 'string' && token !== ''
}

/** The plan of that name, if there is one. */
export const planNamed = (name: string | undefined): PlanId | undefined => plans.find((plan) => plan === name)
