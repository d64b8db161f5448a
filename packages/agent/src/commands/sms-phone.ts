// Reads the conversations of a phone of the account and sends texts through it, for `waypost sms`.

import { type FileSource, platform, type Session } from '@waypost/client'
import { deviceName } from '@waypost/client/conversations/targets'
import { until } from '@waypost/client/ground/until'
import { UploadError, uploadFile } from '@waypost/client/queue/upload'
import { isSealed } from '@waypost/client/session/encryption'
import { compareKeys } from '@waypost/client/session/key/fingerprint'
import { passedOnObstacle, textObstacle } from '@waypost/client/session/key/obstacle'
import { joined } from '@waypost/client/sms/earlier-threads'
import { smsFields } from '@waypost/client/sms/fields'
import { askSmsPage } from '@waypost/client/sms/page'
import {
  createText,
  type Device,
  getPermanent,
  isGatewayPhone,
  type PhonebookEntry,
  type PhoneThread,
  phonebookKey,
  type Text,
  type ThreadMessage,
  threadKey,
  threadsKey,
} from '@waypost/protocol'
import { devicesOf } from '../device.ts'
import { addressKey, isSameAddress, readNumber } from '../phone/number.ts'
import { UserError } from '../user-error.ts'

/** A phone of the account, as the server sees it. */
export interface AccountPhone {
  session: Session
  device: Device
  /** The latest conversations, newest first. Those that the server doesn't keep are requested from the phone. @throws UserError */
  threads(most: number): Promise<PhoneThread[]>
  /** The latest messages of a conversation, in the same way. @throws UserError */
  messages(thread: string, most: number): Promise<ThreadMessage[]>
  /** The conversation with exactly these people. @throws UserError */
  threadWith(addresses: readonly string[]): Promise<PhoneThread | undefined>
  /** Why the phone couldn't decrypt a message from here, and what to do about it; undefined if it can. */
  obstacle(): Promise<string | undefined>
  /** The numbers for a name or number typed by the user. @throws UserError if there is no such person, or several */
  find(who: string): Promise<string[]>
  /** @throws UserError, Refusal */
  send(addresses: readonly string[], message: string, picture?: FileSource): Promise<Text>
}

/** Finds the phone by name, or returns the first one. @throws UserError */
export async function findDevice(session: Session, wanted: string | undefined): Promise<Device> {
  const phones = (await devicesOf(session)).filter(({ has_sms }) => has_sms)
  const called = (device: Device) => deviceName(device).toLowerCase() === wanted?.trim().toLowerCase()
  const found = wanted === undefined ? phones : phones.filter((device) => device.iden === wanted.trim() || called(device))
  const [first, second] = found
  if (first && (wanted === undefined || !second)) return first
  if (second) throw new UserError(`Several phones are called "${wanted}". Choose one by its iden: waypost devices`)
  if (phones.length > 0) throw new UserError(`There is no phone called "${wanted}". See them all with: waypost devices`)
  throw new UserError('None of your devices sends text messages. See: waypost run --help')
}

