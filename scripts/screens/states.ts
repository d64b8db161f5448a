// Lists the pictures of notices, and of states that only appear after an event, and how to get there. Changes stay in a separate browser.

import type { Page } from '@playwright/test'
import { call, password } from './content.ts'
import { encryptionPassword, type StatesContent } from './states-content.ts'
import type { Screen } from './take.ts'

const megabyte = 2 ** 20

/** The screens of Jonas, in the order in which they are taken. */
export function stateScreens(origin: string, content: StatesContent): Record<string, Screen> {
  const screens = {
    ...conversationScreens(origin, content),
    ...troubleScreens(origin, content),
    ...messageScreens(content),
    ...deviceScreens(origin, content),
    ...keyScreens(content),
  }
  const own = Object.entries(screens).map(([name, screen]) => [name, { ...screen, as: content.jonas }])
  return { ...Object.fromEntries(own), 'storage-off': { path: '/', visitor: true, before: forbidStorage } }
}

function conversationScreens(origin: string, { jonas, ida, lena }: StatesContent): Record<string, Screen> {
  return {
    unread: {
      path: `/#people/${lena.email}`,
      prepare: (page) =>
        page
          .getByRole('feed')
          .getByText(/^\d+ new$/)
          .waitFor(),
    },
    'unread-list': { path: '/#people', narrow: true },
    'jump-to-newest': {
      path: `/#people/${ida.email}`,
      async prepare(page) {
        await scrollTo(page, 0.3)
        for (const body of newest) await call(origin, '/v2/pushes', { type: 'note', body, email: jonas.email }, ida.token)
        await page.getByRole('button', { name: `${newest.length} new` }).waitFor()
      },
      after: () => removeNewest(origin, jonas.token, newest.length),
    },
    blocked: { path: '/#people/prize@example.org', prepare: (page) => page.getByRole('button', { name: 'Unblock' }).waitFor() },
  }
}

function troubleScreens(origin: string, { jonas, ida, lena, marta }: StatesContent): Record<string, Screen> {
  const withIda = `/#people/${ida.email}`
  const signInAnew = (page: Page) => newSession(page, origin, jonas.email)
  return {
    'not-sent': { path: withIda, before: refuseSome, prepare: sendAll },
    offline: {
      path: withIda,
      async prepare(page) {
        await page.context().setOffline(true)
        for (const words of ['I am on the ferry now.', 'No signal here, this goes out in the harbour.']) await say(page, words)
        await page.getByText('You’re offline.').waitFor()
      },
    },
    'not-loaded': {
      path: '/#settings/account',
      before: (page) => page.route(/\/assets\/Settings-/, (route) => route.abort()),
      prepare: (page) => page.getByRole('main').getByRole('alert').waitFor(),
    },
    'history-failed': {
      path: `/#people/${marta.email}`,
      before: (page) => page.route(/\/v2\/history\?.*created_before/, (route) => route.abort()),
      async prepare(page) {
        // The press at the end marks the conversation as read.
        await scrollTo(page, 0)
        await page.getByRole('button', { name: 'Load more' }).click()
        await page.getByText('Couldn’t load earlier messages.').waitFor()
        await scrollTo(page, 0)
        await rest(page)
      },
    },
    'storage-full': {
      path: '/auth_error?reason=localstorage',
      prepare: fillStorage,
    },
    'signed-out': { path: withIda, before: signInAnew, prepare: signOutBeside },
    'account-changed': { path: withIda, before: signInAnew, prepare: (page) => signInBeside(page, lena.email) },
  }
}

function messageScreens({ ida }: StatesContent): Record<string, Screen> {
  const withIda = `/#people/${ida.email}`
  return {
    'picture-viewer': {
      path: withIda,
      prepare: (page) => page.getByRole('button', { name: 'Show The finish line.jpg' }).click(),
    },
    'note-folded': { path: '/#people/me', prepare: (page) => page.getByRole('button', { name: 'Show all' }).waitFor() },
    uploading: { path: withIda, before: holdUploads, prepare: uploadSome },
    'clear-dialog': {
      path: withIda,
      async prepare(page) {
        await page.getByRole('button', { name: 'Conversation actions' }).click()
        await page.getByRole('menuitem', { name: 'Clear this conversation' }).click()
        await page.getByRole('alertdialog').waitFor()
      },
    },
  }
}

function deviceScreens(origin: string, { devices }: StatesContent): Record<string, Screen> {
  return {
    'device-code': { path: '/device' },
    'device-code-confirm': {
      path: '/device',
      async prepare(page) {
        const { user_code } = await call(origin, '/v3/device-sign-in', { name: 'media-server', type: 'linux' })
        await page.getByRole('textbox', { name: 'Code' }).fill(user_code)
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.getByText('media-server').waitFor()
      },
    },
    'folder-part': { path: `/#remotefiles/${devices.computer}`, prepare: openInvoices },
    'folder-filter': {
      path: `/#remotefiles/${devices.computer}`,
      async prepare(page) {
        await openInvoices(page)
        await page.getByRole('searchbox', { name: 'Filter files' }).fill('2024-02')
        await page.getByText('29 items').waitFor()
      },
    },
  }
}

function keyScreens({ devices }: StatesContent): Record<string, Screen> {
  return {
    'key-obstacle': {
      path: '/#settings/encryption',
      async prepare(page) {
        await setPassword(page)
        await openText(page, devices.phone)
        await page.getByText('so it cannot open texts').waitFor()
      },
    },
    'key-obstacle-files': {
      path: '/#settings/encryption',
      async prepare(page) {
        await setPassword(page)
        await page.goto(`/#remotefiles/${devices.computer}`)
        await page.getByText('so it cannot read requests').waitFor()
      },
    },
    'text-not-opened': {
      path: '/#settings/encryption',
      async prepare(page) {
        await setPassword(page)
        await openText(page, devices.lockedPhone)
        await page.getByRole('textbox', { name: /^Text message to/ }).fill('I am at the station. Which platform?')
        await page.keyboard.press('Enter')
        await page.getByText('The phone could not open this text').last().waitFor()
      },
      after: (page) => page.getByRole('button', { name: 'Discard' }).click(),
    },
  }
}

