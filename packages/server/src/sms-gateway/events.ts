// Notifies the node on which a phone's app listens of events for it.

import type { Bus } from '../bus/bus.ts'

/** Events for the app, by the names that it knows: https://docs.sms-gate.app/integration/ */
export type GatewayEvent = 'MessageEnqueued' | 'MessageCancelled' | 'WebhooksUpdated' | 'SettingsUpdated'

/** A message for an account's phones: an event for one of them, or a query for those that are listening. */
export type GatewayNews = { device: string; event: GatewayEvent; data: Record<string, string> } | { ping: true }

const subject = (owner: string) => `sms-gateway.${owner}`

/** Notifies an account's phones; call it after the commit. */
export function tellPhones(bus: Bus, owner: string, news: GatewayNews): void {
  if (bus.isHeard(subject(owner))) bus.publish(subject(owner), news)
}

/** Listens to the messages for an account's phones. @returns the function that stops it, once no later message can be missed */
export const hearPhones = (bus: Bus, owner: string, listener: (news: GatewayNews) => void): Promise<() => void> =>
  bus.subscribe(subject(owner), (message) => listener(message as GatewayNews))
