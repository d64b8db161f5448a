import { join } from 'node:path'
import { inMemoryStore, openSession } from '@waypost/client'
import { until } from '@waypost/client/ground/until'
import { openAgent } from 'waypost/agent'
import { openSimulated } from 'waypost/phone/simulated'
import { defaultCompanionSettings } from 'waypost/settings/companion-settings'
import type { Person } from './content.ts'

interface Companion {
  person: Person
  /** An iden. */
  device: string
  /** Fills the device's shared folder; a phone shares none. */
  fill?: (folder: string) => unknown
}

/** Starts the companions in the pictures, with their data in a folder. @returns stops them */
export async function openCompanions(
  origin: string,
  companions: readonly Companion[],
  folder: string,
): Promise<() => Promise<void>> {
  // Don't use the developer's settings.
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
      saved: inMemoryStore(),
      agent: 'waypost-screens',
      sourceDevice: () => device,
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
