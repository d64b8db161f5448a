import { type Push, Refusal, type Seconds, type Taken, type updatePush } from '@waypost/protocol'
import { type Account, findReceiver } from '../../account/rows.ts'
import { type Change, dayMilliseconds, fromSeconds, microseconds } from '../../change.ts'
import { openChat, personAt } from '../../chat/rows.ts'
import { newRow } from '../../db/synced-table.ts'
import type { Deps } from '../../deps.ts'
import { checkNotDeleted } from '../../device/deleted-device.ts'
import { devices } from '../../device/rows.ts'
import { bytesOf, checkContent, contentOf, type NewPush } from '../content.ts'
import { create } from '../create/create.ts'
import { emptyPush, newPush, type Where } from '../create/new-push.ts'
import { parseRecipient, personAddressed, type Recipient } from '../create/recipient.ts'
import { releaseFile, withFile } from '../files.ts'
import { sourceOf } from '../post.ts'
import { type PushRow, pushObject } from '../row.ts'
import { findPushByGuid } from '../rows.ts'
import { fromSource, sourceToSendTo } from '../source/write-message.ts'
import {
  countScheduled,
  eraseScheduled,
  findScheduledByGuid,
  inputOf,
  makeRoom,
  type ScheduledInput,
  type ScheduledRow,
  saveScheduled,
  scheduledObject,
  scheduledPushes,
} from './rows.ts'
import { checkRoom, edited, hasToWait } from './rules.ts'
import { sendJob, sendWaiting } from './send.ts'

type Used = Pick<Deps, 'config' | 'db' | 'bus' | 'change' | 'jobs' | 'awake' | 'storage' | 'origin' | 'previews'>

/** Schedules a push, or sends it if its time has passed. Returns the earlier push with the same guid, if any. @throws Refusal */
export async function schedule(
  deps: Used,
  owner: Account,
  { send_at, guid, ...input }: NewPush & { send_at: Seconds },
): Promise<Push> {
  const { db, change } = deps
  const sendAt = fromSeconds(send_at)
  if (!hasToWait(sendAt, microseconds())) {
    const earlier = guid === undefined ? undefined : await findScheduledByGuid(db, owner.iden, guid)
    if (earlier) return (await getScheduled(deps, owner, earlier.iden)) as Push
    return create(deps, owner, guid === undefined ? input : { ...input, guid })
  }
  checkContent(contentOf(input))
  const recipient = parseRecipient(input)
  const address = personAddressed(recipient, owner)
  const receiver = address === undefined ? undefined : await findReceiver(db, deps.config, address)
  return change([owner.iden], async (tx) => {
    const earlier = guid === undefined ? undefined : await earlierUnder(tx, owner, guid)
    if (earlier) return earlier
    checkRoom(await countScheduled(tx, owner.iden))
    if (!(await makeRoom(tx, owner.iden))) throw Refusal.tooMany(dayMilliseconds, tooManyGone)
    const draft = await draftOf(tx, deps, owner, input, recipient, address === undefined ? undefined : (receiver ?? null))
    const row: ScheduledRow = {
      ...contentStored(input, draft),
      ...newRow(owner.iden, draft.iden),
      guid: guid ?? draft.iden,
      send_at: sendAt,
      with_iden: receiver?.iden ?? null,
      with_email: address === undefined ? null : (receiver?.email ?? (input.email as string)),
      channel_iden: draft.channel_iden,
      source_iden: draft.source_iden,
      error_code: null,
      error_message: null,
    }
    await deps.storage.claim(tx, owner.iden, row.bytes)
    await addJob(tx, deps, row)
    return saveScheduled(tx, row, owner)
  })
}

const tooManyGone = 'This account has scheduled too many messages within a month to add more now.'

async function earlierUnder(tx: Change, owner: Account, guid: string): Promise<Push | undefined> {
  const sent = await findPushByGuid(tx, owner.iden, guid)
  if (sent) return pushObject(sent, owner)
  const waiting = await findScheduledByGuid(tx, owner.iden, guid)
  return waiting && scheduledObject(waiting, owner)
}

/**
 * The row of the push if sent now, so that foreseeable refusals happen early. `receiver` is null for a person without an account, undefined
 * if it doesn't go to a person.
 */
async function draftOf(
  tx: Change,
  { origin }: Used,
  owner: Account,
  input: ScheduledInput,
  recipient: Recipient,
  receiver: Account | null | undefined,
): Promise<PushRow> {
  if (recipient.kind === 'device') checkNotDeleted(await devices.find(tx, owner.iden, recipient.iden))
  const where =
    recipient.kind === 'channel' || recipient.kind === 'client'
      ? await sourceOf(tx, owner.iden, recipient)
      : recipient.kind === 'source'
        ? fromSource(await sourceToSendTo(tx, owner.iden, recipient.iden))
        : await whereFor(tx, owner, input, receiver)
  return withFile(tx, origin(), await newPush(tx, owner, input, where))
}

