import type { Session } from '@waypost/client'
import { deviceName } from '@waypost/client/conversations/targets'
import { noKeyFingerprint } from '@waypost/client/session/key/fingerprint'
import { createDevice, type Device, listDevices, updateDevice } from '@waypost/protocol'
import { describeMachine } from './machine/machine.ts'

/** Lists all devices of the account, in order of registration. @throws Refusal */
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

/** Device names by iden. */
export function namesOf(devices: Iterable<Device>): Map<string, string> {
  return new Map(Array.from(devices, (device) => [device.iden, deviceName(device)]))
}

interface DeviceAbilities {
  has_sms: boolean
  has_mms: boolean
  remote_files: 'enabled' | 'disabled'
  shared_folders: number
  mirroring: 'enabled' | 'disabled'
  /** Undefined while there is no password. */
  key_fingerprint: string | undefined
}

/**
 * Finds or creates the device of this machine, by iden or fingerprint, and updates it. `name` renames it; without one it keeps its name.
 * @throws Refusal
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
    // An older version may have left several. The latest is the one in use.
    devices.findLast(({ fingerprint, type }) => fingerprint === machine.fingerprint && type === machine.type)
  const wanted = { ...machine, ...abilities, ...((name || !known) && { nickname }) }
  if ('key_fingerprint' in abilities) wanted.key_fingerprint ??= known?.key_fingerprint && noKeyFingerprint
  if (!known) return session.call(createDevice, wanted)
  // The API omits `false` and 0.
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && (known[field as keyof Device] || false) !== (value || false),
  )
  return changed.length === 0 ? known : session.call(updateDevice, { iden: known.iden, ...Object.fromEntries(changed) })
}
