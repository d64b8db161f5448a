// Closes notifications of pushes that were dismissed, deleted or read elsewhere, one conversation after another.

import type { Micros } from '../change.ts'
import type { Deps } from '../deps.ts'
import { closeMessage } from './message.ts'
import { closingOf, deleteClosing, type SubscriptionInUse, shownIn } from './rows.ts'
import { closedSince, showsAll, topicOf } from './rules.ts'
import { keptFor, type OutgoingMessage, type Sender, type Told } from './sender.ts'
import { closeJob, type Waiting } from './watch.ts'

const concurrency = 8
/** The maximum pushes of a conversation searched for one that still needs a notification. */
const mostShown = 10

interface Letter {
  conversation: string
  idens: readonly string[]
  /** The notification to show again; without it, the message is silent. */
  told: Told | undefined
}

/**
 * Registers the job that closes notifications in a browser. Its messages use the conversations' topics, so each replaces a message still
 * waiting for an offline browser. If that was for another push of the conversation, its notification is sent again, so that the browser
 * gets it but nothing outdated.
 */
export function closeNotifications({ db, jobs, webPush }: Deps, sender: Sender): void {
  jobs.handle<Waiting>(
    closeJob,
    async (payload, _attempt, { now, signal }) => {
      const to = await sender.reachable(payload, now)
      if (!to) {
        // Visible windows close their own notifications.
        await db.write((tx) => deleteClosing(tx, payload.device))
        return undefined
      }
      const letters = await lettersTo(to, now)
      let closed = 0
      let left = 0
      for (const [index, letter] of letters.sent.entries()) {
        const { told, conversation, idens } = letter
        const all = [...idens, ...letters.held]
        let outgoing = told ? await sender.notification(to, told, { closes: all }) : alone(to, conversation, all)
        let result = await sender.send(to, outgoing, payload, now, signal)
        if (told && result === 'too-large' && outgoing.message.kind === 'push') {
          outgoing = await sender.notification(to, told, { closes: all, isTooLong: true })
          result = await sender.send(to, outgoing, payload, now, signal)
        }
        if (result !== 'sent') {
          for (const { told } of letters.sent.slice(index)) if (!told) webPush.silent.giveBack(to.device)
          return typeof result === 'object' ? result : undefined
        }
        const closes = new Set(closedBy(outgoing))
        if (told) await sender.noteTold(to, told.row.iden, [...closes], now)
        else await sender.noteClosed(to, [...closes], now)
        letters.held = letters.held.filter((iden) => !closes.has(iden))
        closed += closes.size
        left += idens.filter((iden) => !closes.has(iden)).length
      }
      return left > 0 && closed > 0 ? { again: payload } : undefined
    },
    concurrency,
  )

  /**
   * The messages to send, and in `held` the notifications that can't be closed now, as the browser got too many silent messages: its next
   * message closes these too.
   */
  async function lettersTo(to: SubscriptionInUse, now: Micros): Promise<{ sent: Letter[]; held: string[] }> {
    const sent: Letter[] = []
    const held: string[] = []
    for (const [conversation, idens] of byConversation(await closingOf(db, to.device, closedSince(now)))) {
      const told = await stillTold(to, conversation, now)
      const maySend = told || (!showsAll(to.endpoint) && webPush.silent.allows(to.device, now / 1_000))
      if (maySend) sent.push({ conversation, idens, told })
      else held.push(...idens)
    }
    return { sent, held }
  }

  /** The latest push of a conversation whose notification was sent and is not outdated. */
  async function stillTold(to: SubscriptionInUse, conversation: string, now: Micros): Promise<Told | undefined> {
    for (const { push } of await shownIn(db, to, conversation, closedSince(now), mostShown)) {
      const told = await sender.toldOf(to.owner, push)
      if (told) return told
    }
    return undefined
  }
}

function byConversation(closing: readonly { push: string; conversation: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { push, conversation } of closing) found.set(conversation, [...(found.get(conversation) ?? []), push])
  return found
}

/** A silent message that closes a conversation's notifications. */
function alone({ owner, device }: SubscriptionInUse, conversation: string, idens: readonly string[]): OutgoingMessage {
  return { message: closeMessage(owner, idens), urgency: 'low', topic: topicOf(device, conversation), ttl: keptFor('close') }
}

/** The pushes whose notifications a message closes. */
export function closedBy({ message }: OutgoingMessage): readonly string[] {
  if (message.kind === 'close') return message.idens
  return message.kind === 'ephemeral' ? [] : (message.closes ?? [])
}