async function whereFor(tx: Change, owner: Account, input: ScheduledInput, receiver: Account | null | undefined): Promise<Where> {
  if (receiver === undefined) return { direction: 'self' }
  const { iden, email, email_normalized } = personAt(input.email as string, receiver ?? undefined)
  // The conversation must be in the list of people; otherwise its scheduled pushes couldn't be found.
  await openChat(tx, owner.iden, personAt(email, receiver ?? undefined))
  return { direction: 'outgoing', with_iden: iden, with_email: email, with_email_normalized: email_normalized }
}

function contentStored(input: ScheduledInput, draft: PushRow): Pick<ScheduledRow, 'input' | 'file_url' | 'file_size' | 'bytes'> {
  const { file_name, file_type, file_url, image_url, image_width, image_height } = draft
  const file = { file_name, file_type, file_url, image_url, image_width, image_height }
  const known = Object.fromEntries(Object.entries(file).filter(([, value]) => value !== null))
  return {
    input: JSON.stringify({ ...input, ...known }),
    file_url,
    file_size: draft.file_size,
    bytes: bytesOf(draft),
  }
}

/** A waiting push, or the push that was sent from it; undefined for another account's. */
export async function getScheduled({ db }: Pick<Deps, 'db'>, owner: Account, iden: string): Promise<Push | undefined> {
  const row = await scheduledPushes.find(db, owner.iden, iden)
  if (!row) return undefined
  const sent = row.active ? undefined : await findPushByGuid(db, owner.iden, row.guid)
  return sent ? pushObject(sent, owner) : scheduledObject(row, owner)
}

/** Changes the text or time of a waiting push, or sends it if the new time has passed; undefined if no waiting one has this iden. */
export async function changeScheduled(
  deps: Used,
  owner: Account,
  { iden, send_at, ...text }: Taken<typeof updatePush>,
): Promise<Push | undefined> {
  // Most changes are of pushes that were already sent.
  if (!(await scheduledPushes.find(deps.db, owner.iden, iden))?.active) return undefined
  const sendAt = send_at === undefined ? undefined : fromSeconds(send_at)
  const sendsNow = sendAt !== undefined && !hasToWait(sendAt, microseconds())
  const changed = await deps.change([owner.iden], async (tx) => {
    const row = await scheduledPushes.find(tx, owner.iden, iden)
    if (!row?.active) return undefined
    const next = { ...row, ...(await withText(tx, deps, row, text)) }
    if (sendAt !== undefined) Object.assign(next, { send_at: sendAt, error_code: null, error_message: null })
    if (next.bytes > row.bytes) await deps.storage.claim(tx, owner.iden, next.bytes - row.bytes)
    // Even if it is sent at once: then it is sent even if this process ends in between.
    if (sendAt !== undefined) await addJob(tx, deps, next)
    return saveScheduled(tx, next, owner)
  })
  if (!changed || !sendsNow) return changed
  const outcome = await sendWaiting(deps, owner.iden, iden, Number.MAX_SAFE_INTEGER)
  if (outcome instanceof Refusal) throw outcome
  return outcome ?? getScheduled(deps, owner, iden)
}

async function withText(
  tx: Change,
  { origin }: Used,
  row: ScheduledRow,
  text: Pick<Taken<typeof updatePush>, 'title' | 'body' | 'url'>,
): Promise<Partial<ScheduledRow>> {
  const { title, body, url } = text
  if (title === undefined && body === undefined && url === undefined) return {}
  const input = edited(inputOf(row), text)
  const draft: PushRow = { ...emptyPush(row.iden, row.owner), ...contentOf(input), direction: 'self' }
  return contentStored(input, await withFile(tx, origin(), draft))
}

/** Cancels a waiting push. @returns whether the iden exists, even if it was already sent or cancelled */
export async function cancelScheduled({ db, change, jobs, origin }: Used, owner: Account, iden: string): Promise<boolean> {
  if (!(await scheduledPushes.find(db, owner.iden, iden))) return false
  return change([owner.iden], async (tx) => {
    const row = await scheduledPushes.find(tx, owner.iden, iden)
    if (!row?.active) return row !== undefined
    await eraseScheduled(tx, row, owner)
    await releaseFile(tx, jobs, origin(), row)
    return true
  })
}

const addJob = (tx: Change, { jobs }: Used, { iden, owner, send_at }: ScheduledRow) =>
  jobs.add(tx, { type: sendJob, key: iden, payload: { iden, owner }, at: send_at })
