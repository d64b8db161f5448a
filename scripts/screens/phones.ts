// Lists the pictures of adding an Android phone. The companion is simulated: it finds one phone, which always asks to be paired with the
// same code.

import type { Page } from '@playwright/test'
import { inMemoryStore, openSession } from '@waypost/client'
import { until } from '@waypost/client/ground/until'
import type { ReportedPhone } from '@waypost/protocol'
import { call, type Person } from './content.ts'
import type { Screen } from './take.ts'

const pixel = { id: 'pixel', name: 'Pixel 8', is_connected: true }
const asked: ReportedPhone = { ...pixel, state: 'asked', code: '3A474F07' }
const paired: ReportedPhone = {
  ...pixel,
  state: 'paired',
  device_iden: 'pixel',
  battery: 71,
  is_charging: false,
  permitted: { texts: true, contacts: true, notifications: false },
}

/** Simulates a companion of an account until it is closed. */
export async function playCompanion(origin: string, { token }: Person): Promise<() => void> {
  const { iden } = await call(origin, '/v2/devices', { nickname: 'Desk', type: 'linux' }, token)
  const session = openSession({ origin, token, saved: inMemoryStore(), agent: 'waypost-screens', sourceDevice: () => iden })
  await session.start()
  await until(session.$connection, (connection) => connection === 'connected')
  let phones: ReportedPhone[] = []
  session.onEphemeral(({ type, action, guid, target_device_iden: target }) => {
    if (type !== 'phone_request' || target !== iden) return
    // The next picture starts without a phone.
    phones = action === 'find' ? [asked] : action === 'list' ? phones : []
    const shown = action === 'accept' ? [paired] : phones
    const report = { type: 'phone_report', source_device_iden: iden, guid, name: 'Desk', phones: shown }
    void session.sendEphemeral(report)
  })
  return () => session.close()
}

async function look(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Look for the phone' }).click()
  const question = page.getByRole('heading', { name: 'Pixel 8 wants to pair' })
  await question.scrollIntoViewIfNeeded()
}

/** @param as the account with the companion */
export function phoneScreens(as: Person): Record<string, Screen> {
  const path = '/#devices/android'
  return {
    'phone-add': { path, as, prepare: (page) => page.getByRole('button', { name: 'Look for the phone' }).waitFor() },
    'phone-add-code': {
      path,
      as,
      prepare: look,
      after: (page) => page.getByRole('button', { name: 'Decline' }).click(),
    },
    'phone-add-permit': {
      path,
      as,
      async prepare(page) {
        await look(page)
        await page.getByRole('button', { name: 'Accept' }).click()
        await page.getByRole('link', { name: 'Done' }).scrollIntoViewIfNeeded()
      },
    },
  }
}
