// Gives a story a computer with a companion, and an Android phone with KDE Connect on its network.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inMemoryStore, openSession } from '@waypost/client'
import { until } from '@waypost/client/ground/until'
import { lookForPhone, pairPhone } from '@waypost/web/words/apps/phone'
import { openAgent } from 'waypost/agent'
import { loopbackAddresses } from 'waypost/phone/kdeconnect/test-loopback'
import { StandInPhone } from 'waypost/phone/stand-in-phone'
import { defaultCompanionSettings } from 'waypost/settings/companion-settings'
import { type Actor, test as base, expect, type Page } from '../actors.ts'

interface Desk {
  /** Its address on the phone's network. */
  readonly host: string
  readonly iden: string
  /** Ends the companion; its phones stay paired. */
  close(): Promise<void>
}

interface AndroidStage {
  /** A phone with KDE Connect, with all permissions granted. */
  pixel: StandInPhone
  desk(actor: Actor, nickname?: string): Promise<Desk>
}

export const test = base.extend<AndroidStage & { hosts: readonly [string, string] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  hosts: async ({}, use) => {
    const [host = '', phoneHost = ''] = loopbackAddresses(2)
    await use([host, phoneHost])
  },
  pixel: async ({ hosts }, use) => {
    const pixel = new StandInPhone({ host: hosts[1] })
    await pixel.start()
    await use(pixel)
    pixel.close()
  },
  desk: async ({ server, hosts }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-desk-'))
    // Don't use the developer's settings.
    process.env.WAYPOST_SETTINGS = join(folder, 'settings')
    const closings = new Set<() => Promise<void>>()
    await use(async ({ call, token }, nickname = 'Desk') => {
      const { iden } = (await call('/v2/devices', { nickname, type: 'linux' })).body
      const session = openSession({
        origin: server.origin,
        token,
        saved: inMemoryStore(),
        agent: 'waypost-story',
        sourceDevice: () => iden,
      })
      await session.start()
      await until(session.$connection, (connection) => connection === 'connected')
      const stop = await openAgent({
        session,
        device: iden,
        server: server.origin,
        settings: { ...defaultCompanionSettings, notifications: false },
        phone: undefined,
        phones: { folder: join(folder, iden), keyFingerprint: undefined, host: hosts[0], permittedWithin: 2_000 },
        since: Date.now() / 1_000,
        log() {},
        onEvent() {},
      })
      const close = async () => {
        if (!closings.delete(close)) return
        await stop()
        session.close()
      }
      closings.add(close)
      return { host: hosts[0], iden, close }
    })
    for (const close of closings) await close()
    rmSync(folder, { recursive: true, force: true })
  },
})

export { expect }

/** Waits until the companion, which is searching, has found the phone. */
export async function meet(pixel: StandInPhone, desk: Desk): Promise<void> {
  // A datagram may get lost.
  await expect(async () => {
    pixel.announce(desk.host)
    await pixel.linked()
  }).toPass()
}

/** Adds the phone, using the client's screen for that. */
export async function pairOn(page: Page, pixel: StandInPhone, desk: Desk): Promise<void> {
  await page.getByRole('button', { name: lookForPhone.look }).click()
  await expect(page.getByText('Desk is looking.')).toBeVisible()
  await meet(pixel, desk)
  pixel.ask()
  await page.getByRole('button', { name: pairPhone.accept }).click()
  await expect(page.getByRole('heading', { name: 'Pixel is paired' })).toBeFocused()
}
