import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startTestServer } from '@waypost/server/test-server'
import { apps, appsInstall, companionSteps, companionTabs } from '@waypost/web/words/apps'
import { installOffer } from '@waypost/web/words/page/app'
import { tryAgain } from '@waypost/web/words/ui/words'
import { desktopScreen, faultsAndOverflow } from '../../actors/accessibility.ts'
import { expect, type Page, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

const linesOf = (page: Page, beginning: string) => page.getByText(beginning).first().textContent()

test('GAP-033 /apps has the commands for each system, with version, checksum and the stores of this server', async ({
  browser,
}) => {
  const server = await startTestServer({ WAYPOST_LINK_IOS: 'https://store.example.org/ios' })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Apps', exact: true }).click()
    await expect(page).toHaveURL(/\/apps$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Apps' })).toBeFocused()
    await expect(page).toHaveTitle(/^Apps/)
    const bytes = Buffer.from(await (await fetch(`${server.origin}/apps/waypost.mjs`)).arrayBuffer())
    const sum = createHash('sha256').update(bytes).digest('hex')
    await expect(page.getByRole('heading', { name: /^Version \d+\.\d+\.\d+$/ })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /waypost\.mjs/ }) })).toContainText(sum)
    const tabs = page.getByRole('tablist', { name: companionTabs.label }).getByRole('tab')
    await expect(tabs).toHaveText([
      companionTabs.linux,
      companionTabs.mac,
      companionTabs.windows,
      companionTabs.server,
      companionTabs.android,
    ])
    for (const [name, line] of [
      ['macOS', `npm install -g --prefix ~/.local ${server.origin}/apps/waypost.tgz`],
      ['Windows', `npm install -g ${server.origin}/apps/waypost.tgz`],
      ['Server', `waypost login --server ${server.origin} --code`],
      ['Android', 'pkg install -y nodejs termux-api'],
    ] as const) {
      await tabs.getByText(name, { exact: true }).click()
      await expect(page.getByRole('button', { name: `Copy ${line}`, exact: true })).toBeVisible()
    }
    await expect(page).toHaveURL(/\/apps#android$/)
    const stores = page.getByRole('navigation', { name: apps.stores })
    await expect(stores.getByRole('link', { name: 'iOS' })).toHaveAttribute('href', 'https://store.example.org/ios')
    await expect(page.getByText(`curl ${server.origin}/v2/pushes`)).toBeVisible()
  } finally {
    await context.close()
    await server.close()
  }
})

test('the QR code leads the phone to the page at the address that other devices reach', async ({ visitor, server }) => {
  const page = await visitor()
  await page.route('http://push.example.org/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: server.origin + pathname }) })
  })
  await page.goto('http://push.example.org/apps#android')
  await expect(
    page.getByRole('img', { name: sentence(companionTabs.code, { address: 'http://push.example.org/apps#android' }) }),
  ).toBeVisible()
  await page.goto(`${server.origin}/apps#android`)
  await expect(page.getByText('that address means “this computer”')).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0)
})

test('the commands for Linux and for a server work as they are, for a user without root', async ({ actor, server }) => {
  const home = mkdtempSync(join(tmpdir(), 'waypost-home-'))
  try {
    const alice = await actor('alice')
    const page = await alice.open('/apps#linux')
    await page.getByText(companionSteps.file).click()
    const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !resolve(folder).startsWith(root))
    const env = {
      PATH: path.join(delimiter),
      HOME: home,
      // Makes installing the optional packages impossible.
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
      npm_config_cache: join(home, 'cache'),
    }
    const shell = (lines: string | null) => run('sh', ['-ec', lines ?? 'exit 1'], { env, cwd: home })
    const program = join(home, '.local/bin/waypost')
    const paths = await linesOf(page, 'export PATH=')
    const signIn = `${paths}\n${await linesOf(page, 'waypost login')} --token ${alice.token} --device Desk`

    await shell(await linesOf(page, 'mkdir -p ~/.local/bin'))
    await shell(await linesOf(page, 'waypost.mjs" | sha256sum --check'))
    expect((await shell(signIn)).stdout).toContain('This machine is the device "Desk".')
    expect(readFileSync(join(home, '.profile'), 'utf8')).toContain('.local/bin')

    rmSync(join(home, '.local'), { recursive: true })
    await shell(await linesOf(page, 'npm install -g --prefix'))
    expect(existsSync(program)).toBe(true)
    expect((await shell(`${paths}\nwaypost push from npm`)).stdout).toBe('Sent to all your devices.\n')
    const { pushes } = (await alice.call('/v2/pushes')).body
    expect(pushes[0].body).toBe('from npm')

    const curl = await linesOf(page, `curl ${server.origin}/v2/pushes`)
    await shell(`WAYPOST_TOKEN=${alice.token}\n${curl}`)
    const { pushes: more } = (await alice.call('/v2/pushes')).body
    expect(more[0]).toMatchObject({ type: 'note', title: 'Hello', body: 'From a script' })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})

test('a version that cannot be loaded is reported, and retried on request and when the network is back', async ({ visitor }) => {
  const page = await visitor()
  await page.route('**/apps/index.json', (route) => route.abort())
  await page.goto('/apps')
  const trouble = page.getByRole('alert').filter({ hasText: 'Couldn’t load the version.' })
  await expect(trouble).toBeVisible()
  await expect(page.getByRole('button', { name: /^Copy npm install/ })).toBeVisible()
  await page.getByRole('button', { name: tryAgain }).click()
  await expect(trouble).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: tryAgain }).click()
  await expect(trouble).toBeVisible()
  await page.unroute('**/apps/index.json')
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: /^Version/ })).toBeVisible()
  await expect(trouble).toHaveCount(0)
})

test('the page installs as an app where the browser offers that, and explains how elsewhere', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/apps')
  await page.getByText(appsInstall.elsewhere).click()
  await expect(page.getByText('iPhone and iPad: press Share')).toBeVisible()
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.title = 'asked'
        dispatchEvent(new Event('appinstalled'))
        return { outcome: 'accepted' }
      },
    })
    dispatchEvent(offer)
  })
  await page.getByRole('button', { name: installOffer.install, exact: true }).click()
  await expect(page.getByText(installOffer.installed, { exact: true })).toBeVisible()
  await expect(page).toHaveTitle('asked')
})

test('axe finds nothing serious in /apps at 1280 and 390 px, and it is no wider than the window there and at 320 px', async ({
  visitor,
}) => {
  const page = await visitor(desktopScreen)
  await page.goto('/apps#linux')
  const version = page.getByRole('heading', { name: /^Version/ })
  await expect(version).toBeVisible()
  await expect(page.getByText('of the extension, for these browsers')).toBeVisible()
  for (const more of await page.getByRole('group').all()) await more.locator('summary').click()
  expect(await faultsAndOverflow(page, 'linux', version, page)).toEqual([])
})
