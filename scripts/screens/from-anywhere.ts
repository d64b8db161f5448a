// Lists the pictures of a phone whose texts go through the server, and of one that is also paired with a computer.

import type { Page } from '@playwright/test'
import { phoneFingerprint, preferencesKey, samePhonesPreference, threadKey, threadsKey } from '@waypost/protocol'
import { call, type Person } from './content.ts'
import type { Screen } from './take.ts'

const dana = { name: 'Dana', address: '+1 555 010 0199' }

/** A phone that appears as two devices, of which only the one with SMS Gateway answers. */
interface PhoneWithBoth {
  gateway: string
  paired: string
  close(): void
}

/** Adds a phone with both apps to an account, with a conversation, and keeps the stream of its SMS Gateway open. */
export async function fillPhoneWithBoth(origin: string, { token }: Person): Promise<PhoneWithBoth> {
  const { address, code } = await call(origin, '/v3/sms-gateway-code', {}, token)
  const headers = { authorization: `Code ${code}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Google/Pixel_8', pushToken: null, simCards: [] })
  // The address has the server's name, which may differ from the one it listens on.
  const path = origin + new URL(address).pathname
  const response = await fetch(`${path}/device`, { method: 'POST', headers, body })
  const { id: gateway, token: phoneToken } = (await response.json()) as { id: string; token: string }
  const { iden: paired } = await call(
    origin,
    '/v2/devices',
    {
      nickname: 'Pixel 8',
      type: 'android',
      icon: 'phone',
      app_version: 300,
      has_sms: true,
      has_mms: true,
      mirroring: 'enabled',
      fingerprint: phoneFingerprint('desk', 'pixel'),
    },
    token,
  )
  const now = Math.floor(Date.now() / 1_000)
  const message = (id: number, ago: number, direction: string, body: string) => ({
    id: String(id),
    timestamp: now - 60 * ago,
    direction,
    body,
    ...(direction === 'outgoing' && { status: 'sent' }),
  })
  const thread = [
    message(3, 4, 'incoming', 'Great. Text me when you are on the train.'),
    message(2, 9, 'outgoing', 'I leave at six.'),
    message(1, 12, 'incoming', 'When do you leave?'),
  ]
  const keep = (key: string, data: object) => call(origin, '/v3/set-permanent', { key, data }, token)
  await keep(threadKey(paired, '7'), { thread })
  await keep(threadsKey(paired), { threads: [{ id: '7', recipients: [dana], latest: thread[0] }] })
  await keep(preferencesKey, { [samePhonesPreference]: { [gateway]: paired } })
  const ending = new AbortController()
  void listen(`${path}/events`, phoneToken, ending.signal).catch(() => {})
  return { gateway, paired, close: () => ending.abort() }
}

async function listen(url: string, token: string, signal: AbortSignal): Promise<void> {
  const { body } = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal })
  for await (const _ of body ?? []);
}

/** @param as an account without a phone @param both the account of a phone with both apps */
export function fromAnywhereScreens(as: Person, both: Person, { gateway, paired }: PhoneWithBoth): Record<string, Screen> {
  return {
    'phone-from-anywhere': {
      path: '/#devices/android',
      as,
      async prepare(page: Page) {
        await page.getByRole('button', { name: 'Show code' }).click()
        await page.getByRole('button', { name: 'Show a new code' }).scrollIntoViewIfNeeded()
      },
    },
    'phone-from-anywhere-same': {
      path: `/#devices/${gateway}`,
      as: both,
      async prepare(page: Page) {
        await page.getByRole('button', { name: /^About / }).click()
        await page.getByRole('combobox', { name: 'Same phone as' }).scrollIntoViewIfNeeded()
      },
    },
    'phone-from-anywhere-away': {
      path: `/#sms/${paired}/7`,
      as: both,
      prepare: (page: Page) => page.getByText('Your phone is out of reach.').waitFor(),
    },
  }
}
