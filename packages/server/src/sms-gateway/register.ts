import {
  gatewayFingerprint,
  gatewayPhonesPerAccount,
  leastTextingVersion,
  phonebookKey,
  Refusal,
  threadsKey,
} from '@waypost/protocol'
import { type Change, microseconds } from '../change.ts'
import type { Reader } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { saveDevice } from '../device/rows.ts'
import { newDevice } from '../device/rules.ts'
import { objectIden } from '../iden.ts'
import { notifyTokensEnded } from '../notify.ts'
import { storePermanent } from '../permanent/store.ts'
import { triesPerCode } from '../sign-in/wrong-passwords-and-codes.ts'
import { clientKey, hashToken, randomDigits, sameHash } from '../tokens.ts'
import {
  codeOfWord,
  insertPhone,
  phoneOf,
  phoneOfLogin,
  phonesOfOwner,
  removePhone,
  removeSomeMessages,
  saveCode,
} from './rows.ts'
import { nameOf } from './rules.ts'

interface Registered {
  id: string
  token: string
  login: string
  password: string
}

/** The refusal of a registration. It doesn't say whether the address or the code was wrong. */
export const wrongCode = () =>
  new Refusal(
    'sign_in_failed',
    'This code is not valid, or not any more. Make a new one in Waypost: Add a device, Android phone.',
  )

/** Consumes a code, which works once. @returns the account @throws Refusal */
export async function takeCode({ db }: Pick<Deps, 'db'>, word: string, code: string): Promise<string> {
  const owner = await db.write(async (tx) => {
    const first = await codeOfWord(tx, word)
    if (!first) return undefined
    await tx.lockBoxes([first.owner])
    const row = await codeOfWord(tx, word)
    if (!row || row.code === null || row.expires < microseconds()) return undefined
    const isRight = sameHash(hashToken(code), row.code)
    const wrong = isRight ? row.wrong : row.wrong + 1
    await saveCode(tx, { ...row, wrong, code: isRight || wrong >= triesPerCode.phone ? null : row.code })
    return isRight ? row.owner : undefined
  })
  if (owner === undefined) throw wrongCode()
  return owner
}

/** The account of a login and password issued to another phone's app. @throws Refusal */
export async function ownerOfLogin(reader: Reader, login: string, password: string): Promise<string> {
  const phone = await phoneOfLogin(reader, login)
  if (!phone || !sameHash(phone.password, hashToken(password))) throw wrongCode()
  return phone.owner
}

/** Creates a device for a phone. @throws Refusal `forbidden` if there are enough phones or devices */
export async function register(
  { change, storage }: Pick<Deps, 'change' | 'storage'>,
  owner: string,
  name: string,
): Promise<Registered> {
  const device = objectIden(owner)
  const [token, password] = [clientKey(), randomDigits(14)]
  await change([owner], async (tx) => {
    if ((await phonesOfOwner(tx, owner)).length >= gatewayPhonesPerAccount)
      throw new Refusal('forbidden', `This account has ${gatewayPhonesPerAccount} phones with SMS Gateway already.`)
    await saveDevice(tx, {
      ...newDevice(device, owner),
      nickname: nameOf(name),
      generated_nickname: 1,
      type: 'android',
      icon: 'phone',
      has_sms: 1,
      app_version: leastTextingVersion,
      fingerprint: gatewayFingerprint(randomDigits(12)),
    })
    await insertPhone(tx, {
      device,
      owner,
      token: hashToken(token),
      password: hashToken(password),
      signing_key: clientKey(),
      hook: clientKey(),
      newest: 0,
      bytes: 0,
    })
    // Clients request both, and an empty phone must differ from one whose data is missing.
    await storePermanent(tx, storage, owner, threadsKey(device), JSON.stringify({ threads: [] }))
    await storePermanent(tx, storage, owner, phonebookKey(device), JSON.stringify({ phonebook: [] }))
  })
  return { id: device, token, login: device, password }
}

const cleaning = 'sms-gateway-clean'

interface Cleaning {
  owner: string
  device: string
}

/** Removes a phone, within the change that removes its device; does nothing for other devices. */
export function endPhone({
  bus,
  jobs,
}: Pick<Deps, 'bus' | 'jobs'>): (tx: Change, owner: string, device: string) => Promise<void> {
  return async (tx, owner, device) => {
    const phone = await phoneOf(tx, device)
    if (phone?.owner !== owner) return
    await jobs.add(tx, { type: cleaning, key: device, payload: { owner, device } satisfies Cleaning })
    tx.afterCommit(() => notifyTokensEnded(bus, [{ account: owner, hash: phone.token }]))
  }
}

/** Deletes the stored data of removed phones, a slice at a time. */
export function cleanPhones({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): void {
  jobs.handle<Cleaning>(cleaning, async ({ owner, device }) => {
    const isDone = await db.write(async (tx) => {
      if (!(await removeSomeMessages(tx, device))) return false
      await removePhone(tx, owner, device)
      return true
    })
    return isDone ? undefined : { again: { owner, device } }
  })
}
