// Lists the pictures of signing in, of account security, and of some administration actions.

import { DatabaseSync } from 'node:sqlite'
import { call, type Person } from './content.ts'
import type { Screen } from './take.ts'

interface TrustContent {
  admin: Person
  suspended: Person
  /** A link. */
  invitation: string
  /** A link. */
  reset: string
}

/** Creates it. The first account of the server is the administrator's. */
export async function fillTrust(origin: string, admin: Person, suspended: Person): Promise<TrustContent> {
  const { url } = await call(origin, '/v3/send-invite', { email: 'yara@example.net' }, admin.token)
  const { url: reset } = await call(origin, '/v3/admin/reset-link', { email: suspended.email }, admin.token)
  await call(origin, `/v3/admin/people/${suspended.account.iden}/suspend`, {}, admin.token)
  return { admin, suspended, invitation: url, reset }
}

/** Ends the elevation of all sessions, in the database of a stopped server. */
export function endElevation(database: string): void {
  const db = new DatabaseSync(database)
  db.exec('UPDATE access_token SET proved = NULL')
  db.close()
}

export function trustScreens({ suspended, invitation, reset }: TrustContent): Record<string, Screen> {
  return {
    'sign-up': { path: '/signin?create=1', visitor: true },
    'signed-in-already': { path: '/signin' },
    'forgot-password': {
      path: '/signin',
      visitor: true,
      prepare: (page) => page.getByRole('button', { name: 'Forgot password?' }).click(),
    },
    'new-password': { path: reset, visitor: true, prepare: (page) => page.getByLabel('New password').first().waitFor() },
    'link-ended': { path: '/confirm-email#token=ended', visitor: true },
    invited: { path: invitation, visitor: true, prepare: (page) => page.getByText('yara@example.net').first().waitFor() },
    'account-suspended': { path: '/', as: suspended },
    elevation: {
      path: '/#settings/account',
      async prepare(page) {
        await page.getByRole('button', { name: 'Set up one-time codes' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    'admin-person': {
      path: '/#admin/people',
      async prepare(page) {
        await page.getByRole('link', { name: /^Ana Reyes/ }).click()
        await page.getByRole('heading', { name: 'Ana Reyes' }).waitFor()
      },
    },
    'admin-support': {
      path: '/#admin/people',
      async prepare(page) {
        await page.getByRole('link', { name: /^Bo Kim/ }).click()
        await page.getByRole('heading', { name: 'Bo Kim' }).waitFor()
        await page.mouse.wheel(0, 2_000)
      },
    },
  }
}
