import type { Session } from '@waypost/client'
import { deviceName } from '@waypost/client/conversations/targets'
import { type Device, type Gives, listChats, listContacts, normalizeEmail } from '@waypost/protocol'
import { devicesOf } from './device.ts'
import { didYouMean, normalized, suggest } from './terminal/suggestions.ts'
import { UserError } from './user-error.ts'

/** The recipient of a push: all own devices, one of them, or a person, with the name if it was typed. */
export type Recipient =
  | { type: 'me' }
  | { type: 'device'; iden: string; name: string }
  | { type: 'person'; email: string; name?: string }

/** The help for `--to`. */
export const toHelp =
  "'me' for all your devices, a device's name or iden, an email address, or the name of somebody you know; a first name is enough when it fits one alone"

interface Person {
  email: string
  name: string
}

/**
 * Finds the recipient that the user typed: `me`, a device's iden or name in any case, an email address, a person's name, or the first word
 * of a person's or device's name.
 * @throws UserError when there is none, or several match
 */
export async function findRecipient(session: Session, to: string): Promise<Recipient> {
  if (normalized(to) === 'me') return { type: 'me' }
  const devices = await devicesOf(session)
  const device = findDevice(devices, to)
  if (device) return device
  if (to.includes('@')) return { type: 'person', email: to.trim() }
  const people = await peopleOf(session)
  const found = only(to, [], people, (name) => name) ?? only(to, devices, people, firstWord)
  if (found) return found
  const names = ['me', ...devices.map(deviceName), ...people.flatMap(({ name, email }) => (name ? [name] : [email]))]
  throw new UserError(
    `There is no device or person called "${to.trim()}".${didYouMean(suggest(to, names))} See your devices with: waypost devices`,
  )
}

/** The fields that address a push to a recipient; none for all own devices. */
export function addressOf(recipient: Recipient): { device_iden?: string; email?: string } {
  if (recipient.type === 'device') return { device_iden: recipient.iden }
  return recipient.type === 'person' ? { email: recipient.email } : {}
}

/** Finds an own device by its iden, its name or the first word of its name. @throws UserError */
export async function findOwnDevice(session: Session, named: string): Promise<{ iden: string; name: string }> {
  const devices = await devicesOf(session)
  const device = findDevice(devices, named) ?? only(named, devices, [], firstWord)
  if (device?.type === 'device') return device
  const meant = didYouMean(suggest(named, devices.map(deviceName)))
  throw new UserError(`There is no device called "${named.trim()}".${meant} See them all with: waypost devices`)
}

/** All values of `--to` for completion, devices first. @throws Refusal */
export async function recipientNames(session: Session): Promise<string[]> {
  const [devices, people] = await Promise.all([devicesOf(session), peopleOf(session)])
  return ['me', ...devices.map(deviceName), ...people.map(({ name, email }) => name || email)]
}

function findDevice(devices: readonly Device[], named: string): Recipient | undefined {
  const exact = devices.find(({ iden }) => iden === named.trim())
  return exact ? recipientOf(exact) : only(named, devices, [], (name) => name)
}

/**
 * The only device or person whose name matches; `part` selects the part of the name that is compared. @throws UserError when several match
 */
function only(
  typed: string,
  devices: readonly Device[],
  people: readonly Person[],
  part: (name: string) => string,
): Recipient | undefined {
  const wanted = normalized(typed)
  const called = (name: string) => name !== '' && normalized(part(name)) === wanted
  const named = devices.filter((device) => called(deviceName(device)))
  const known = people.filter(({ name }) => called(name))
  if (named.length + known.length > 1) {
    const lines = [...named.map(lineOf), ...known.map(({ email, name }) => `  ${email}  ${name}`).sort()]
    const what = known.length === 0 ? 'Several devices are' : 'Several people or devices are'
    const how = known.length === 0 ? 'its iden' : named.length === 0 ? 'the address' : 'its iden or address'
    throw new UserError(`${what} called "${typed.trim()}". Choose one by ${how}:\n${lines.join('\n')}`)
  }
  const [device] = named
  if (device) return recipientOf(device)
  const [person] = known
  return person && { type: 'person', email: person.email, name: person.name }
}

/** The people in chats and in the address book, each once. @throws Refusal */
async function peopleOf(session: Session): Promise<Person[]> {
  const people = new Map<string, Person>()
  const add = (email: string | undefined, name = '') => {
    if (!email) return
    const key = normalizeEmail(email)
    // The address book comes first, so the user's own names take precedence.
    if (!people.get(key)?.name) people.set(key, { email, name })
  }
  let cursor: string | undefined
  do {
    const page: Gives<typeof listContacts> = await session.call(listContacts, { active_only: true, cursor })
    for (const { email, name } of page.contacts) add(email, name)
    cursor = page.cursor
  } while (cursor !== undefined)
  do {
    const page: Gives<typeof listChats> = await session.call(listChats, { active_only: true, cursor })
    for (const chat of page.chats) add(chat.with?.email, chat.with?.name)
    cursor = page.cursor
  } while (cursor !== undefined)
  return [...people.values()]
}

function recipientOf(device: Device): Recipient & { type: 'device' } {
  return { type: 'device', iden: device.iden, name: deviceName(device) }
}

function lineOf(device: Device): string {
  const kind = [device.manufacturer, device.model, device.type].filter(Boolean).join(' ')
  return `  ${device.iden}  ${deviceName(device)}${kind ? ` (${kind})` : ''}`
}

const firstWord = (name: string): string => name.trim().split(/\s+/, 1)[0] ?? ''
