import type { Session } from '@waypost/client'
import { openSms, type Sms } from '@waypost/client/sms'
import { addressOf } from '@waypost/client/sms/address'
import { isPhoneOfCompanion, PhoneNotificationOutcome, Refusal } from '@waypost/protocol'
import * as v from 'valibot'
import { platform } from '../../browser/platform.ts'
import { extensionTabs } from '../../browser/tabs.ts'
import type { Opened } from '../../session/own-session.ts'
import type { Reply } from './shown.ts'
import { words } from './words.ts'

type Sent = 'sent' | 'later'

/** How long a phone and the server may take to answer, in milliseconds. */
const within = { phone: 8_000, thread: 10_000 }

/** Sends a reply. @throws Error with a sentence for the person */
export async function sendReply(reply: Reply, text: string, { session }: Opened, texts: Sms | undefined): Promise<Sent> {
  if (reply.to === 'push') return sendPush(reply.iden, text, session)
  if (reply.to === 'phone') {
    await sendToPhone({ ...reply.answer, message: text }, reply.device, session)
    return 'sent'
  }
  return sendText(reply, text, session, texts)
}

/** It stays in the outbox while there is no network. */
function sendPush(iden: string, text: string, session: Session): Sent {
  const push = session.mirror.of('pushes').get().entries.get(iden)
  const target = push && session.target.of(push)
  if (!target) throw new Error(words.gone)
  session.push.send({ body: text }, target)
  session.readMarkers.read(target, push.created)
  return session.$connection.get() === 'offline' ? 'later' : 'sent'
}

const refusals = {
  away: words.phoneAway,
  gone: words.phoneGone,
  answered: words.phoneAnswered,
  invalid: words.phoneSilent,
  busy: words.phoneSilent,
}

/**
 * Sends an ephemeral to a phone, and waits for its companion's answer if there will be one.
 * @throws Error with a sentence for the person
 */
export async function sendToPhone(ephemeral: Record<string, unknown>, device: string, session: Session): Promise<void> {
  const guid = crypto.randomUUID()
  const { promise, resolve } = Promise.withResolvers<PhoneNotificationOutcome | undefined>()
  const stop = session.onEphemeral((answer) => {
    if (v.is(PhoneNotificationOutcome, answer) && answer.guid === guid) resolve(answer)
  })
  try {
    await session.sendEphemeral({ type: '', ...ephemeral, guid })
    // Only companions answer; phones with their own app don't.
    if (!isPhoneOfCompanion(session.device.$all.get().find(({ iden }) => iden === device))) return
    const timer = setTimeout(() => resolve(undefined), within.phone)
    const outcome = await promise
    clearTimeout(timer)
    if (!outcome) throw new Error(words.phoneSilent)
    if (outcome.refused) throw new Error(refusals[outcome.refused])
  } catch (error) {
    throw error instanceof Refusal ? new Error(words.sendNothing) : error
  } finally {
    stop()
  }
}

async function sendText(
  { device, thread }: Extract<Reply, { to: 'text' }>,
  text: string,
  session: Session,
  texts: Sms | undefined,
): Promise<Sent> {
  if (!texts) throw new Error(words.phoneAway)
  const $thread = texts.thread(device, thread)
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = $thread.subscribe(({ state, recipients }) => {
    if (recipients.length > 0 || state === 'sealed' || state === 'failed') resolve()
  })
  const timer = setTimeout(resolve, within.thread)
  await promise
  clearTimeout(timer)
  const { recipients, state } = $thread.get()
  stop()
  if (recipients.length === 0) throw new Error(state === 'sealed' ? words.sealed : words.noAddresses)
  texts.send({ device, addresses: recipients.map(addressOf), message: text })
  return session.$connection.get() === 'offline' ? 'later' : 'sent'
}

/** Opens the SMS of a session. */
export const openTexts = ({ session, saved }: Opened): Sms => openSms(session, { saved, platform, hold: extensionTabs().hold })
