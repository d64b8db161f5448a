// Gives a story real OpenID providers, which let in one person at a time without asking for a password.

import { type Issuer, startIssuer, startTestServer } from '@waypost/server/test-server'
import { noMessages } from '@waypost/web/words/push/history'
import { expect, type Page } from './actors.ts'
import { test as base } from './mail-server.ts'
import { sentence } from './words/sentence.ts'

interface Openid {
  /** The provider of the story's server, and the person using its browser. */
  openid: Issuer
  /** A second one, named Work; only in stories that set `twoProviders`. */
  work: Issuer
}

/** For stories whose server has an OpenID provider besides the built-in one, and a mail server. */
export const test = base.extend<Openid & { twoProviders: boolean }>({
  twoProviders: [false, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  openid: async ({}, use) => {
    const issuer = await startIssuer()
    await use(issuer)
    await issuer.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  work: async ({}, use) => {
    const issuer = await startIssuer({ name: 'WORK' })
    await use(issuer)
    await issuer.close()
  },
  server: async ({ smtp, settings, openid, work, twoProviders }, use) => {
    const { config, ...environment } = settings
    const second = twoProviders && { ...work.settings, WAYPOST_OIDC_WORK_TITLE: 'Work' }
    const all = { WAYPOST_SMTP_URL: smtp.url, ...openid.settings, ...second, ...environment }
    const server = await startTestServer(all, { ...(config && { config }) })
    openid.serve(server.origin)
    work.serve(server.origin)
    await use(server)
    await server.close()
  },
})

/** Opens the sign-in page and continues with a provider, by default the one without a title. */
export async function continueWith(page: Page, name = '127.0.0.1', next = '/'): Promise<void> {
  await page.goto(`/signin?${new URLSearchParams({ next })}`)
  await page.getByRole('button', { name: `Continue with ${name}` }).click()
}

/** Signs in with a provider, and waits for the person's messages. */
export async function signInWith(page: Page, name?: string): Promise<void> {
  await continueWith(page, name, '/#people/me')
  await expect(page).toHaveURL(/\/#people\/me$/)
  await expect(page.getByRole('region', { name: sentence(noMessages.region, { name: 'Me' }) })).toBeVisible()
}
