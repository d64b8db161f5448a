// Tells subscribers of the interfaces beside our own about the messages of sources, on every node.

import type { Bus } from '../bus/bus.ts'
import type { SourceMessage } from './message.ts'

/** What happens in the sources of an account. */
type SourceNews = { message: SourceMessage } | { deleted: number }

/** By the owner: a subscriber of many topics, and one of all of an account's, are told as cheaply as one of a single source. */
const subject = (owner: string) => `source.${owner}`

/** Tells the subscribers of an account's sources; call it after the commit. */
export function tellOfSource(bus: Bus, owner: string, news: SourceNews): void {
  if (bus.isHeard(subject(owner))) bus.publish(subject(owner), news)
}

/** Hears of everything in the sources of their owner. @returns what ends it, once nothing later is missed */
export const hearOwner = (bus: Bus, owner: string, listener: (news: SourceNews) => void): Promise<() => void> =>
  bus.subscribe(subject(owner), (message) => listener(message as SourceNews))
