import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appBackground } from '@waypost/web/words/page/app'
import { landingStage } from '@waypost/web/words/page/landing'
import { expect, type Page, test } from '../../actors/actors.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the app is cached on this device. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise((resolve) => active?.addEventListener('statechange', resolve))
  })

test('the browser finds nothing that prevents the installation of the app', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await kept(page)
  const devtools = await alice.context.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A separate context counts as a private window, where apps can't be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { errors, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { icons, screenshots } = JSON.parse(data ?? '{}')
  for (const { src } of [...icons, ...screenshots]) expect([src, (await page.request.get(src)).status()]).toEqual([src, 200])
})

test('without a network the app opens with the last conversation, and every other page too', async ({ actor }) => {
  const [alice] = [await actor('alice'), await actor('bob')]
  await alice.call('/v2/pushes', { type: 'note', body: 'Bring the tent', email: 'bob@example.org' })
  const page = await alice.open('/#people/bob@example.org')
  await expect(page.getByText('Bring the tent').last()).toBeVisible()
  await kept(page)
  await page.close()
  await alice.context.setOffline(true)
  const again = await alice.context.newPage()
  // Timers never fire: the page's clock is stopped.
  await again.clock.install()
  await again.clock.pauseAt(Date.now() + 60_000)
  await again.goto('/#people')
  await expect(again.getByText('Bring the tent').last()).toBeVisible()
  await again.clock.resume()
  await again.goto('/#settings/account')
  await expect(again.getByRole('heading', { name: 'Account', exact: true }).first()).toBeVisible()
  await again.goto('/apps')
  await expect(again.getByRole('heading', { name: 'Apps', level: 1 })).toBeVisible()
})

test('answers of the API are never kept, nor pages that are not of the web client', async ({ actor, server }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await kept(page)
  await page.reload()
  await page.evaluate(() => fetch('/v2/users/me').then((answer) => answer.text()))
  await page.goto('/openapi.json')
  await page.goto('/docs/api')
  await page.goto('/')
  const addresses = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    return (await Promise.all(all.map((cache) => cache.keys()))).flat().map(({ url }) => url)
  })
  expect(addresses.length).toBeGreaterThan(50)
  const paths = addresses.map((address) => address.replace(server.origin, '').replace(/\?.*/, ''))
  expect(paths.filter((path) => !/^\/($|assets\/|img\/|theme\.js|icon\.svg)/.test(path))).toEqual([])
})

test('a new version is offered, and loading it loses no draft', async ({ actor, server }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#people/me')
  await kept(page)
  const version = await versionOf(page)
  await page.getByRole('textbox', { name: landingStage.toMe }).fill('half a thought')
  const next = newVersion(process.env.WAYPOST_TEST_WEB ?? 'packages/web/dist')
  await server.restart(next)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(page.getByText(appBackground.version).last()).toBeVisible()
  // While it waits, the previous version still opens offline.
  await alice.context.setOffline(true)
  const another = await alice.open('/#people/me')
  expect(await versionOf(another)).toBe(version)
  await expect(another.getByRole('textbox', { name: landingStage.toMe })).toHaveValue('half a thought')
  await another.close()
  await alice.context.setOffline(false)
  expect(await versionOf(page)).toBe(version)
  await page.getByRole('button', { name: appBackground.reload }).click()
  // Between the two pages there is none to query.
  await expect(async () => expect(await versionOf(page)).not.toBe(version)).toPass()
  await expect(page.getByRole('textbox', { name: landingStage.toMe })).toHaveValue('half a thought')
  rmSync(next, { recursive: true })
})

/** The address of a page's script, which differs between versions. */
const versionOf = (page: Page) => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)

/** A copy of the built web client whose files have different names, as if all of them had changed. */
function newVersion(built: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-web-'))
  cpSync(built, folder, { recursive: true, filter: (path) => !path.endsWith('.br') })
  const named = /\b([\w.-]+-)([\w-]{8})(\.(?:js|mjs|css|woff2))\b/g
  const names = new Set(readdirSync(join(folder, 'assets')).filter((name) => name.match(named)))
  const renamed = (name: string) => name.replace(named, '$1newer$2$3')
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    if (!file.isFile() || !/\.(js|mjs|css|html)$/.test(file.name)) continue
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      text.replace(named, (name) => (names.has(name) ? renamed(name) : name)),
    )
  }
  for (const name of names) renameSync(join(folder, 'assets', name), join(folder, 'assets', renamed(name)))
  return folder
}
