import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startTestServer } from '@waypost/server/test-server'
import { newDevice } from '@waypost/web/words/apps'
import { browserExtension, extensionChromium, extensionFirefox, extensionSteps } from '@waypost/web/words/apps/extension'
import { tryAgain } from '@waypost/web/words/ui/words'
import { desktopScreen, faultsAndOverflow } from '../../actors/accessibility.ts'
import { expect, type Page, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

const part = (page: Page) => page.getByRole('region', { name: browserExtension.title })
const tabs = (page: Page) => part(page).getByRole('tablist', { name: browserExtension.label }).getByRole('tab')
const steps = (page: Page) => part(page).getByRole('list').getByRole('listitem')

const agents = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
  safari: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  android: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
}

test('/apps has the extension for each kind of browser, with the steps, and the checksum of what it serves', async ({
  visitor,
  server,
}) => {
  const page = await visitor()
  await page.goto('/apps')
  await expect(tabs(page)).toHaveText([browserExtension.chromium, browserExtension.firefox])
  await expect(tabs(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect(part(page)).toContainText(browserExtension.here)
  for (const [tab, name, address] of [
    [browserExtension.chromium, 'waypost-chromium.zip', 'chrome://extensions'],
    ['Firefox', 'waypost-firefox.zip', 'about:debugging#/runtime/this-firefox'],
  ] as const) {
    await tabs(page).getByText(tab, { exact: true }).click()
    const bytes = Buffer.from(await (await fetch(`${server.origin}/apps/${name}`)).arrayBuffer())
    const sum = createHash('sha256').update(bytes).digest('hex')
    await expect(
      steps(page).filter({ has: page.getByRole('link', { name: sentence(extensionSteps.download, { name }) }) }),
    ).toContainText(['', sum])
    await expect(part(page).getByRole('button', { name: `Copy ${address}`, exact: true })).toBeVisible()
    await expect(
      part(page)
        .getByRole('button', { name: `Copy ${server.origin}`, exact: true })
        .first(),
    ).toBeVisible()
    const loading = page.waitForEvent('download')
    await part(page)
      .getByRole('link', { name: sentence(extensionSteps.download, { name }) })
      .first()
      .click()
    const loaded = await loading
    expect(loaded.suggestedFilename()).toBe(name)
  }
  await expect(page).toHaveURL(/\/apps#firefox$/)
  await page.reload()
  await expect(tabs(page).last()).toHaveAttribute('aria-selected', 'true')
  await part(page).getByRole('link', { name: browserExtension.privacy }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy of the browser extension' })).toBeVisible()
})

test('the page begins with the steps for the browser that shows it, and says where none takes the extension', async ({
  browser,
  server,
}) => {
  for (const [agent, tab, takes] of [
    [agents.firefox, 'Firefox', true],
    [agents.edge, browserExtension.chromium, true],
    [agents.safari, browserExtension.chromium, false],
    [agents.android, browserExtension.chromium, false],
  ] as const) {
    const context = await browser.newContext({ baseURL: server.origin, userAgent: agent })
    const page = await context.newPage()
    await page.goto('/apps')
    await expect(part(page).getByRole('tab', { name: tab, exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(part(page).getByText(browserExtension.here)).toHaveCount(takes ? 1 : 0)
    await expect(part(page).getByText('This browser can’t use the extension')).toHaveCount(takes ? 0 : 1)
    await context.close()
  }
})

test('stores that the operator has named come first, and a signed extension takes the place of the one that nobody has signed', async ({
  browser,
}) => {
  const server = await startTestServer({
    WAYPOST_LINK_CHROME: 'https://store.example.org/chrome',
    WAYPOST_LINK_FIREFOX: 'https://store.example.org/firefox',
  })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const page = await context.newPage()
    await page.goto('/apps#firefox')
    const store = part(page).getByRole('link', { name: extensionSteps.store })
    await expect(store).toHaveAttribute('href', 'https://store.example.org/firefox')
    await expect(part(page).getByText('Firefox keeps only extensions signed by Mozilla.')).toBeVisible()
    await tabs(page).first().click()
    await expect(store).toHaveAttribute('href', 'https://store.example.org/chrome')
    await expect(part(page).getByText(extensionChromium.managed)).toHaveCount(0)

    const own = join(server.app.deps.config.data, 'extension')
    await mkdir(own, { recursive: true })
    writeFileSync(join(own, 'waypost-firefox.xpi'), 'signed')
    writeFileSync(join(own, 'waypost-chromium.crx'), 'signed')
    await page.reload()
    await expect(part(page).getByText(extensionChromium.managed)).toBeVisible()
    await tabs(page).last().click()
    const install = part(page).getByRole('link', { name: extensionFirefox.install })
    await expect(install).toHaveAttribute('href', `${server.origin}/apps/waypost-firefox.xpi`)
    await expect(part(page).getByText('Firefox keeps only extensions signed by Mozilla.')).toHaveCount(0)
  } finally {
    await context.close()
    await server.close()
  }
})

test('the steps are there without version and checksums, and a server without the extension says so', async ({ visitor }) => {
  const page = await visitor()
  await page.route('**/apps/index.json', (route) => route.abort())
  await page.goto('/apps')
  await expect(part(page).getByText('Couldn’t load the version and checksums.')).toBeVisible()
  await expect(
    part(page).getByRole('link', { name: sentence(extensionSteps.download, { name: 'waypost-chromium.zip' }) }),
  ).toBeVisible()
  await page.unroute('**/apps/index.json')
  await page.route('**/apps/index.json', async (route) => {
    const { extension: _, ...older } = await (await route.fetch()).json()
    await route.fulfill({ json: older })
  })
  await page.getByRole('button', { name: tryAgain }).click()
  await expect(part(page).getByText('This server doesn’t offer the extension.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Version/ })).toBeVisible()
})

test('a new device can be the extension of this browser', async ({ actor }) => {
  const alice = await actor('alice', desktopScreen)
  const page = await alice.open('/#devices/new')
  await page.getByRole('link', { name: newDevice.getExtension }).click()
  await expect(page).toHaveURL(/\/apps#chromium$/)
  await expect(part(page)).toBeVisible()
})

test('axe finds nothing serious in the steps for Firefox at 1280 and 390 px, and they are no wider than the window there and at 320 px', async ({
  visitor,
}) => {
  const page = await visitor(desktopScreen)
  await page.goto('/apps#firefox')
  const version = part(page).getByText('of the extension, for these browsers')
  await expect(version).toBeVisible()
  for (const more of await part(page).getByRole('group').all()) await more.locator('summary').click()
  expect(await faultsAndOverflow(page, 'firefox', version)).toEqual([])
})
