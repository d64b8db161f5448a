import { type Block, normalizeEmail } from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import type { Change } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { type SyncedRow, savedTable, saveSynced, syncedObject } from '../db/synced-table.ts'
import { objectIden } from '../iden.ts'
import { filled } from '../objects.ts'

export const blocksPerAccount = 10_000

/** The columns `with_...` are the blocked person's; `with_iden` is null if they have no account. */
interface BlockRow extends SyncedRow {
  with_iden: string | null
  with_email: string
  with_email_normalized: string
  with_name: string | null
  with_image_url: string | null
}

type Blocked = Pick<BlockRow, 'with_iden' | 'with_email' | 'with_email_normalized' | 'with_name' | 'with_image_url'>

/** The columns of a block for an address, filled from the account if there is one. */
export function blockedAt(address: string, account: Account | undefined): Blocked {
  return {
    with_iden: account?.iden ?? null,
    with_email: account?.email ?? address,
    with_email_normalized: normalizeEmail(address),
    with_name: account?.name ?? null,
    with_image_url: account?.image_url ?? null,
  }
}

/** Whether `owner` blocks a person, by address or by account, since the address may have changed. */
export async function blocks(
  reader: Reader,
  owner: string,
  person: Pick<Account, 'iden' | 'email_normalized'>,
): Promise<boolean> {
  const block = await reader.one(
    'SELECT 1 AS one FROM block WHERE owner = $1 AND active = 1 AND (with_email_normalized = $2 OR with_iden = $3) LIMIT 1',
    [owner, person.email_normalized, person.iden],
  )
  return block !== undefined
}

/** A batch of blocks, in any box, of a person whose account has changed or who had the address `before`, by iden. */
export const someOutdatedBlocks = (reader: Reader, person: Account, before: string, most: number) =>
  reader.all<BlockRow>(
    `SELECT * FROM block WHERE active = 1 AND ((with_iden = $1 AND (with_email <> $2 OR with_email_normalized <> $3
       OR COALESCE(with_name, '') <> $4 OR COALESCE(with_image_url, '') <> $5)) OR (with_iden IS NULL AND with_email_normalized = $6))
     ORDER BY iden LIMIT $7`,
    [person.iden, person.email, person.email_normalized, person.name ?? '', person.image_url ?? '', before, most],
  )

/** Finds, reactivates or creates the block of a person. */
export async function openBlock(tx: Change, owner: string, person: Blocked): Promise<BlockRow> {
  const block = await findBlockByEmail(tx, owner, person.with_email_normalized)
  if (block?.active) return block
  const iden = block?.iden ?? objectIden(owner)
  return saveBlock(tx, { iden, owner, created: block?.created ?? 0, modified: 0, ...person, active: 1 })
}

/** Saves a block. `asked` is false if its owner didn't request it: then it is saved even over the limit. */
export const saveBlock = (tx: Change, block: BlockRow, asked = true) => saveSynced(tx, blockRows, block, { asked })

/** A block as its owner sees it. */
export const blockObject = (row: BlockRow): Block =>
  syncedObject(row, () => ({
    user: {
      email: row.with_email,
      email_normalized: row.with_email_normalized,
      ...filled({ iden: row.with_iden, name: row.with_name, image_url: row.with_image_url }),
    },
  }))

export const blockRows = savedTable('blocks', 'block', blockObject, {
  changing: ['with_iden', 'with_email', 'with_email_normalized', 'with_name', 'with_image_url'],
  room: { most: blocksPerAccount, names: 'blocked people', advice: 'Unblock some first.' },
})

/** A box's block of an address, active or not. */
export const findBlockByEmail = (reader: Reader, owner: string, normalized: string) =>
  reader.one<BlockRow>('SELECT * FROM block WHERE owner = $1 AND with_email_normalized = $2', [owner, normalized])
