// The subscriptions of the browsers of a push service, each with the messages that its browser has not received yet.

import { randomBytes } from 'node:crypto'

/** A message on its way to a browser. */
export interface PushMessage {
  readonly id: string
  readonly body: Buffer
  /** In seconds, as set by the sender. */
  readonly ttl: number
  readonly urgency: string
  readonly topic: string | undefined
  readonly sent: number
}

type Send<Details> = (message: PushMessage, token: string, details: Details) => void

export interface Subscription<Details> {
  readonly browser: string
  /** The public VAPID key of the only server that may send, in base64url. Without one, any server may. */
  readonly key: string | undefined
  readonly details: Details
  /** Messages that no browser has acknowledged. */
  messages: PushMessage[]
  revoked: boolean
}

/** Opens an empty list. `Details` are the fields of a subscription that the protocol of its browsers needs. */
export function openSubscriptions<Details>() {
  const subscriptions = new Map<string, Subscription<Details>>()
  const connections = new Map<string, Send<Details>>()

  /** Ends a subscription, as if its browser had gone for good: later messages to it are answered with 410. */
  function revoke(endpoint: string): void {
    const subscription = subscriptions.get(endpoint.slice(endpoint.lastIndexOf('/') + 1))
    if (!subscription) throw new Error(`There is no subscription ${endpoint}.`)
    subscription.revoked = true
    subscription.messages = []
  }

  function acknowledge(browser: string, ids: readonly string[]): void {
    for (const subscription of subscriptions.values()) {
      if (subscription.browser !== browser) continue
      subscription.messages = subscription.messages.filter(({ id }) => !ids.includes(id))
    }
  }

  return {
    connected: () => connections.size,
    find: (token: string): Subscription<Details> | undefined => subscriptions.get(token),
    /** @returns the subscription's token */
    subscribe(browser: string, key: string | undefined, details: Details): string {
      const token = randomBytes(16).toString('base64url')
      subscriptions.set(token, { browser, key, details, messages: [], revoked: false })
      return token
    },
    unsubscribe(ended: (subscription: { browser: string; details: Details }) => boolean): void {
      for (const [token, subscription] of subscriptions) if (ended(subscription)) revoke(token)
    },
    revoke,
    /** Sends a message to the browser of a subscription, or keeps it until that connects. It replaces those of the same topic. */
    pass(token: string, subscription: Subscription<Details>, message: PushMessage): void {
      const { topic, ttl } = message
      subscription.messages = subscription.messages.filter((other) => topic === undefined || other.topic !== topic)
      const send = connections.get(subscription.browser)
      if (send || ttl > 0) subscription.messages.push(message)
      send?.(message, token, subscription.details)
    },
    /** The browser receives its pending messages, except for those it reports as received. */
    connect(browser: string, send: Send<Details>, acknowledged: readonly string[] = []): void {
      connections.set(browser, send)
      acknowledge(browser, acknowledged)
      for (const [token, subscription] of subscriptions) {
        if (subscription.browser !== browser) continue
        subscription.messages = subscription.messages.filter(({ sent, ttl }) => sent + ttl * 1_000 > Date.now())
        for (const message of subscription.messages) send(message, token, subscription.details)
      }
    },
    /** The browser may have a newer connection. */
    disconnect(browser: string, send: Send<Details>): void {
      if (connections.get(browser) === send) connections.delete(browser)
    },
    acknowledge,
  }
}
