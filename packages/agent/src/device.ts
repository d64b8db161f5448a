import type { Client } from '@waypost/client'
import { deviceName } from '@waypost/client/targets'
import { type Device, listDevices } from '@waypost/protocol'

/** Every device of the account, in the order in which they were registered. @throws Refusal */
export async function devicesOf(client: Client): Promise<Device[]> {
  const devices: Device[] = []
  let cursor: string | undefined
  do {
    const page = await client.call(listDevices, { active_only: true, cursor })
    devices.push(...page.devices)
    cursor = page.cursor
  } while (cursor !== undefined)
  return devices.sort((a, b) => a.created - b.created)
}

/** What devices are called, by their idens. */
export function namesOf(devices: Iterable<Device>): Map<string, string> {
  return new Map(Array.from(devices, (device) => [device.iden, deviceName(device)]))
}
