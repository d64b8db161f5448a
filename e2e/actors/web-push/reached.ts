// Gives a story people who can be reached in Chromium while no page of it is open.

import type { Account, Device } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { reachHere } from '@waypost/web/words/page/app'
import { expect, type Page, test as stage } from '../actors.ts'
import { type PushBrowser, type WebPush, webPush } from './chromium.ts'

interface Person {
  account: Account
  token: string
  // biome-ignore lint/suspicious/noExplicitAny: answers differ for each call, and a story checks the fields that it needs
  call(path: string, body?: object, method?: string): Promise<{ status: number; body: any }>
}

interface People {
  person(name: string): Promise<Person>
  /** Starts a browser in which a person can be reached while it is closed; its page is still open. */
  reached(person: Person): Promise<{ browser: PushBrowser; page: Page; device: Device }>
}

export const test = stage.extend<WebPush>(webPush).extend<People>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  server: async ({}, use) => {
    // The push service is on this machine.
    const server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' })
    await server.signUp('operator@example.org')
    await use(server)
    await server.close()
  },
  person: async ({ server }, use) => {
    await use((name) => signUp(server, name))
  },
  reached: async ({ server, push, pushBrowser }, use) => {
    await use(async (person) => {
      const browser = await pushBrowser(server.origin)
      await push.rewriteEndpoints(browser.context, '**/v3/subscribe-web-push')
      const page = await browser.context.newPage()
      await page.goto('/icon.svg')
      await page.evaluate((given) => localStorage.setItem('account', given), JSON.stringify(await signInAgain(server, person)))
      await page.goto('/#setup/notifications')
      await page.getByRole('button', { name: reachHere.reach }).click()
      // The app is cached on the device first.
      await expect(page.getByText(reachHere.closed)).toBeVisible()
      const { devices } = (await person.call('/v2/devices')).body
      return { browser, page, device: devices[0] }
    })
  },
})

async function signUp(server: TestServer, name: string): Promise<Person> {
  const { token, account } = await server.signUp(`${name}@example.org`, name.charAt(0).toUpperCase() + name.slice(1))
  return {
    account,
    token,
    call: (path, body, method) => server.request(path, { token, ...(body && { body }), ...(method && { method }) }),
  }
}

/** Each browser has its own session. */
export async function signInAgain(server: TestServer, { account: { email } }: Person): Promise<Account> {
  const { body: granted } = await server.request('/provider/local/sign-in', { body: { email, password: 'a password for tests' } })
  return (await server.request('/v2/authenticate', { body: { type: 'local', access_token: granted.access_token } })).body
}

/** Closes the pages of a person, and waits until the server knows that nobody is looking at them. */
export async function leave(person: Person, ...all: { browser: PushBrowser; page: Page }[]): Promise<void> {
  for (const { browser, page } of all) {
    await browser.context.newPage()
    await page.close()
  }
  await lookedAway(person)
}

/** Waits until the server knows that a person isn't looking at any of their apps. */
export const lookedAway = (person: Person) =>
  expect.poll(async () => (await person.call('/v3/get-app-states', {})).body.awake_app_guids).toEqual([])

/** Sends a note to another person. */
export const send = (from: Person, to: Person, body: string) =>
  from.call('/v2/pushes', { type: 'note', body, email: to.account.email })

/** Whether a page's browser has a web push subscription. */
export const isSubscribed = (page: Page) =>
  page.evaluate(async () => (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) !== null)

/** Puts a window behind another one. */
export const behind = (page: Page) =>
  page.evaluate(() => {
    Object.assign(document, { hasFocus: () => false })
    dispatchEvent(new Event('blur'))
  })

/** The lines of the notification with a text. */
export const noteWith = (browser: PushBrowser, text: string) =>
  browser.desktop.until(() => browser.desktop.notes.find(({ body }) => body.includes(text)))

/** Clicks a notification, or one of its actions, once the browser knows that it is on screen. */
export async function press(browser: PushBrowser, text: string, action = 'default'): Promise<void> {
  const note = await noteWith(browser, text)
  await expect.poll(async () => (await browser.notifications()).some(({ body }) => body.includes(text))).toBe(true)
  // Keys and labels alternate.
  browser.desktop.press(note, action === 'default' ? action : (note.actions[note.actions.indexOf(action) - 1] ?? ''))
}