/** Later pictures need the session that the others have. */
async function newSession(page: Page, origin: string, email: string): Promise<void> {
  const { access_token } = await call(origin, '/provider/local/sign-in', { email, password })
  const account = await call(origin, '/v2/authenticate', { type: 'local', access_token })
  // Only once: the page reloads when the account changes.
  const text = JSON.stringify(JSON.stringify(account))
  await page.addInitScript(`sessionStorage.renewed ??= (localStorage.account = ${text}) && 'yes'`)
}

const newest = ['The signs are printed.', 'Noor asks for a second table.', 'And it will not rain!']

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })

async function say(page: Page, words: string): Promise<void> {
  await composer(page).fill(words)
  await composer(page).press('Enter')
}

/** Scrolls the open conversation without input events, which would mark it as read. */
const scrollTo = (page: Page, part: number) =>
  page.getByRole('region', { name: /^Conversation with/ }).evaluate((region, at) => {
    region.scrollTop = at * region.scrollHeight
  }, part)

async function removeNewest(origin: string, token: string, count: number): Promise<void> {
  const headers = { 'access-token': token }
  const answer = await fetch(`${origin}/v2/pushes?limit=${count}`, { headers })
  const { pushes } = (await answer.json()) as { pushes: { iden: string }[] }
  for (const { iden } of pushes) await fetch(`${origin}/v2/pushes/${iden}`, { method: 'DELETE', headers })
}

/** Moves the pointer away from the pressed element. */
const rest = (page: Page) => page.mouse.move(0, 0)

async function attach(page: Page, ...files: { name: string; mimeType: string; size: number }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles(files.map(({ size, ...file }) => ({ ...file, buffer: Buffer.alloc(size, 'w') })))
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await rest(page)
}

/** Responses of a server with a full disk, or with too many requests, which a healthy one cannot give. */
const refuseSome = (page: Page) =>
  page.route('**/v2/pushes', (route) => {
    const words = route.request().postData() ?? ''
    const error = (code: string, message: string) => ({ error: { code, type: 'invalid_request', message } })
    if (words.includes('harbour office'))
      return route.fulfill({
        status: 507,
        json: error('disk_full', 'The server’s disk is full, so nothing was saved. Tell its operator.'),
      })
    if (words.includes('Call me'))
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '60' },
        json: error('ratelimited', 'Too many requests. Wait a little and try again.'),
      })
    return route.continue()
  })

async function sendAll(page: Page): Promise<void> {
  await composer(page).waitFor()
  await attach(page, { name: 'All starts in one film.mp4', mimeType: 'video/mp4', size: 26 * megabyte })
  await page.getByText('File is too big.').last().waitFor()
  await say(page, 'The harbour office needs our list by noon.')
  await page.getByText('The disk of this server is full').last().waitFor()
  await say(page, 'Call me when you have seen this.')
  await page.getByText('Too many messages at once.').waitFor()
}

const holdUploads = (page: Page) => page.route(/\/v3\/upload\/.*\/[1-9]\d*$/, () => {})

async function uploadSome(page: Page): Promise<void> {
  await composer(page).waitFor()
  await attach(page, { name: 'Start list and course.pdf', mimeType: 'application/pdf', size: 12 * megabyte })
  await page.getByRole('progressbar').and(page.locator(':not([aria-valuenow="0"])')).waitFor()
}

async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (let size = 2 ** 22; size > 0; size = Math.floor(size / 2)) {
      try {
        for (let index = 0; ; index++) localStorage.setItem(`filler ${size} ${index}`, 'x'.repeat(size))
      } catch {
        // The storage is full at this size; the next write fills the rest.
      }
    }
  })
  await page.reload()
  await page.getByRole('heading', { name: 'This browser’s storage is full' }).waitFor()
}

const forbidStorage = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  )

/** Another window of the same browser. */
async function beside(page: Page, path: string, act: (other: Page) => Promise<unknown>): Promise<void> {
  const other = await page.context().newPage()
  other.setDefaultTimeout(20_000)
  await other.goto(path)
  await act(other)
  await page.getByRole('alert').filter({ hasText: 'another window' }).waitFor()
  await other.close()
}

const signOutBeside = (page: Page) =>
  beside(page, '/#people', async (other) => {
    await other.getByRole('button', { name: /^(Account:|Menu$)/ }).click()
    await other.getByRole('menuitem', { name: 'Sign Out' }).click()
  })

const signInBeside = (page: Page, email: string) =>
  beside(page, '/signin?next=/', async (other) => {
    await other.getByRole('button', { name: 'Sign in as someone else' }).click()
    await other.getByLabel('Email address', { exact: true }).fill(email)
    await other.getByLabel('Password', { exact: true }).fill(password)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  })

async function openInvoices(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Invoices/ })
    .click()
  await page.getByText(/ of 3,650$/).waitFor()
  await rest(page)
}

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('Encryption password', { exact: true }).fill(encryptionPassword)
  await page.keyboard.press('Enter')
  await page.getByText('This browser has a password.').waitFor()
}

async function openText(page: Page, phone: string): Promise<void> {
  await page.goto(`/#sms/${phone}`)
  await page.getByRole('link', { name: /^Noah Lindqvist/ }).click()
  await page.getByRole('feed').getByRole('article').first().waitFor()
  await rest(page)
}
