import * as v from 'valibot'
import type { PermanentData } from './permanent.ts'
import { defineCall } from './wire/call.ts'
import { email } from './wire/field.ts'

/** How long a client shows that another person is typing. */
export const typingShownMilliseconds = 6_000

/** Being online is announced every minute; an announcement stays valid a little longer. */
export const onlineShownMilliseconds = 75_000

/** Whether an account with these preferences shares that it is online or typing. The setting is mutual, and on unless it is `false`. */
export const sharesPresence = (preferences: PermanentData | undefined): boolean => preferences?.presence !== false

const person = {
  /** The account that is online or typing. */
  source_user_iden: v.string(),
  /** Its normalized address, as in the chat with it. */
  source_email_normalized: v.string(),
}

/** Announces that a person is typing a message to this account. It is valid for 6 seconds, or until their next push. */
export const TypingEphemeral = v.object({
  type: v.literal('typing'),
  ...person,
  /** When it was reported, comparable with `created` of pushes in the same box. */
  created: v.number(),
})
export type TypingEphemeral = v.InferOutput<typeof TypingEphemeral>

/** Announces that a person is online, repeated every minute, or no longer is. */
export const OnlineEphemeral = v.object({ type: v.literal('online'), ...person, online: v.boolean() })
export type OnlineEphemeral = v.InferOutput<typeof OnlineEphemeral>

const toWhom =
  'Only people who have both written to each other learn it, if both show when they are online or typing and neither blocks the other.'

export const reportTyping = defineCall({
  name: 'reportTyping',
  method: 'POST',
  path: '/v3/report-typing',
  does: `Tells a person that the user is typing a message to them, as an ephemeral of the type \`typing\`. It is valid for 6 seconds. ${toWhom} The response does not say whether they did.`,
  takes: v.object({ email }),
  who: 'owner',
  operations: 2,
})

export const listOnline = defineCall({
  name: 'listOnline',
  method: 'GET',
  path: '/v3/online',
  does: `Lists the people who are online now: those who look at an app, as \`setAppState\` reports. Changes arrive as ephemerals of the type \`online\`. ${toWhom}`,
  gives: v.object({ online: v.array(v.object({ iden: v.string(), email_normalized: v.string() })) }),
  who: 'owner',
  operations: 4,
})
