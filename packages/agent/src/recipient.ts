import type { Client } from '@waypost/client'
import { deviceName } from '@waypost/client/targets'
import type { Device } from '@waypost/protocol'
import { devicesOf } from './device.ts'
import { Failed } from './failed.ts'

/** Who a push goes to: all own devices, one of them, or a person. */
export type Recipient = { type: 'me' } | { type: 'device'; iden: string; name: string } | { type: 'person'; email: string }

/** What `--to` says in every command that has it. */
export const toHelp = "'me' for all your devices, a device's name or iden, or an email address"

/**
 * The recipient that a person named: `me`, a device's iden, a device's name in any case, or an email address.
 * @throws Failed when there is none or when several devices have the name
 */
export async function findRecipient(client: Client, to: string): Promise<Recipient> {
  const wanted = folded(to)
  if (wanted === 'me') return { type: 'me' }
  const devices = await devicesOf(client)
  const exact = devices.find(({ iden }) => iden === to.trim())
  if (exact) return recipientOf(exact)

  const named = devices.filter((device) => folded(deviceName(device)) === wanted)
  const [first, second] = named
  if (second)
    throw new Failed(`Several devices are called "${to.trim()}". Name one by its iden:\n${named.map(lineOf).join('\n')}`)
  if (first) return recipientOf(first)
  if (to.includes('@')) return { type: 'person', email: to.trim() }
  throw new Failed(`There is no device called "${to.trim()}". See them all with: waypost devices`)
}

function recipientOf(device: Device): Recipient {
  return { type: 'device', iden: device.iden, name: deviceName(device) }
}

function lineOf(device: Device): string {
  const kind = [device.manufacturer, device.model, device.type].filter(Boolean).join(' ')
  return `  ${device.iden}  ${deviceName(device)}${kind ? ` (${kind})` : ''}`
}

function folded(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}
