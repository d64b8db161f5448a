// Notifies subscribers of the foreign interfaces about the messages of sources, on every node.

import type { Bus } from '../bus/bus.ts'
import type { SourceMessage } from './message.ts'

type SourceNews = { message: SourceMessage } | { deleted: number }

/** By owner, so that notifying a subscriber of many topics, or of all of an account's, costs no more than of a single source. */
const subject = (owner: string) => `source.${owner}`

/** Notifies the subscribers of an account's sources; call it after the commit. */
export function tellOfSource(bus: Bus, owner: string, news: SourceNews): void {
  if (bus.isHeard(subject(owner))) bus.publish(subject(owner), news)
}

/** Listens to all events in an owner's sources. @returns the function that stops it, once no later event can be missed */
export const hearOwner = (bus: Bus, owner: string, listener: (news: SourceNews) => void): Promise<() => void> =>
  bus.subscribe(subject(owner), (message) => listener(message as SourceNews))
