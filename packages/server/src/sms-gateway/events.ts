// Tells the node on which the app of a phone listens what there is for it.

import type { Bus } from '../bus/bus.ts'

/** What the app is told, by the names that it knows: https://docs.sms-gate.app/integration/ */
export type GatewayEvent = 'MessageEnqueued' | 'MessageCancelled' | 'WebhooksUpdated' | 'SettingsUpdated'

/** News for the phones of an account: an event for one of them, or the question which of them listen. */
export type GatewayNews = { device: string; event: GatewayEvent; data: Record<string, string> } | { ping: true }

const subject = (owner: string) => `sms-gateway.${owner}`

/** Tells the phones of an account; call it after the commit. */
export function tellPhones(bus: Bus, owner: string, news: GatewayNews): void {
  if (bus.isHeard(subject(owner))) bus.publish(subject(owner), news)
}

/** Hears what the phones of an account are told. @returns what ends it, once nothing later is missed */
export const hearPhones = (bus: Bus, owner: string, listener: (news: GatewayNews) => void): Promise<() => void> =>
  bus.subscribe(subject(owner), (message) => listener(message as GatewayNews))
