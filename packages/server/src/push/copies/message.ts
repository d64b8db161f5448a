import { type Account, findAccount } from '../../account/rows.ts'
import { blocks } from '../../block/rows.ts'
import type { Reader } from '../../db/db.ts'
import type { PushRow } from '../row.ts'

const isPost = (push: Pick<PushRow, 'channel_iden' | 'client_iden'>) => push.channel_iden !== null || push.client_iden !== null

/** The boxes that a change of a push may write to: its owner's, and that of the conversation's other person. */
export async function boxesOf(reader: Reader, push: PushRow): Promise<string[]> {
  const other = await otherOf(reader, push)
  return other ? [push.owner, other.iden] : [push.owner]
}

/** The other person of the conversation, unless they block the account and nothing it does may reach them. */
export async function reachable(reader: Reader, push: PushRow, account: Account): Promise<Account | undefined> {
  const other = await otherOf(reader, push)
  return other && !(await blocks(reader, other.iden, account)) ? other : undefined
}

async function otherOf(reader: Reader, push: PushRow): Promise<Account | undefined> {
  return push.with_iden === null || isPost(push) ? undefined : findAccount(reader, push.with_iden)
}
