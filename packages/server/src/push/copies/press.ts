import { type Action, type Press, type Push, Refusal } from '@waypost/protocol'
import { type Account, findAccount } from '../../account/rows.ts'
import { type Change, microseconds } from '../../change.ts'
import type { Reader } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import { FetchError } from '../../fetch/failure.ts'
import { type PushRow, pushObject } from '../row.ts'
import { findPush, pushes, savePush } from '../rows.ts'
import { boxesOf, reachable } from './message.ts'
import { copiesAfter, counterpartOf, findCopy } from './rows.ts'

/** Milliseconds within which the server of an `http` action has to answer. */
const answerWithin = 10_000
/** The maximum copies of a source's message that a press reaches: as many people as can share a source, and its owner. */
const mostCopies = 21

/**
 * Presses an action of a push that the account has, for everyone who has the push. The request of an `http` action is made afterwards, and
 * its outcome stored the same way.
 * @throws Refusal `not_found` for an action that the push doesn't have
 */
export async function press(deps: Deps, account: Account, iden: string, id: string, by: string): Promise<Push> {
  const { db, change } = deps
  const seen = await pushes.find(db, account.iden, iden)
  const boxes = seen ? await boxesWith(db, seen) : [account.iden]
  const { push, action, isFirst } = await change(boxes, async (tx) => {
    tx.by = by
    const push = await pushes.find(tx, account.iden, iden)
    const action = push?.active && !push.deleted_by_sender ? actionsOf(push).find((one) => one.id === id) : undefined
    if (!push || !action) throw new Refusal('not_found')
    // Only one answer counts: the program that asked has already used it.
    if (action.action === 'answer' && isAnswered(push)) return { push, action, isFirst: false }
    const pressed: Press = { action: id, label: action.label, at: microseconds() / 1e6 }
    return { push: await savePress(tx, push, account, pressed, action.clear === true), action, isFirst: true }
  })
  if (action.action !== 'http' || !isFirst) return pushObject(push, account)
  const outcome = await request(deps, action)
  return change(boxes, async (tx) => {
    const now = await pushes.find(tx, account.iden, iden)
    const before = now && pressOf(now)
    // It was deleted or pressed again in the meantime.
    if (!now?.active || !before || before.at !== pressOf(push)?.at) return pushObject(now ?? push, account)
    return pushObject(await savePress(tx, now, account, { ...before, ...outcome }, false), account)
  })
}

const actionsOf = ({ display }: Pick<PushRow, 'display'>): Action[] =>
  display === null ? [] : ((JSON.parse(display) as { actions?: Action[] }).actions ?? [])

const pressOf = ({ press }: Pick<PushRow, 'press'>): Press | undefined =>
  press === null ? undefined : (JSON.parse(press) as Press)

function isAnswered(push: PushRow): boolean {
  const id = pressOf(push)?.action
  return actionsOf(push).some((one) => one.action === 'answer' && one.id === id)
}

async function boxesWith(reader: Reader, push: PushRow): Promise<string[]> {
  if (push.source_iden === null) return boxesOf(reader, push)
  const original = push.original === null ? push : await findPush(reader, push.original)
  if (!original) return [push.owner]
  const copies = await copiesAfter(reader, original.iden, '', mostCopies)
  return [original.owner, ...copies.map(({ owner }) => owner)]
}

/** `dismisses` applies only to the copy of the person who pressed, which is returned. */
async function savePress(tx: Change, push: PushRow, account: Account, pressed: Press, dismisses: boolean): Promise<PushRow> {
  const press = JSON.stringify(pressed)
  const row: PushRow = { ...push, press, ...(dismisses && { dismissed: 1 }) }
  await savePush(tx, row, account)
  for (const { copy, self } of await othersOf(tx, push, account)) await savePush(tx, { ...copy, press }, self)
  return row
}

async function othersOf(tx: Change, push: PushRow, account: Account): Promise<{ copy: PushRow; self: Account }[]> {
  if (push.source_iden === null) {
    const self = await reachable(tx, push, account)
    const copy = self && (await counterpartOf(tx, push, account))
    return self && copy?.active ? [{ copy, self }] : []
  }
  const original = push.original === null ? push : await findPush(tx, push.original)
  if (!original) return []
  const owners = (await copiesAfter(tx, original.iden, '', mostCopies)).map(({ owner }) => owner)
  const others: { copy: PushRow; self: Account }[] = []
  for (const owner of [original.owner, ...owners]) {
    if (owner === push.owner) continue
    const copy = owner === original.owner ? original : await findCopy(tx, original.iden, owner)
    const self = await findAccount(tx, owner)
    if (copy?.active && self) others.push({ copy, self })
  }
  return others
}

async function request({ fetcher }: Deps, action: Extract<Action, { action: 'http' }>): Promise<Pick<Press, 'status' | 'error'>> {
  const { url, method = 'POST', headers = {}, body = '' } = action
  try {
    const { status } = await fetcher.send(method, url, Buffer.from(body), {
      headers: withoutConnection(headers),
      timeLimit: answerWithin,
    })
    return { status }
  } catch (error) {
    if (error instanceof FetchError) return { error: error.message }
    throw error
  }
}

/** The headers of an action without those about the connection, which could allow request smuggling. */
const withoutConnection = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.test(name)))
const ofConnection = /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|proxy-.*)$/i
