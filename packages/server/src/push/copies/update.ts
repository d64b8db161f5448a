// Changes a push: dismisses, edits, reacts to, pins or tags it, ticks its items, or sets a reminder, in every box that the change reaches.

import { type Push, Refusal, type Taken, tagsOf, type updatePush } from '@waypost/protocol'
import type { Account } from '../../account/rows.ts'
import { type Change, microseconds } from '../../change.ts'
import type { Deps } from '../../deps.ts'
import { noteNamed } from '../../upload/named.ts'
import { bytesOf, checkContent } from '../content.ts'
import { tickedAfter, tickedIfEdited } from '../list/list.ts'
import { pinOf } from '../pins.ts'
import { updateCopies } from '../post.ts'
import { linkOf } from '../preview/rules.ts'
import { addReminder, reminderOf } from '../reminder/reminder.ts'
import { type PushRow, pushObject } from '../row.ts'
import { pushes, savePush } from '../rows.ts'
import { unindexPush } from '../search/rows.ts'
import { noteForSubscribers } from '../source/log-rows.ts'
import { checkAllowed } from '../who-may-change.ts'
import { boxesOf, reachable } from './message.ts'
import { checkReaction } from './reaction.ts'
import { counterpartOf } from './rows.ts'

type Input = Taken<typeof updatePush>
type Used = Pick<Deps, 'db' | 'bus' | 'change' | 'jobs' | 'storage' | 'previews'>

/** Changes a push as its owner asks; unchanged, it keeps its `modified`. @param by the hash of the caller's token @throws Refusal */
export async function update(
  { db, bus, change, jobs, storage, previews }: Used,
  account: Account,
  input: Input,
  by: string,
): Promise<Push> {
  const seen = await pushes.find(db, account.iden, input.iden)
  if (!seen?.active) throw new Refusal('not_found')
  return change(isShared(input) ? await boxesOf(db, seen) : [account.iden], async (tx) => {
    tx.by = by
    const push = await pushes.find(tx, account.iden, input.iden)
    if (!push?.active) throw new Refusal('not_found')
    const changes = await changesOf(tx, push, input)
    if (Object.keys(changes).length === 0) return pushObject(push, account)
    const { reaction, dismissed: _, remind_at, tags, ...same } = changes
    const other = isShared(input) ? await reachable(tx, push, account) : undefined
    const copy = other && (await counterpartOf(tx, push, account))
    await storage.claim(tx, account.iden, Math.max(0, (changes.bytes ?? 0) - push.bytes) * (copy ? 2 : 1))
    if (other && copy?.active)
      await savePush(tx, { ...copy, ...same, ...(reaction !== undefined && { with_reaction: reaction }) }, other)
    const object = await savePush(tx, { ...push, ...changes }, account)
    if (changes.dismissed) noteForSubscribers(tx, bus, push, 'message_clear')
    if (remind_at) await addReminder(tx, jobs, { ...push, remind_at })
    if (tags !== undefined) unindexPush(tx, push)
    if (changes.edited) for (const row of [push, ...(copy?.active ? [copy] : [])]) unindexPush(tx, row)
    if (changes.preview === null)
      await previews.ask(tx, account.iden, [{ ...push, ...changes }, ...(other && copy?.active ? [copy] : [])])
    if (changes.edited) await noteNamed(tx, [changes.title, changes.body, changes.url].join('\n'))
    if (changes.edited) await updateCopies(tx, jobs, push)
    return object
  })
}

/** Whether the other person of the conversation sees the requested change. */
const isShared = ({ iden: _, dismissed: _dismissed, remind_at: _remind, tags: _tags, ...shared }: Input) =>
  Object.keys(shared).length > 0

async function changesOf(tx: Change, push: PushRow, input: Input): Promise<Partial<PushRow>> {
  const changes: Partial<PushRow> = {}
  if (input.dismissed && !push.dismissed) changes.dismissed = 1
  Object.assign(changes, editOf(push, input))
  const { reaction, pinned, ticks } = input
  if (reaction !== undefined && (reaction || null) !== push.reaction) {
    checkAllowed('react', push)
    checkReaction(reaction)
    changes.reaction = reaction || null
  }
  if (ticks) checkAllowed('tick', push)
  const ticked = ticks && tickedAfter({ ...push, ...changes }, ticks)
  if (ticked !== undefined && ticked !== push.ticked) changes.ticked = ticked
  if (input.remind_at !== undefined) Object.assign(changes, await reminderOf(tx, push, input.remind_at))
  if (input.tags !== undefined) Object.assign(changes, taggedWith(push, input.tags))
  const pin = pinned === undefined ? undefined : await pinOf(tx, push, pinned)
  if (pin !== undefined) changes.pinned = pin
  return changes
}

/** The column with the tags that replace those of a push. @throws Refusal `forbidden` if the message was deleted */
function taggedWith(push: PushRow, asked: readonly string[]): Partial<Pick<PushRow, 'tags'>> {
  const tags = tagsOf({ tags: asked }).join(' ') || null
  if (tags === push.tags) return {}
  checkAllowed('tag', push)
  return { tags }
}

/** The columns of an edit; none when the content stays the same. @throws Refusal `forbidden` unless the account sent the push */
function editOf(push: PushRow, { dismissed, title, body, url }: Input): Partial<PushRow> {
  if (title === undefined && body === undefined && url === undefined) return {}
  // A program that dismisses a push may send all other fields empty.
  if (dismissed !== undefined && !title && !body && !url) return {}
  checkAllowed('edit', push)
  const content = {
    title: title === undefined ? push.title : title || null,
    body: body === undefined ? push.body : body || null,
    url: url === undefined ? push.url : url || null,
  }
  if (content.title === push.title && content.body === push.body && content.url === push.url) return {}
  const edited = { ...push, ...content }
  checkContent(edited)
  const fresh = linkOf(edited) === linkOf(push) ? {} : { preview: null, preview_iden: null }
  const ticked = tickedIfEdited(push, content.body)
  return { ...content, ...fresh, ticked, edited: microseconds(), bytes: bytesOf(edited) }
}
