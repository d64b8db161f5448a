import { Refusal, scheduleAheadMilliseconds, type Taken, type updatePush } from '@waypost/protocol'
import type { Micros } from '../../change.ts'
import { checkContent, contentOf } from '../content.ts'
import type { ScheduledInput } from './rows.ts'
import { scheduledPushesPerAccount } from './rows.ts'

/** Whether a push has to wait. Times in microseconds. @throws Refusal `invalid_param` for a time that is too far ahead */
export function hasToWait(sendAt: Micros, now: Micros): boolean {
  if (sendAt > now + scheduleAheadMilliseconds * 1_000) throw Refusal.param('send_at', tooFar)
  return sendAt > now
}

/** @throws Refusal `invalid_param` if the limit of waiting pushes is reached */
export function checkRoom(waiting: number): void {
  if (waiting >= scheduledPushesPerAccount) throw Refusal.param('send_at', tooMany)
}

/** The text of a waiting push after a change. @throws Refusal `invalid_param` if nothing would be left */
export function edited(input: ScheduledInput, change: Pick<Taken<typeof updatePush>, 'title' | 'body' | 'url'>): ScheduledInput {
  const next = { ...input }
  for (const name of ['title', 'body', 'url'] as const) if (change[name] !== undefined) next[name] = change[name]
  // The text becomes a link and a link text, as in the client for typed text.
  if (next.type === 'note' || next.type === 'link') next.type = next.url?.trim() ? 'link' : 'note'
  checkContent(contentOf(next))
  return next
}

/** Explains to the sender, in a sentence, why a push was not sent. Parameter names mean nothing to people. */
export function reasonOf({ code, param, message }: Refusal): string {
  const gone = param === undefined ? undefined : goneSentences[param]
  return code === 'invalid_param' && gone !== undefined ? gone : message
}

const goneSentences: Record<string, string | undefined> = {
  device_iden: 'The device is no longer part of this account.',
  channel_tag: 'The channel no longer exists.',
  client_iden: 'The app no longer exists.',
  source_iden: 'The source no longer exists.',
}

const tooFar = 'A push can wait for a year at most.'
const tooMany = `${scheduledPushesPerAccount} pushes of this account wait to be sent already. Send or delete some.`
