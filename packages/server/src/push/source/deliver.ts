// Delivers, clears and withdraws messages of sources for the foreign interfaces.

import { Refusal } from '@waypost/protocol'
import { type Account, findAccount } from '../../account/rows.ts'
import type { Change } from '../../change.ts'
import type { Deps } from '../../deps.ts'
import { idOf, type NewMessage, type SourceMessage } from '../../source/message.ts'
import { isRoot, rowsOfSource, type SourceRef } from '../../source/rows.ts'
import type { NewPush } from '../content.ts'
import { findCopy } from '../copies/rows.ts'
import { create } from '../create/create.ts'
import { releaseFile } from '../files.ts'
import type { PushRow } from '../row.ts'
import { erasePush, findPushByUpdateId, pushes, savePush } from '../rows.ts'
import { inputOf as storedInput, waitingOfSource } from '../scheduled/rows.ts'
import { cancelScheduled, schedule } from '../scheduled/schedule.ts'
import { findPushOfId, findPushOfNumber, knownAs, logEvent, messageOfPush, waitingMessage } from './log-rows.ts'

type Used = Pick<Deps, 'config' | 'db' | 'bus' | 'change' | 'jobs' | 'awake' | 'storage' | 'origin' | 'previews'>

/**
 * Delivers a message, or schedules it. One with the update id of an earlier one replaces it, even a waiting one.
 * @param known the owner of the source, if already read
 * @throws Refusal
 */
export async function deliver(
  deps: Used,
  root: SourceRef,
  { send_at, ...message }: NewMessage,
  known?: Account,
): Promise<SourceMessage> {
  const owner = known?.iden === root.owner && root.active ? known : await ownerOf(deps, root)
  if (message.update_id !== undefined) await cancelWaiting(deps, root, owner, message.update_id)
  const input = inputOf(root, message)
  let delivered: SourceMessage | undefined
  const noting = {
    ...deps,
    delivered: (message: SourceMessage) => {
      delivered = message
    },
  }
  const push =
    send_at === undefined ? await create(noting, owner, input, root) : await schedule(deps, owner, { ...input, send_at })
  if (push.send_at !== undefined) return waitingMessage(deps.db, push.iden)
  // A push with an earlier push's guid is the same push.
  return delivered ?? messageOfPush((await pushes.find(deps.db, owner.iden, push.iden)) as PushRow)
}

async function ownerOf({ db }: Used, { owner, active }: SourceRef): Promise<Account> {
  const account = active ? await findAccount(db, owner) : undefined
  if (!account) throw new Refusal('not_found')
  return account
}

function inputOf({ iden }: SourceRef, message: Omit<NewMessage, 'send_at'>): NewPush {
  return { type: message.file_url === undefined ? 'note' : 'file', ...message, source_iden: iden }
}

async function cancelWaiting(deps: Used, { root }: SourceRef, owner: Account, updateId: string): Promise<void> {
  for (const row of await waitingOfSource(deps.db, root))
    if ((storedInput(row).update_id ?? idOf(row.created, row.iden)) === updateId) await cancelScheduled(deps, owner, row.iden)
}

/** Dismisses the message with an update id, or an id, for everybody. @throws Refusal `not_found` when the source was deleted */
export function clearMessages(deps: Used, root: SourceRef, updateId: string): Promise<SourceMessage> {
  return inAllBoxes(deps, root, updateId, 'message_clear', async (tx, push, self) => {
    if (!push.dismissed) await savePush(tx, { ...push, dismissed: 1 }, self)
  })
}

/** Deletes the message with this update id or id for everyone, and cancels waiting ones. @throws Refusal `not_found` without the source */
export async function withdrawMessages(deps: Used, root: SourceRef, updateId: string): Promise<SourceMessage> {
  await cancelWaiting(deps, root, await ownerOf(deps, root), updateId)
  return inAllBoxes(deps, root, updateId, 'message_delete', async (tx, push, self) => {
    await erasePush(tx, push, self)
    await releaseFile(tx, deps.jobs, deps.origin(), push)
  })
}

/** Applies work to a message in all boxes that have it, and logs the event even if nobody has it any more. */
async function inAllBoxes(
  { db, change, bus }: Used,
  root: SourceRef,
  updateId: string,
  event: 'message_clear' | 'message_delete',
  work: (tx: Change, push: PushRow, self: Account) => Promise<void>,
): Promise<SourceMessage> {
  const rows = await rowsOfSource(db, root.root)
  if (!rows.some(isRoot)) throw new Refusal('not_found')
  const boxes = rows.map(({ owner }) => owner)
  return change(boxes, async (tx) => {
    const own =
      (await findPushByUpdateId(tx, root.owner, `source:${root.iden}`, updateId)) ?? (await findPushOfId(tx, root.iden, updateId))
    for (const owner of own ? boxes : []) {
      const push = owner === root.owner ? own : await findCopy(tx, (own as PushRow).iden, owner)
      const self = await findAccount(tx, owner)
      if (push?.active && self) await work(tx, push, self)
    }
    return logEvent(tx, bus, root, event, updateId)
  })
}

/** Deletes a message for everyone who has it. @param number as in `SourceMessage` @returns whether it existed */
export async function deleteMessage(deps: Used, root: SourceRef, number: number): Promise<boolean> {
  const push = await findPushOfNumber(deps.db, root.iden, number)
  if (!push) return false
  await withdrawMessages(deps, root, knownAs(push))
  return true
}
