import { join } from 'node:path'
import { openClient, savedInMemory } from '@waypost/client'
import { until } from '@waypost/client/until'
import { openAgent } from 'waypost/agent'
import { usualCompanion } from 'waypost/companion'
import { openSimulated } from 'waypost/phone/simulated'
import { fillFolder } from './demo-things.ts'
import type { Devices, Person } from './screens-content.ts'

/**
 * What the companions on the pictures do: a computer that shares a folder, and a phone with conversations.
 * @param folder of their own
 * @returns how to end them
 */
export async function openCompanions(
  origin: string,
  { token }: Person,
  devices: Devices,
  folder: string,
): Promise<() => Promise<void>> {
  // Nothing of the person's own.
  process.env.WAYPOST_SETTINGS = join(folder, 'settings')
  const shared = join(folder, 'Shared')
  await fillFolder(shared)
  const phone = openSimulated()
  const settings = { ...usualCompanion, notifications: false }
  const closings = await Promise.all([
    open(devices.computer, { settings: { ...settings, folders: [shared] }, phone: undefined }),
    open(devices.phone, { settings, phone }),
  ])
  return async () => {
    for (const close of closings) await close()
    await phone.close()
  }

  async function open(device: string, parts: Pick<Parameters<typeof openAgent>[0], 'settings' | 'phone'>) {
    const client = openClient({ origin, token, saved: savedInMemory(), agent: 'waypost-screens', sourceDevice: device })
    await client.start()
    await until(client.$connection, (connection) => connection === 'connected')
    const close = await openAgent({
      client,
      device,
      server: origin,
      since: Date.now() / 1_000,
      log: console.log,
      onEvent() {},
      ...parts,
    })
    return async () => {
      await close()
      client.close()
    }
  }
}