/** Opens a phone of the account of this session. */
export function phoneOf(session: Session, device: Device): AccountPhone {
  async function readStored(permanent: string): Promise<Record<string, unknown>> {
    const { data } = await session.call(getPermanent, { key: permanent })
    const opened = await session.encryption.openData(data)
    if (!opened)
      throw new UserError(
        "The phone's messages are encrypted. Set the same password here as there: waypost settings set password",
      )
    return opened
  }

  async function readStoredList<T>(permanent: string, field: string): Promise<T[]> {
    const list = (await readStored(permanent))[field]
    return Array.isArray(list) ? (list as T[]) : []
  }

  /** Entries kept by the server come first, then those sent by the phone. */
  async function paged<T extends { id: string }>(permanent: string, most: number, thread?: string): Promise<T[]> {
    const field = thread === undefined ? 'threads' : 'thread'
    const data = await readStored(permanent)
    let items = Array.isArray(data[field]) ? (data[field] as T[]) : []
    // A conversation that the server doesn't keep has no messages there.
    let more = data.more === true || (thread !== undefined && data[field] === undefined)
    while (more && items.length < most) {
      await listen(session)
      const page = await askSmsPage(session, platform, { device: device.iden, thread, after: items.at(-1)?.id })
      if (page.error !== undefined) throw new UserError(page.error)
      const came = (page[field] ?? []) as unknown as T[]
      items = [...joined(items, came)]
      more = page.more === true && came.length > 0
    }
    return items.slice(0, most)
  }

  const threads = (most: number) => paged<PhoneThread>(threadsKey(device.iden), most)

  return {
    session,
    device,
    threads,
    messages: (thread, most) => paged<ThreadMessage>(threadKey(device.iden, thread), most, thread),
    async threadWith(addresses) {
      const isIt = ({ recipients }: PhoneThread) =>
        recipients.length === addresses.length && addresses.every((address) => recipients.some(isSameAs(address)))
      // Most conversations are on the server; the phone is only asked for the rest.
      return (
        (await readStoredList<PhoneThread>(threadsKey(device.iden), 'threads')).find(isIt) ??
        (await threads(Number.POSITIVE_INFINITY)).find(isIt)
      )
    },
    async obstacle() {
      const own = await session.encryption.fingerprint()
      if (isGatewayPhone(device)) return own === undefined ? undefined : passedOnObstacle(deviceName(device))
      const match = compareKeys(own, device.key_fingerprint)
      const refused = textObstacle(match, deviceName(device))
      if (refused === undefined || device.key_fingerprint !== undefined) return refused
      // Some phones don't publish their fingerprint. If a phone's conversations can be decrypted here, it has the same key.
      const { data } = await session.call(getPermanent, { key: threadsKey(device.iden) })
      return isSealed(data) && (await session.encryption.openData(data)) ? undefined : refused
    },
    async find(who) {
      if (readNumber(who) !== undefined) return [who]
      const [contacts, all] = await Promise.all([
        readStoredList<PhonebookEntry>(phonebookKey(device.iden), 'phonebook'),
        readStoredList<PhoneThread>(threadsKey(device.iden), 'threads'),
      ])
      const parts = who
        .split(/[,;]/)
        .map((part) => part.trim())
        .filter(Boolean)
      // A name may contain a comma.
      const isName = [...contacts, ...all.flatMap(({ recipients }) => recipients)].some(
        ({ name }) => name?.toLowerCase() === who.trim().toLowerCase(),
      )
      if (parts.length < 2 || isName) return [findOne(who, contacts, all)]
      return parts.map((part) => findOne(part, contacts, all))
    },
    async send(addresses, message, picture) {
      const uploaded = picture && (await upload(session, picture))
      const file = uploaded && { name: picture.name, type: uploaded.file_type, url: uploaded.file_url, window: '' }
      // The server recognizes a text it already has by its guid.
      const entry = { guid: platform.unique(), user: '', device: device.iden, addresses, message, created: platform.now() }
      return session.call(createText, await smsFields({ ...entry, ...(file && { file }) }, session.encryption))
    },
  }
}

/** The number of the person with this name, or the number itself. @throws UserError if there is no such person, or several numbers */
function findOne(who: string, contacts: readonly PhonebookEntry[], all: readonly PhoneThread[]): string {
  if (readNumber(who) !== undefined || who.includes('@')) return who
  const wanted = who.trim().toLowerCase()
  const recipients = all.flatMap(({ recipients }) => recipients)
  const people = [
    ...contacts.map(({ name = '', phone }) => ({ name, number: phone })),
    ...recipients.map((recipient) => ({ name: recipient.name ?? '', number: numberOf(recipient) })),
  ]
  const named = people.filter(({ name }) => name.toLowerCase() === wanted)
  const first = named[0]
  if (!first) throw new UserError(`There is no one called "${who}" in the phone book. Give a number, such as "+1 555 0100".`)
  const others = named.filter(({ number }) => !isSameAddress(addressKey(number), addressKey(first.number)))
  if (others.length > 0)
    throw new UserError(`"${who}" has several numbers. Give one of them:\n${numbersOf([first, ...others]).join('\n')}`)
  return first.number
}

async function upload(session: Session, picture: FileSource): Promise<{ file_url: string; file_type: string }> {
  const sending = { call: session.call, platform, id: undefined, onBegun: () => {}, onProgress: () => {} }
  try {
    return await uploadFile(picture, sending).done
  } catch (error) {
    if (!(error instanceof UploadError)) throw error
    throw new UserError(error.message)
  }
}

/** Connects a session that has only made calls so far, so that it receives the phone's answers. */
async function listen(session: Session): Promise<void> {
  if (session.$connection.get() === 'connected') return
  await session.start()
  const state = session.$state.get()
  if (typeof state === 'object') throw state.failed
  await until(session.$connection, (connection) => connection === 'connected')
}

type Recipient = PhoneThread['recipients'][number]

export const numberOf = ({ number, address }: Recipient): string => number ?? address ?? ''
export const namesOf = ({ recipients }: PhoneThread) =>
  recipients.map((recipient) => recipient.name ?? numberOf(recipient)).join(', ')
const isSameAs = (number: string) => (recipient: Recipient) => isSameAddress(addressKey(numberOf(recipient)), addressKey(number))
const numbersOf = (people: readonly { number: string }[]) => [...new Set(people.map(({ number }) => `  ${number}`))]
