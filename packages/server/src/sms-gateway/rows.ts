import { phonebookKey, threadKey, threadsKey } from '@waypost/protocol'
import type { Micros } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'
import { insertRow, saveRow } from '../db/write-row.ts'
import type { TextState } from './rules.ts'

interface CodeRow {
  owner: string
  /** Part of the address, so that an account's codes can be guessed only by those who know it. */
  word: string
  /** Hashed; null once used. */
  code: string | null
  expires: Micros
  wrong: number
}

export const codeOfOwner = (reader: Reader, owner: string) =>
  reader.one<CodeRow>('SELECT * FROM gateway_code WHERE owner = $1', [owner])

export const codeOfWord = (reader: Reader, word: string) =>
  reader.one<CodeRow>('SELECT * FROM gateway_code WHERE word = $1', [word])

export const saveCode = (tx: Writer, row: CodeRow) => saveRow(tx, 'gateway_code', 'owner', row)

/** A phone with the app. */
export interface PhoneRow {
  /** The iden of its device. */
  device: string
  owner: string
  /** Hashed, like the password. */
  token: string
  password: string
  signing_key: string
  /** Part of the address that it posts to. */
  hook: string
  newest: number
  bytes: number
}

/** Rows of phones whose device still exists. */
const living = 'SELECT phone.* FROM gateway_phone phone JOIN device ON device.iden = phone.device AND device.active = 1'

export const phoneOfToken = (reader: Reader, hash: string) => reader.one<PhoneRow>(`${living} WHERE phone.token = $1`, [hash])

export const phoneOfHook = (reader: Reader, hook: string) => reader.one<PhoneRow>(`${living} WHERE phone.hook = $1`, [hook])

/** The phone of an account's device; undefined for other devices. */
export const phoneOfDevice = (reader: Reader, owner: string, device: string) =>
  reader.one<PhoneRow>(`${living} WHERE phone.device = $1 AND phone.owner = $2`, [device, owner])

export const phonesOfOwner = (reader: Reader, owner: string) => reader.all<PhoneRow>(`${living} WHERE phone.owner = $1`, [owner])

/** The phone with an iden, even if its device was removed. */
export const phoneOf = (reader: Reader, device: string) =>
  reader.one<PhoneRow>('SELECT * FROM gateway_phone WHERE device = $1', [device])

/** The phone whose app has a login, if its device still exists. */
export const phoneOfLogin = (reader: Reader, login: string) => reader.one<PhoneRow>(`${living} WHERE phone.device = $1`, [login])

export const insertPhone = (tx: Writer, row: PhoneRow) => insertRow(tx, 'gateway_phone', row)
export const savePhone = (tx: Writer, row: PhoneRow) => saveRow(tx, 'gateway_phone', 'device', row)

/** A sent or received message of such a phone. */
export interface MessageRow {
  device: string
  /** Rises within a phone. */
  number: number
  owner: string
  foreign_id: string
  thread: string
  outgoing: number
  /** JSON: the numbers of the conversation as they were given. */
  addresses: string
  body: string
  /** JSON: addresses of pictures. */
  pictures: string | null
  at: Micros
  /** Only of outgoing messages. */
  state: TextState | null
  reason: string | null
  guid: string | null
  bytes: number
}

export const findMessage = (reader: Reader, device: string, foreignId: string) =>
  reader.one<MessageRow>('SELECT * FROM gateway_message WHERE device = $1 AND foreign_id = $2', [device, foreignId])

export const insertMessage = (tx: Writer, row: MessageRow) => insertRow(tx, 'gateway_message', row)
export const saveMessage = (tx: Writer, row: MessageRow) => saveRow(tx, 'gateway_message', 'device, number', row)

/** The maximum bytes of messages that one query returns. */
const bytesRead = 4 * 2 ** 20

/** The first messages of a query, as many as may be read at once, and at least one. @param limit the placeholder of the bytes */
const bounded = (messages: string, order: 'ASC' | 'DESC', limit: string) =>
  `SELECT * FROM
     (SELECT message.*, SUM(message.bytes) OVER (ORDER BY message.number ${order}) - message.bytes AS earlier FROM (${messages}) message) counted
   WHERE earlier < ${limit} ORDER BY number ${order}`

/** The texts that a phone has not taken yet, or whose withdrawal it doesn't know of yet; oldest or newest first. */
export const waitingTexts = (reader: Reader, device: string, since: Micros, order: 'ASC' | 'DESC', most: number) =>
  reader.all<MessageRow>(
    bounded(
      `SELECT * FROM gateway_message WHERE device = $1 AND state IN ('queued', 'cancelling') AND at > $2 ORDER BY number ${order} LIMIT $3`,
      order,
      '$4',
    ),
    [device, since, most, bytesRead],
  )

/** Visible messages: withdrawn ones are hidden. */
const shown = "(state IS NULL OR state NOT IN ('cancelling', 'cancelled'))"

/** The messages of a conversation before a number, newest first. */
export const messagesOf = (reader: Reader, device: string, thread: string, before: number, most: number) =>
  reader.all<MessageRow>(
    bounded(
      `SELECT * FROM gateway_message WHERE device = $1 AND thread = $2 AND number < $3 AND ${shown} ORDER BY number DESC LIMIT $4`,
      'DESC',
      '$5',
    ),
    [device, thread, before, most, bytesRead],
  )

/** The newest message of each conversation before a number, newest first. */
export const newestMessages = (reader: Reader, device: string, before: number, most: number) =>
  reader.all<MessageRow>(
    `SELECT message.* FROM gateway_message message JOIN
       (SELECT thread, MAX(number) AS number FROM gateway_message WHERE device = $1 AND ${shown} GROUP BY thread) latest
       ON latest.number = message.number
     WHERE message.device = $1 AND message.number < $2 ORDER BY message.number DESC LIMIT $3`,
    [device, before, most],
  )

/** The oldest messages of a phone. */
export const eldestMessages = (reader: Reader, device: string, most: number) =>
  reader.all<MessageRow>('SELECT * FROM gateway_message WHERE device = $1 ORDER BY number LIMIT $2', [device, most])

export const removeMessagesTo = (tx: Writer, device: string, number: number) =>
  tx.run('DELETE FROM gateway_message WHERE device = $1 AND number <= $2', [device, number])

/** Deletes some messages of a removed phone. @returns whether none are left */
export async function removeSomeMessages(tx: Writer, device: string): Promise<boolean> {
  const last = await tx.one<{ number: number }>(
    'SELECT number FROM gateway_message WHERE device = $1 ORDER BY number LIMIT 1 OFFSET 500',
    [device],
  )
  await removeMessagesTo(tx, device, last?.number ?? Number.MAX_SAFE_INTEGER)
  return last === undefined
}

/** Deletes a phone, and the permanents with its conversations. */
export async function removePhone(tx: Writer, owner: string, device: string): Promise<void> {
  const first = threadKey(device, '')
  // Keys consist of characters up to this one.
  await tx.run('DELETE FROM permanent WHERE owner = $1 AND (key IN ($2, $5) OR (key >= $3 AND key < $4))', [
    owner,
    threadsKey(device),
    first,
    `${first}~`,
    phonebookKey(device),
  ])
  await tx.run('DELETE FROM gateway_phone WHERE device = $1', [device])
}

/** Deletes an account's stored phone data. */
export const deleteFor = deleteOwned(
  { table: 'gateway_message', key: 'number' },
  { table: 'gateway_phone', key: 'device' },
  { table: 'gateway_code', key: 'owner' },
)
