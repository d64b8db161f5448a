import { startTestServer } from '@waypost/server/test-server'
import { connectionWords } from '@waypost/web/words/page'
import { errorPage, missingParts } from '@waypost/web/words/page/errors'
import { headerWords } from '@waypost/web/words/page/header'
import { paneWords } from '@waypost/web/words/page/shell'
import { noMessages } from '@waypost/web/words/push/history'
import { deviceList } from '@waypost/web/words/settings'
import { authError } from '@waypost/web/words/sign-in'
import { close as closeText, noDevicesYet, partOfPageFailed } from '@waypost/web/words/ui/words'
import { seriousFaults } from '../../actors/accessibility.ts'
import { type Actor, expect, history, type Page, say, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

/** Other stories fail on any page error. */
async function openUnwatched(alice: Actor, address = '/#people/me'): Promise<Page> {
  const page = await alice.context.newPage()
  await page.goto(address)
  return page
}

test('SHELL-015 SHELL-016 SHELL-017 SHELL-018 SHELL-019 TRACK-005 an unhandled error leads to the error page, which sends a report without any content', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await openUnwatched(alice)
  await expect(page.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()
  await page.evaluate(() => setTimeout(() => JSON.parse('dear Ana, the secret is')))
  await expect(page.getByRole('heading', { level: 1, name: 'Aw, Snap! An error.', exact: true })).toBeFocused()
  const box = page.getByPlaceholder('Please describe what you were doing so that we can fix the issue.', { exact: true })
  const diagnostics = page.getByRole('textbox', { name: /^Diagnostics/ })
  await expect(diagnostics).not.toBeEditable()
  await expect(diagnostics).toHaveValue(/SyntaxError/)
  expect(await diagnostics.inputValue()).not.toMatch(/dear|secret|alice/i)
  await expect(page.getByRole('button', { name: errorPage.copy })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.route('**/v2/error-report', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(errorPage.notSent)).toBeVisible()
  const sent = page.waitForRequest('**/v2/error-report')
  await box.fill('I pressed Send.')
  await page.getByRole('button', { name: 'Submit' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    body: 'I pressed Send.',
    reply_to: 'alice@example.org',
    data: { path: '/#people' },
  })
  await expect(page.getByText(errorPage.sent)).toBeVisible()
  await page.getByRole('button', { name: errorPage.reload }).click()
  await expect(page.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()
})

test('SHELL-019 notices without an error, errors of browser extensions and requests that were stopped leave the page as it is; an unhandled rejection leads to the error page', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await openUnwatched(alice)
  await expect(page.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()
  await page.evaluate(() => {
    const filename = `${location.origin}/app.js`
    for (const error of [undefined, null]) dispatchEvent(new ErrorEvent('error', { message: 'A notice', filename, error }))
    dispatchEvent(new ErrorEvent('error', { filename: 'chrome-extension://abc/content.js', error: new Error('theirs') }))
    void Promise.reject(new DOMException('stopped', 'AbortError'))
  })
  await say(page, 'still here')
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  await page.evaluate(() => {
    void Promise.reject(new TypeError('not awaited'))
  })
  await expect(page.getByText('Aw, Snap! An error.', { exact: true })).toBeVisible()
})

test('SHELL-052 SHELL-053 SHELL-054 SYNC-012 what the browser blocks is named, with whom to ask', async ({ browser }) => {
  const server = await startTestServer({ WAYPOST_SUPPORT_EMAIL: 'help@example.org' })
  const context = await browser.newContext({
    baseURL: server.origin,
    userAgent: 'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1)',
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(() => {
      Object.defineProperty(window, 'WebSocket', { value: undefined })
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    await page.goto('/')
    for (const words of [
      sentence(missingParts.disabled, { what: 'Local Storage', email: 'help@example.org' }),
      sentence(missingParts.disabled, { what: 'WebSocket', email: 'help@example.org' }),
      sentence(missingParts.internetExplorer, { version: '9' }),
    ])
      await expect(page.getByRole('alert').getByText(words, { exact: true })).toBeVisible()
    await page.getByRole('alert').first().getByRole('button', { name: closeText }).click()
    await expect(page.getByRole('alert').filter({ has: page.getByRole('button') })).toHaveCount(2)
    // Reported before anything is typed in vain.
    await page.goto('/signin')
    await expect(page).toHaveURL(/\/auth_error\?reason=localstorage$/)
  } finally {
    await context.close()
    await server.close()
  }
})

test('SHELL-023 a history that an extension removed is named, and navigation still works', async ({ actor }) => {
  const alice = await actor('alice')
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  await alice.context.addInitScript(() => Object.defineProperty(window, 'history', { configurable: true, value: null }))
  const page = await alice.open()
  await expect(page.getByRole('alert').getByText('Extention conflict?', { exact: true })).toBeVisible()
  await say(page, 'still here')
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Devices' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Laptop' })).toBeVisible()
  await page.getByRole('link', { name: 'Add a device' }).click()
  await expect(page).toHaveURL(/#devices\/new$/)
})

const fillStorage = (page: Page) =>
  page.evaluate(() => {
    for (let size = 2 ** 22; size > 0; size = Math.floor(size / 2)) {
      try {
        for (let index = 0; ; index++) localStorage.setItem(`filler ${size} ${index}`, 'x'.repeat(size))
      } catch {
        // The storage is full at this size; the next write fills the rest.
      }
    }
  })

test('SYNC-013 AUTH-030 a full storage leads to the page about storage', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await expect(page.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()
  await fillStorage(page)
  await say(page, 'one more')
  await expect(page).toHaveURL(/\/auth_error\?reason=localstorage$/)
  await expect(page.getByText(authError.storage, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: authError.full })).toBeVisible()
  await expect(page.getByText('is disabled in your browser')).toHaveCount(0)
  await expect(page.getByRole('link', { name: authError.back })).toBeVisible()
  await page.getByRole('button', { name: authError.signOut }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('to a visitor, too, a full storage is full, and not switched off', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/pages/none')
  await fillStorage(page)
  await page.goto('/')
  await expect(page.getByRole('alert').getByText('This browser’s storage is full.', { exact: false })).toBeVisible()
  await expect(page.getByText('is disabled in your browser')).toHaveCount(0)
  await page.goto('/signin')
  await expect(page).toHaveURL(/\/auth_error\?reason=localstorage$/)
  await expect(page.getByRole('heading', { name: authError.full })).toBeVisible()
  await expect(page.getByText('There’s no room to keep you signed in.', { exact: false })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.getByRole('link', { name: authError.again }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
})

test('what the system says of its network is said at once, and a server that does not answer after a while', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.context.newPage()
  await page.clock.install()
  await page.goto('/#people/me')
  await expect(page.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()
  const strip = page.getByText(connectionWords.offline)
  await page.clock.pauseAt(Date.now() + 60_000)
  await expect(strip).toHaveCount(0)
  await alice.context.setOffline(true)
  await expect(strip).toBeVisible()
  await alice.context.setOffline(false)
  await page.clock.resume()
  await expect(strip).toHaveCount(0)
})

const brokenAnswers = {
  'a page instead of an answer': {
    status: 200,
    contentType: 'text/html',
    body: '<html><body>Please log in to the hotel</body></html>',
  },
  'half an answer': { status: 200, contentType: 'application/json', body: '{"pushes":[{"iden":' },
  'an error of the server': { status: 500, contentType: 'text/html', body: 'Internal Server Error' },
  'something else as JSON': { status: 200, contentType: 'application/json', body: '[null,7]' },
}

test('a page instead of an answer, half of one, an error and something else as JSON: the page says so, and works again when the server does', async ({
  actor,
}) => {
  for (const [index, [name, answer]] of Object.entries(brokenAnswers).entries()) {
    const alice = await actor(`alice-${index}`)
    const page = await alice.context.newPage()
    const faults: Error[] = []
    page.on('pageerror', (fault) => faults.push(fault))
    await page.route(/\/v[23]\//, (route) => route.fulfill(answer))
    await page.goto('/#people/me')
    await expect(page.getByRole('heading', { level: 1, name: paneWords.failed }), name).toBeVisible()
    await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: alice.name }) })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: paneWords.retry }).click()
    await expect(page.getByText(sentence(noMessages.share, { name: 'Me' })), name).toBeVisible()
    expect([name, faults]).toEqual([name, []])
    await page.close()
  }
})

test('API-074 no network: one banner says so, and closes when the server answers again', async ({ actor }) => {
  const alice = await actor('alice')
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  const page = await alice.open('/#settings/devices')
  await expect(page.getByRole('button', { name: 'Delete Laptop' })).toBeVisible()
  await alice.context.setOffline(true)
  await page.getByRole('textbox', { name: sentence(deviceList.nickname, { name: 'Laptop' }) }).fill('Kitchen')
  await page.keyboard.press('Enter')
  const banner = page.getByRole('alert').filter({ hasText: 'Network Issue' })
  await expect(banner.getByText('Could not connect to server', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: sentence(deviceList.nickname, { name: 'Laptop' }) })).toHaveValue('Laptop')
  await alice.context.setOffline(false)
  await expect(banner).toHaveCount(0)
})

test('background parts that fail to load leave the page as it is, and are loaded again with the next connection', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await alice.call('/v2/devices', { nickname: 'Phone', type: 'android', has_sms: true })
  const parts = [/\/assets\/SmsSection-[^/]*\.js$/, /\/assets\/others-[^/]*\.js$/]
  for (const part of parts) await alice.context.route(part, (route) => route.abort())
  const sockets: { close(): Promise<void> }[] = []
  await alice.context.routeWebSocket(/\/websocket\//, (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
  const lost = parts.map((part) => alice.context.waitForEvent('requestfailed', (request) => part.test(request.url())))
  const page = await alice.open()
  await Promise.all(lost)
  await say(page, 'still here')
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  await alice.context.unrouteAll()
  const arrived = parts.map((part) => page.waitForResponse(part))
  for (const socket of sockets) await socket.close()
  for (const response of await Promise.all(arrived)) expect(response.ok()).toBe(true)
  await say(page, 'and here')
  await expect(history(page).getByRole('article')).toHaveCount(2)
})

test('a screen whose code does not load says so, and loads on a press, with the network, on return, or with the page', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const settings = /\/assets\/Settings-[^/]*\.js$/
  await alice.context.route(settings, (route) => route.abort())
  const page = await alice.open()
  const missing = page.getByRole('main').getByRole('alert')
  const again = missing.getByRole('button', { name: paneWords.retry })
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(missing).toContainText(partOfPageFailed)
  expect(await seriousFaults(page)).toEqual([])
  await alice.context.unroute(settings)
  await page.evaluate(() => Object.assign(window, { same: true }))
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  expect(await page.evaluate(() => 'same' in window)).toBe(true)

  await alice.context.setOffline(true)
  await page.goto('/#people/new')
  await expect(missing).toBeVisible()
  await alice.context.setOffline(false)
  await expect(page.getByRole('combobox')).toBeVisible()

  const setup = /\/assets\/Setup-[^/]*\.js$/
  await alice.context.route(setup, (route) => route.abort())
  await page.goto('/#setup')
  await expect(missing).toBeVisible()
  await alice.context.unroute(setup)
  await page.goto('/#people/me')
  await expect(page.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()
  await page.goto('/#setup')
  await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible()

  const files = /\/assets\/RemoteFiles-[^/]*\.js$/
  await alice.context.route(files, (route) => route.abort())
  await page.goto('/#remotefiles')
  await expect(missing).toBeVisible()
  await Promise.all([page.waitForEvent('requestfailed', (request) => files.test(request.url())), again.click()])
  await expect(again).toBeVisible()
  await alice.context.unroute(files)
  await Promise.all([page.waitForEvent('load'), again.click()])
  await expect(page.getByRole('heading', { name: noDevicesYet })).toBeVisible()
})

for (const [name, hours] of [
  ['a day slow', -24],
  ['a day fast', 24],
] as const) {
  test(`SHELL-003 HIST-010 a clock that is ${name} does not prevent writing and reading, and 'Sent' and 'minutes ago' stay correct`, async ({
    actor,
  }) => {
    const alice = await actor('alice')
    const page = await alice.context.newPage()
    await page.clock.install({ time: new Date(Date.now() + hours * 3_600_000) })
    await page.goto('/#people/me')
    await say(page, 'what time is it?')
    await expect(history(page).getByText('what time is it?')).toHaveCount(1)
    await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
    await expect(history(page).getByRole('time')).toHaveCount(1)
    await alice.call('/v2/pushes', { type: 'note', body: 'time to go' })
    await expect(history(page).getByText('time to go')).toBeVisible()
    expect((await alice.call('/v2/pushes')).body.pushes).toHaveLength(2)
    await expect(page.getByRole('article').first()).toHaveAccessibleName(/what time is it/)
  })
}
