import { join } from 'node:path'
import { openSession, savedInMemory } from '@waypost/client'
import { until } from '@waypost/client/session/until'
import { openAgent } from 'waypost/agent'
import { openSimulated } from 'waypost/phone/simulated'
import { defaultCompanionSettings } from 'waypost/settings/companion-settings'
import type { Person } from './content.ts'

/** What a device of somebody on the pictures does. */
interface Companion {
  person: Person
  /** The iden of the device. */
  device: string
  /** Puts what the device shares into a folder; a phone shares none. */
  fill?: (folder: string) => unknown
}

/**
 * Starts the companions on the pictures: computers that share a folder, and phones with conversations.
 * @param folder of their own
 * @returns how to end them
 */
export async function openCompanions(
  origin: string,
  companions: readonly Companion[],
  folder: string,
): Promise<() => Promise<void>> {
  // Nothing of the person's own.
  process.env.WAYPOST_SETTINGS = join(folder, 'settings')
  const closings = await Promise.all(companions.map(open))
  return async () => {
    for (const close of closings) await close()
  }

  async function open({ person, device, fill }: Companion): Promise<() => Promise<void>> {
    const shared = join(folder, device)
    await fill?.(shared)
    const phone = fill ? undefined : openSimulated()
    const session = openSession({
      origin,
      token: person.token,
      saved: savedInMemory(),
      agent: 'waypost-screens',
      sourceDevice: device,
    })
    await session.start()
    await until(session.$connection, (connection) => connection === 'connected')
    const close = await openAgent({
      session,
      device,
      server: origin,
      settings: { ...defaultCompanionSettings, notifications: false, folders: fill ? [shared] : [] },
      phone,
      since: Date.now() / 1_000,
      log: console.log,
      onEvent() {},
    })
    return async () => {
      await close()
      session.close()
      await phone?.close()
    }
  }
}
