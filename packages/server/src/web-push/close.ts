// Closes notifications of what was dismissed, deleted or read elsewhere, one conversation after another.

import type { Deps } from '../deps.ts'
import { closeMessage } from './payload.ts'
import { keptFor, type Mail, type Post, type Told } from './post.ts'
import { closingOf, deleteClosing, type SubscriptionInUse, shownIn } from './rows.ts'
import { closedSince, topicOf } from './rules.ts'
import { closeJob, type Waiting } from './watch.ts'

/** Browsers in which one node closes notifications at a time. */
const concurrency = 8
/** Notifications that one run of the job looks at, and pushes of a conversation of which one may still be told. */
const mostClosing = 500
const mostShown = 10

/**
 * Registers the job that closes notifications in a browser. Its messages have the topics of the conversations, so each takes the place of
 * what still waits for a browser that is away. If that was told of something else in the conversation, it is told again: so it learns of
 * that, and of nothing that is over.
 */
export function closeNotifications({ db, jobs }: Deps, post: Post): void {
  jobs.handle<Waiting>(
    closeJob,
    async (payload, _attempt, { now, signal }) => {
      const to = await post.reachable(payload, now)
      if (!to) {
        // Windows that are looked at close what they show.
        await db.write((tx) => deleteClosing(tx, payload.device))
        return undefined
      }
      let closed = 0
      let left = 0
      for (const [conversation, idens] of byConversation(await closingOf(db, to.device, closedSince(now), mostClosing))) {
        const told = await stillTold(to, conversation, now)
        let mail = told ? await post.notification(to, told, { closes: idens }) : alone(to, conversation, idens)
        let result = await post.send(to, mail, payload, now, signal)
        if (told && result === 'too-large' && mail.message.kind === 'push') {
          mail = await post.notification(to, told, { closes: idens, isTooLong: true })
          result = await post.send(to, mail, payload, now, signal)
        }
        if (typeof result === 'object') return result
        if (result !== 'sent') return undefined
        const closes = closedBy(mail)
        if (told) await post.noteTold(to, told.row.iden, closes, now)
        else await post.noteClosed(to, closes, now)
        closed += closes.length
        left += idens.length - closes.length
      }
      return left > 0 && closed > 0 ? { again: payload } : undefined
    },
    concurrency,
  )

  /** The latest push of a conversation that a browser was told of and that is not over. */
  async function stillTold(to: SubscriptionInUse, conversation: string, now: number): Promise<Told | undefined> {
    for (const iden of await shownIn(db, to, conversation, closedSince(now), mostShown)) {
      const told = await post.toldOf(to.owner, iden)
      if (told) return told
    }
    return undefined
  }
}

/** Idens by conversation, in the order in which they come. */
function byConversation(closing: readonly { push: string; conversation: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { push, conversation } of closing) found.set(conversation, [...(found.get(conversation) ?? []), push])
  return found
}

/** The message that closes notifications of a conversation and shows nothing. */
function alone({ owner, device }: SubscriptionInUse, conversation: string, idens: readonly string[]): Mail {
  return { message: closeMessage(owner, idens), urgency: 'low', topic: topicOf(device, conversation), ttl: keptFor('close') }
}

/** The pushes whose notifications a message closes. */
function closedBy({ message }: Mail): readonly string[] {
  if (message.kind === 'close') return message.idens
  return message.kind === 'ephemeral' ? [] : (message.closes ?? [])
}
