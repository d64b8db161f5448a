import type { Session } from '@waypost/client'
import { deviceName } from '@waypost/client/conversations/targets'
import { noKeyFingerprint } from '@waypost/client/session/key-fingerprint'
import { createDevice, type Device, listDevices, updateDevice } from '@waypost/protocol'
import { describeMachine } from './machine/machine.ts'

/** Every device of the account, in the order in which they were registered. @throws Refusal */
export async function devicesOf(session: Session): Promise<Device[]> {
  const devices: Device[] = []
  let cursor: string | undefined
  do {
    const page = await session.call(listDevices, { active_only: true, cursor })
    devices.push(...page.devices)
    cursor = page.cursor
  } while (cursor !== undefined)
  return devices.sort((a, b) => a.created - b.created)
}

/** What devices are called, by their idens. */
export function namesOf(devices: Iterable<Device>): Map<string, string> {
  return new Map(Array.from(devices, (device) => [device.iden, deviceName(device)]))
}

/** What the companion says of this machine beside what the machine is. */
interface DeviceAbilities {
  has_sms: boolean
  has_mms: boolean
  remote_files: 'enabled' | 'disabled'
  /** Undefined while no password is set. */
  key_fingerprint: string | undefined
}

/**
 * This machine's device: the one that it was, by its iden or by its fingerprint, or else a new one. `name` names it anew; without one it
 * keeps the name it has. @throws Refusal
 */
export async function registerDevice(
  session: Session,
  iden: string | undefined,
  { name, abilities = {} }: { name?: string | undefined; abilities?: Partial<DeviceAbilities> } = {},
): Promise<Device> {
  const { nickname, ...machine } = describeMachine(name)
  const devices = await devicesOf(session)
  const known =
    devices.find((device) => device.iden === iden) ??
    // Of several, which an older version may have left, the latest: it is the one with a history.
    devices.findLast(({ fingerprint, type }) => fingerprint === machine.fingerprint && type === machine.type)
  const wanted = { ...machine, ...abilities, ...((name || !known) && { nickname }) }
  if ('key_fingerprint' in abilities) wanted.key_fingerprint ??= known?.key_fingerprint && noKeyFingerprint
  if (!known) return session.call(createDevice, wanted)
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && (known[field as keyof Device] ?? false) !== value,
  )
  return changed.length === 0 ? known : session.call(updateDevice, { iden: known.iden, ...Object.fromEntries(changed) })
}
