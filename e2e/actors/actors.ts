import { type Browser, type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { startTestServer, type TestServer } from '@waypost/server/test-server'

/** Somebody in a story: an account, a browser of their own, and as many windows of it as the story needs. */
export interface Actor {
  readonly email: string
  readonly name: string
  readonly token: string
  readonly context: BrowserContext
  /** Opens a window at an address of the signed-in client, e.g. `/#people/me`. */
  open(address?: string): Promise<Page>
  /** The same in a browser of its own, as on another device of this person. */
  openElsewhere(address?: string): Promise<Page>
  /** Makes a call of the API as this person, the way another program would. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes back differs for each call, and a story checks what it needs
  call(path: string, body?: object, method?: string): Promise<{ status: number; body: any }>
}

interface Stage {
  /** A server of this story's own, over an empty folder. */
  server: TestServer
  /** Brings somebody with an account onto the stage. */
  actor(name: string, options?: BrowserContextOptions): Promise<Actor>
  /** Somebody without an account. */
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
    await use(async (name, options) => {
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
  await signIn(context, server.origin, JSON.stringify(account))
  return {
    email,
    name: shown,
    token,
    context,
    async open(address = '/#people/me') {
      const page = watched(await context.newPage())
      await page.goto(address)
      return page
    },
    async openElsewhere(address = '/#people/me') {
      const elsewhere = await browser.newContext({ baseURL: server.origin, ...options })
      context.on('close', () => void elsewhere.close())
      await signIn(elsewhere, server.origin, JSON.stringify(account))
      const page = watched(await elsewhere.newPage())
      await page.goto(address)
      return page
    },
    call: (path, body, method) => server.request(path, { token, ...(body && { body }), ...(method && { method }) }),
  }
}

/** Closes a browser. What a story holds up on its way may still be on it, which is no fault. */
async function leave(context: BrowserContext): Promise<void> {
  const behavior = 'ignoreErrors'
  await Promise.all([context.unrouteAll({ behavior }), ...context.pages().map((page) => page.unrouteAll({ behavior }))])
  await context.close()
}

/**
 * Signs the first window in that loads a page of the server. Playwright's `storageState` does the same with a page of its own, which costs
 * as much as a short story.
 */
async function signIn(context: BrowserContext, origin: string, account: string): Promise<void> {
  const script = await context.addInitScript(
    (given) => {
      // A frame within a page of another site has a storage of its own, and nobody has signed in there.
      const within = [...location.ancestorOrigins].some((other) => new URL(other).hostname !== location.hostname)
      if (self.origin === given.origin && !within) localStorage.setItem('account', given.account)
    },
    { origin, account },
  )
  // Only once: later loads show what the story made of it, e.g. that somebody signed out.
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

/** A fault that the page only mutters about fails the story. */
function watched(page: Page): Page {
  page.on('pageerror', (error) => {
    throw error
  })
  return page
}

/** The conversation on screen. */
export const history = (page: Page) => page.getByRole('feed')
export const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })

/** Types a message into the open conversation and sends it. */
export async function say(page: Page, words: string): Promise<void> {
  await composer(page).fill(words)
  await composer(page).press('Enter')
}
