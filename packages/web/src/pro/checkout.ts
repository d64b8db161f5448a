import { type PlanId, plans } from '@waypost/protocol'

// The messages between the Pro page and the checkout popup.

const checkoutPath = '/checkout'

export const checkoutAddress = (plan: PlanId): string => `${checkoutPath}?plan=${plan}`

/** The size of the popup, in CSS pixels. */
export const checkoutSize = { width: 480, height: 640 }

/** The message of the popup with the token of a card. */
export interface CardToken {
  type: 'waypost-card-token'
  token: string
}

export function isCardToken(message: unknown): message is CardToken {
  const { type, token } = (message ?? {}) as Partial<CardToken>
  return type === 'waypost-card-token' && typeof token === 'string' && token !== ''
}

/** The plan with this name, if it exists. */
export const planNamed = (name: string | undefined): PlanId | undefined => plans.find((plan) => plan === name)
