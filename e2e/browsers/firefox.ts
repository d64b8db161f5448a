// Gives each story people with windows in Firefox, plus the server and the hosts of the other stories.

import { expect } from '@playwright/test'
import { type Browser, type BrowserContext, type Locator, launch, type Page } from 'puppeteer-core'
import { test as base } from '../actors/embedding-page.ts'

/** A person in a story: an account, a browser profile, and any number of windows. */
export interface Person {
  readonly email: string
  readonly token: string
  /** Opens a window of the signed-in client, e.g. at `/#people/me`. */
  open(address?: string): Promise<Page>
  /** Calls the API as this person, like another program. */
  // biome-ignore lint/suspicious/noExplicitAny: answers differ for each call, and a story checks the fields that it needs
  call(path: string, body?: object, method?: string): Promise<{ status: number; body: any }>
}

interface Stage {
  person(name: string): Promise<Person>
  /** Opens a window for a person without an account. */
  stranger(): Promise<Page>
}

export const test = base.extend<Stage, { firefox: Browser }>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const executablePath = process.env.WAYPOST_FIREFOX
      if (!executablePath) throw new Error('Run these stories by `npm run test:browsers`: it finds Firefox.')
      const browser = await launch({ browser: 'firefox', executablePath, headless: true })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  person: async ({ firefox, server }, use) => {
    const contexts: BrowserContext[] = []
    // The first account is the administrator.
    const first = server.signUp('operator@example.org')
    await use(async (name) => {
      await first
      const email = `${name}@example.org`
      const { token, account } = await server.signUp(email, name.charAt(0).toUpperCase() + name.slice(1))
      const context = await firefox.createBrowserContext()
      contexts.push(context)
      let signedIn = false
      return {
        email,
        token,
        async open(address = '/#people/me') {
          const page = watched(await context.newPage())
          if (!signedIn) {
            await page.goto(`${server.origin}/icon.svg`)
            await page.evaluate((given) => localStorage.setItem('account', given), JSON.stringify(account))
            signedIn = true
          }
          await page.goto(new URL(address, server.origin).href)
          return page
        },
        call: (path, body, method) => server.request(path, { token, ...(body && { body }), ...(method && { method }) }),
      }
    })
    for (const context of contexts) await context.close()
  },
  stranger: async ({ firefox }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await firefox.createBrowserContext()
      contexts.push(context)
      return watched(await context.newPage())
    })
    for (const context of contexts) await context.close()
  },
})

export { expect, type Page }

/** Messages that Firefox reports like page errors, but aren't: failed requests, e.g. while the server is away. */
const noError = /^downloadable font|^Firefox can’t establish|was interrupted while the page was loading/

/** An uncaught error on the page fails the story. */
function watched(page: Page): Page {
  // Enough time for a busy machine.
  page.setDefaultTimeout(45_000)
  page.on('pageerror', (error) => {
    if (!(error instanceof Error) || !noError.test(error.message)) throw error
  })
  return page
}

/** An element by its role and exact accessible name. */
export const by = (page: Page, role: string, name: string): Locator<Element> =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`)

export const press = (page: Page, name: string, role = 'button'): Promise<void> => by(page, role, name).click()

export const fill = (page: Page, name: string, words: string): Promise<void> => by(page, 'textbox', name).fill(words)

/** Waits until the page shows words. */
export const sees = async (page: Page, words: string): Promise<void> => {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
  await page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, words)
}

/** Waits until the page no longer shows words. */
export const sawGo = async (page: Page, words: string): Promise<void> => {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
  await page.waitForFunction((gone) => !document.body.innerText.includes(gone), {}, words)
}

/** The messages of the open conversation, each with its full text. */
export const messagesOf = (page: Page): Promise<string[]> =>
  page.$$eval('[role=feed] article', (articles) => articles.map(({ textContent }) => textContent ?? ''))

/** Sends a message in the open conversation. */
export async function say(page: Page, to: string, words: string): Promise<void> {
  await fill(page, `Message to ${to}`, words)
  await page.keyboard.press('Enter')
}
