import { randomInt } from 'node:crypto'
import { userCodeLength, userCodeLetters } from '@waypost/protocol'
import { type EndedToken, endOldSessions, insertToken } from '../access-token/rows.ts'
import { findAccount } from '../account/rows.ts'
import { type Micros, microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { deleteExpired, insertRow } from '../db/write-row.ts'
import { clientKey, hashToken } from '../tokens.ts'

/** How long the code of a device without a browser is valid. */
export const deviceSignInMilliseconds = 10 * 60_000

interface DeviceSignInRow {
  hash: string
  user_code: string
  name: string
  type: string | null
  address: string
  created: Micros
  expires: Micros
  answer: number
  account: string | null
}

const answers = { waits: 0, approved: 1, denied: 2 } as const

/** Creates the two codes of a device. @returns the device's code, which is stored as a hash, and the owner's */
export async function insertDeviceSignIn(
  tx: Writer,
  machine: { name: string; type: string | undefined; address: string },
): Promise<{ device_code: string; user_code: string }> {
  await deleteExpired(tx, 'device_sign_in')
  const device_code = clientKey()
  let user_code = randomUserCode()
  // The odds of a collision are one in billions; in a race, the unique index fails and the write is retried.
  while (await tx.one('SELECT 1 AS one FROM device_sign_in WHERE user_code = $1', [user_code])) user_code = randomUserCode()
  const created = microseconds()
  const codes = { hash: hashToken(device_code), user_code, created, expires: created + deviceSignInMilliseconds * 1_000 }
  await insertRow(tx, 'device_sign_in', { ...machine, ...codes, answer: answers.waits })
  return { device_code, user_code }
}

/** The waiting device with a user code. */
export const findWaiting = (reader: Reader, userCode: string) =>
  reader.one<DeviceSignInRow>('SELECT * FROM device_sign_in WHERE user_code = $1 AND expires > $2 AND answer = $3', [
    userCode,
    microseconds(),
    answers.waits,
  ])

/** Records the owner's answer for a user code. @returns whether a device was waiting */
export async function answerWaiting(tx: Writer, userCode: string, account: string, approve: boolean): Promise<boolean> {
  const changed = await tx.run(
    'UPDATE device_sign_in SET answer = $1, account = $2 WHERE user_code = $3 AND expires > $4 AND answer = $5',
    [approve ? answers.approved : answers.denied, account, userCode, microseconds(), answers.waits],
  )
  return changed === 1
}

type DeviceSignInState =
  | 'authorization_pending'
  | 'access_denied'
  | 'expired_token'
  | { access_token: string; ended: EndedToken[] }

/** The state of a pending or expired sign-in; undefined if an answer can be taken. */
export async function waitingState(reader: Reader, deviceCode: string): Promise<DeviceSignInState | undefined> {
  const row = await findByDeviceCode(reader, deviceCode)
  if (!row) return 'expired_token'
  return row.answer === answers.waits ? 'authorization_pending' : undefined
}

/** Takes the answer of a sign-in, which works once: a token when it was approved, and the sessions that ended because of it. */
export async function takeAnswer(tx: Writer, deviceCode: string, place: string | undefined): Promise<DeviceSignInState> {
  const row = await findByDeviceCode(tx, deviceCode)
  if (!row) return 'expired_token'
  if (row.answer === answers.waits) return 'authorization_pending'
  // Only one of two concurrent attempts deletes the row.
  if ((await tx.run('DELETE FROM device_sign_in WHERE hash = $1', [row.hash])) !== 1) return 'expired_token'
  const owner = row.answer === answers.approved && row.account !== null ? await findAccount(tx, row.account) : undefined
  if (!owner) return 'access_denied'
  const access_token = await insertToken(tx, owner.iden, { name: row.name, place })
  return { access_token, ended: await endOldSessions(tx, owner.iden) }
}

const findByDeviceCode = (reader: Reader, deviceCode: string) =>
  reader.one<DeviceSignInRow>('SELECT * FROM device_sign_in WHERE hash = $1 AND expires > $2', [
    hashToken(deviceCode),
    microseconds(),
  ])

function randomUserCode(): string {
  return Array.from({ length: userCodeLength }, () => userCodeLetters.charAt(randomInt(userCodeLetters.length))).join('')
}
