import { type PermanentData, preferencesBytes, preferencesKey, sharesPresence } from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import type { Reader } from '../db/db.ts'

/** The most recently changed chats whose people are notified. An announcement costs about a frame for each. */
const mostChats = 500

/** How many of a conversation's latest pushes are searched for one in each direction. */
const latestPushes = 200

/** An account that may see whether another is online or typing. */
export interface Seer {
  iden: string
  email_normalized: string
}

type Found = Seer & { preferences: string | null }

/** The people in an account's chats who may see its presence and show theirs, provided that the account shares its own. */
export async function seersOf(reader: Reader, account: Account): Promise<Seer[]> {
  const known = `SELECT with_iden AS iden FROM (
    SELECT with_iden FROM chat WHERE owner = $1 AND active = 1 ORDER BY modified DESC LIMIT ${mostChats}
  ) AS latest WHERE with_iden IS NOT NULL`
  return visible(reader, account, `(${known}) AS known JOIN account AS other ON other.iden = known.iden`, [])
}

/** The person with an address, if they are one of the seers. */
export async function seerAt(reader: Reader, account: Account, normalized: string): Promise<Seer | undefined> {
  return (await visible(reader, account, '(SELECT * FROM account WHERE email_normalized = $4) AS other', [normalized]))[0]
}

/** Selects from some accounts, named `other`, those that share their presence, if both have written and neither blocks the other. */
async function visible(reader: Reader, account: Account, from: string, values: readonly string[]): Promise<Seer[]> {
  const found = await reader.all<Found>(
    `SELECT other.iden, other.email_normalized,
       CASE WHEN kept.bytes > ${preferencesBytes} THEN 'too long' WHEN kept.data LIKE '%"presence":%' THEN kept.data END AS preferences
     FROM ${from} LEFT JOIN permanent AS kept ON kept.owner = other.iden AND kept.key = $3
     WHERE other.iden <> $1 AND ${wrote('incoming')} AND ${wrote('outgoing')}
       AND NOT EXISTS (SELECT 1 FROM block WHERE block.owner = $1 AND block.active = 1
         AND (block.with_email_normalized = other.email_normalized OR block.with_iden = other.iden))
       AND NOT EXISTS (SELECT 1 FROM block WHERE block.owner = other.iden AND block.active = 1
         AND (block.with_email_normalized = $2 OR block.with_iden = $1))`,
    [account.iden, account.email_normalized, preferencesKey, ...values],
  )
  return found
    .filter(({ preferences }) => preferences !== 'too long' && sharesPresence(parsed(preferences)))
    .map(({ iden, email_normalized }) => ({ iden, email_normalized }))
}

const parsed = (preferences: string | null) => (preferences === null ? undefined : (JSON.parse(preferences) as PermanentData))

/** Whether the latest pushes of the conversation include one in a direction; nearly always one of the first few does. */
const wrote = (direction: 'incoming' | 'outgoing') =>
  `(${wroteIn('modified = created', direction)} OR ${wroteIn('modified <> created', direction)})`

const wroteIn = (part: string, direction: string) => `EXISTS (
  SELECT 1 FROM (
    SELECT direction FROM push WHERE owner = $1 AND conversation = 'email:' || other.email_normalized AND ${part} AND push.active = 1
    ORDER BY modified DESC LIMIT ${latestPushes}
  ) AS latest WHERE direction = '${direction}')`
