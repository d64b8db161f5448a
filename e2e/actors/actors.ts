// Gives each story its own server, and people with accounts and browsers.

import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { sendDialog } from '@waypost/web/words/conversation/pictures'
import { openWindowsAgain } from './windows.ts'

/** A person in a story: an account, a browser, and any number of windows. */
export interface Actor {
  readonly email: string
  readonly name: string
  readonly token: string
  readonly context: BrowserContext
  open(address?: string): Promise<Page>
  /** In another browser, as on another device. */
  openElsewhere(address?: string): Promise<Page>
  /** Calls the API as this person, like another program. */
  // biome-ignore lint/suspicious/noExplicitAny: answers differ for each call, and a story checks the fields that it needs
  call(path: string, body?: object, method?: string): Promise<{ status: number; body: any }>
}

interface Stage {
  /** Has an empty data folder. */
  server: TestServer
  /** Creates a person with an account; `admin`, if it is the first of a story, is the administrator of the server. */
  actor(name: string, options?: BrowserContextOptions): Promise<Actor>
  visitor(options?: BrowserContextOptions): Promise<Page>
}

export const test = base.extend<Stage>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  server: async ({}, use) => {
    const server = await startTestServer()
    await use(server)
    await server.close()
  },
  actor: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = []
    let first: Promise<unknown> | undefined
    await use(async (name, options) => {
      // The first account is the administrator. The people of a story are ordinary, except for `admin`.
      first ??= name === 'admin' ? Promise.resolve() : server.signUp('operator@example.org')
      await first
      const actor = await bring(browser, server, name, options)
      contexts.push(actor.context)
      return actor
    })
    for (const context of contexts) await leave(context)
  },
  visitor: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: server.origin, ...options })
      contexts.push(context)
      await openWindowsAgain(context)
      return watched(await context.newPage())
    })
    for (const context of contexts) await leave(context)
  },
})

export { expect, type Page }

async function bring(browser: Browser, server: TestServer, name: string, options: BrowserContextOptions = {}): Promise<Actor> {
  const email = `${name}@example.org`
  const shown = name.charAt(0).toUpperCase() + name.slice(1)
  const { token, account } = await server.signUp(email, shown)
  const context = await browser.newContext({ baseURL: server.origin, ...options })
  await openWindowsAgain(context)
  await signIn(context, server.origin, JSON.stringify(account))
  return {
    email,
    name: shown,
    token,
    context,
    async open(address = '/#people/me') {
      const page = watched(await context.newPage())
      await goLive(page, address)
      return page
    },
    async openElsewhere(address = '/#people/me') {
      const elsewhere = await browser.newContext({ baseURL: server.origin, ...options })
      context.on('close', () => void elsewhere.close())
      await signIn(elsewhere, server.origin, JSON.stringify(account))
      const page = watched(await elsewhere.newPage())
      await goLive(page, address)
      return page
    },
    call: (path, body, method) => server.request(path, { token, ...(body && { body }), ...(method && { method }) }),
  }
}

/**
 * Opens an address. The first window of a browser draws its conversation before it fetches the rest: going offline would stop it from
 * starting, and pushes that arrive meanwhile aren't news. So this waits for its stream, which opens after that; not for long, because some
 * stories delay it.
 */
async function goLive(page: Page, address: string): Promise<void> {
  const isFirst = address.startsWith('/#') && page.context().pages().length === 1
  const live = isFirst ? page.waitForEvent('websocket', { timeout: 10_000 }).catch(() => {}) : undefined
  await page.goto(address)
  await live
}

/** Requests held by the story may still be pending. */
async function leave(context: BrowserContext): Promise<void> {
  const behavior = 'ignoreErrors'
  await Promise.all([context.unrouteAll({ behavior }), ...context.pages().map((page) => page.unrouteAll({ behavior }))])
  await context.close()
}

/**
 * Signs in the first window that loads a page of the server. Playwright's `storageState` opens a separate page for that, which takes as
 * long as a short story.
 */
async function signIn(context: BrowserContext, origin: string, account: string): Promise<void> {
  const script = await context.addInitScript(
    (given) => {
      // A frame on a page of another site has its own storage, which is not signed in.
      const within = [...location.ancestorOrigins].some((other) => new URL(other).hostname !== location.hostname)
      if (self.origin === given.origin && !within) localStorage.setItem('account', given.account)
    },
    { origin, account },
  )
  // Only once: later loads must keep what the story did, e.g. a sign-out.
  let done = false
  const loaded = (page: Page) => {
    const sameSite = page.url().startsWith('http') && new URL(page.url()).hostname === new URL(origin).hostname
    if (done || !sameSite || !page.frames().some((frame) => frame.url().startsWith(`${origin}/`))) return
    done = true
    void script.dispose().catch(() => {})
  }
  context.on('page', (page) => {
    page.on('domcontentloaded', loaded)
    page.on('load', loaded)
  })
}

/** An uncaught error on the page fails the story. */
function watched(page: Page): Page {
  page.on('pageerror', (error) => {
    throw error
  })
  return page
}

/**
 * Opens the first window of a person, and waits until it is connected and has fetched the account once more. From then on it loads nothing
 * by itself, so failures stay until someone presses Retry.
 */
export async function openConnected({ context, open }: Actor, address?: string): Promise<Page> {
  let accounts = 0
  context.on('response', (response) => {
    if (response.url().endsWith('/v2/users/me')) accounts++
  })
  const page = await open(address)
  await expect.poll(() => accounts).toBeGreaterThanOrEqual(2)
  return page
}

/** From the first window on, conversations of a person open at their newest messages instead of the first unread one. */
export async function openAtNewest({ call, context }: Actor): Promise<void> {
  await call('/v3/set-permanent', { key: 'web_preferences', data: { open_at: 'newest' } })
  await context.addInitScript(() => {
    const kept = location.protocol.startsWith('http') && localStorage.getItem('account')
    if (kept) localStorage.setItem('account', JSON.stringify({ ...JSON.parse(kept), preferences: { open_at: 'newest' } }))
  })
}

/** The messages of the open conversation. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The heading of a page. */
export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const history = (page: Page) => page.getByRole('feed')
export const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })

/** Sends the files that the dialog asks about. */
export async function sendChosen(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: sendDialog.caption }).press('Enter')
}

/** Sends a message in the open conversation. */
export async function say(page: Page, words: string): Promise<void> {
  await composer(page).fill(words)
  await composer(page).press('Enter')
}

/** Opens the menu of a message with the keyboard: under a pointer, an arriving message might move it away. */
export const openMenuOf = (message: Locator) => message.getByRole('button', { name: 'Message actions' }).press('Enter')

/** Chooses an item from the menu of a message. */
export async function chooseFor(message: Locator, item: string): Promise<void> {
  await openMenuOf(message)
  await message.page().getByRole('menuitem', { name: item, exact: true }).click()
}
