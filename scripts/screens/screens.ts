import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { fillFolder } from '../demo/content.ts'
import { findChromium, launchOptions } from '../ensure-browser.mjs'
import { buildWeb, main, nodeBinary, Problem, root } from '../prepare.mjs'
import { openCompanions } from './companion.ts'
import { age, type Devices, fill, type Person, picture, signUp } from './content.ts'
import { takeExtension } from './extension.ts'
import { takeForStores } from './for-stores.ts'
import { fillPhoneWithBoth, fromAnywhereScreens } from './from-anywhere.ts'
import { fromPhoneScreens } from './from-phone.ts'
import { phoneScreens, playCompanion } from './phones.ts'
import { fillSources, sourceScreens } from './sources.ts'
import { stateScreens } from './states.ts'
import { fillInvoices, fillStates, readSome } from './states-content.ts'
import { type Screen, take } from './take.ts'
import { endElevation, fillTrust, trustScreens } from './trust.ts'

// `node scripts/screens/screens.ts [name...]`: takes every screen at the widths of a computer and a phone, some at that of a tablet, too, in both
// themes, into docs/screens; with names, those that have one of them in theirs. `for-stores` takes the pictures for stores into
// packages/extension/store.

const folder = join(root, 'docs/screens')
const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part))

const sizes = {
  1280: { viewport: { width: 1280, height: 800 } },
  768: { viewport: { width: 768, height: 1_024 }, hasTouch: true },
  390: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}
/** The screens that are also taken at the width of a tablet, where the panes share the least room. */
const onTablets = new Set([
  'landing',
  'sign-in',
  'people',
  'me',
  'chat',
  'devices',
  'following',
  'source-messages',
  'setup',
  'texting-thread',
  'remote-files-folder',
  'public-channels',
  'search',
  'settings-account',
])
const themes = ['light', 'dark'] as const

const signIn = { path: '/signin?next=/', visitor: true }
const crash = (page: Page) => page.evaluate(() => void setTimeout(() => JSON.parse('{')))

const shared = `/share?${new URLSearchParams({
  link: `web+waypost:send?${new URLSearchParams({
    title: 'The night ferry to the islands',
    url: 'https://example.org/ferries/night',
    text: 'Two cabins are left for Friday.',
  })}`,
})}#people/me`

/** The browser says that it is Safari on an iPhone. */
const asIphone = (page: Page) =>
  page.addInitScript(() => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
    Object.defineProperty(navigator, 'userAgent', { get: () => userAgent })
  })

/** The server does not list its sign-in methods, so the page waits. */
const silent = (page: Page) => page.route('**/v3/providers', () => {})

const screens: Record<string, Screen> = {
  landing: { path: '/', visitor: true },
  'sign-in': signIn,
  'desktop-auth': { path: '/desktop_auth?platform=linux', visitor: true, before: silent },
  'auth-error': { path: '/auth_error?reason=email', visitor: true },
  privacy: { path: '/privacy', visitor: true },
  'not-found': { path: '/no-such-page', visitor: true },
  people: { path: '/#people' },
  me: { path: '/#people/me' },
  chat: { path: '/#people/ana@example.org' },
  'chat-empty': { path: '/#people/dana@example.net' },
  'chat-window': { path: '/chat?target=bo@example.org' },
  about: { path: '/#people/ana@example.org', prepare: openAbout },
  filters: {
    path: '/#people/me',
    prepare: (page) => page.getByRole('toolbar', { name: 'Filter messages' }).getByRole('button', { name: 'Lists' }).click(),
  },
  'picture-dialog': { path: '/#people/ana@example.org', prepare: choosePictures },
  picker: { path: '/#people/new', prepare: (page) => page.getByRole('combobox').fill('an') },
  devices: { path: '/#devices' },
  'device-new': { path: '/#devices/new' },
  'device-new-iphone': { path: '/#devices/new', narrow: true, before: asIphone },
  following: { path: '/#following/port-ellery' },
  'following-new': { path: '/#following/new' },
  setup: { path: '/#setup' },
  'setup-notifications': { path: '/#setup/notifications' },
  'share-sheet': {
    path: shared,
    prepare: (page) => page.getByRole('dialog', { name: 'Send to' }).getByRole('option').first().waitFor(),
  },
  texting: { path: '/#sms' },
  'remote-files': { path: '/#remotefiles' },
  widget: { path: '/widget.html#channel=port-ellery&widget=card&size=large', visitor: true, headless: true },
  subscribe: { path: '/subscribe?channel_tag=night-sky', visitor: true },
  'subscribe-follow': { path: '/subscribe?channel_tag=ferry-times' },
  apps: { path: '/apps#linux', visitor: true },
  'apps-android': { path: '/apps#android', visitor: true },
  'apps-extension': {
    path: '/apps',
    visitor: true,
    prepare: (page) => page.evaluate("document.getElementById('apps-extension').scrollIntoView()"),
  },
  'extension-privacy': { path: '/extension-privacy', visitor: true },
  'public-channels': { path: '/channels', visitor: true },
  'public-channel': { path: '/channel?tag=night-sky', visitor: true },
  'public-pro': { path: '/pro', visitor: true },
  'public-support': { path: '/support', visitor: true },
  'public-about': { path: '/about', visitor: true },
  search: { path: '/#people/me', prepare: search },
  shortcuts: { path: '/#settings/account', prepare: (page) => page.keyboard.press('Control+/') },
  settings: { path: '/#settings' },
  'error-page': { path: '/#people/me', prepare: crash },
  'style-guide': { path: '/style-guide', visitor: true },
}

function screensOf({ computer, phone }: Devices): Record<string, Screen> {
  const open = (page: Page, name: string) =>
    page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
  return {
    'texting-thread': {
      path: `/#sms/${phone}`,
      async prepare(page) {
        await page.getByRole('link', { name: /^Mia Torres/ }).click()
        await page.getByRole('feed').getByRole('article').first().waitFor()
      },
    },
    'texting-new': { path: `/#sms/${phone}/new`, prepare: (page) => page.getByRole('combobox').fill('no') },
    'remote-files-folder': {
      path: `/#remotefiles/${computer}`,
      async prepare(page) {
        for (const name of ['Pictures', 'Coast']) await open(page, name)
        await page.getByRole('main').locator('img').nth(5).waitFor()
      },
    },
    'remote-files-request': {
      path: `/#remotefiles/${computer}`,
      async prepare(page) {
        for (const name of ['Documents', 'Packing list']) await open(page, name)
        await page.getByRole('dialog').waitFor()
      },
    },
  }
}

/** A screen for each tab that the section's list links to on a narrow page. */
async function tabsOf(section: string, browser: Browser, options: BrowserContextOptions): Promise<Record<string, Screen>> {
  const context = await browser.newContext({ ...options, ...sizes[390] })
  const page = await context.newPage()
  await page.goto(`/#${section}`)
  const links = page.locator(`a[href^="#${section}/"]`)
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  await context.close()
  return Object.fromEntries(paths.map((path) => [path.slice(1).replace('/', '-'), { path: `/${path}` }]))
}

async function openAbout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'About Ana Reyes' }).click()
  await page.getByRole('tab', { name: /^Pictures/ }).waitFor()
}

async function choosePictures(page: Page): Promise<void> {
  const files = [
    { name: 'quay.jpg', mimeType: 'image/jpeg', buffer: await picture(1_200, 800, 40) },
    { name: 'mast.jpg', mimeType: 'image/jpeg', buffer: await picture(900, 1_200, 180) },
  ]
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles(files)
  await page.getByRole('dialog').locator('canvas, img').first().waitFor()
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await page.getByRole('searchbox').last().fill('an')
}

/** The port must be the same each time, because file addresses contain it. */
async function serve(data: string, port = '0'): Promise<{ origin: string; stop(): Promise<void> }> {
  const child: ChildProcess = spawn(nodeBinary, ['packages/server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      WAYPOST_DATA: data,
      WAYPOST_PORT: port,
      WAYPOST_RATE_LIMIT: 'off',
      WAYPOST_LOG: 'error',
      WAYPOST_TEST_CHECKOUT: 'on',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (said) => {
      const found = /ready at (\S+)/.exec(String(said))
      if (found?.[1]) resolve(found[1])
    })
    child.once('close', () => reject(new Problem('The server for the pictures did not start.')))
  })
  return {
    origin,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function takeAll(browser: Browser, origin: string, all: Record<string, Screen>, mira: Person): Promise<void> {
  for (const [width, size] of Object.entries(sizes)) {
    for (const colorScheme of themes) {
      const options = { baseURL: origin, colorScheme, reducedMotion: 'reduce', locale: 'en-GB', ...size } as const
      const guest = await browser.newContext(options)
      const member = await browser.newContext({ ...options, storageState: signedIn(origin, mira) })
      for (const [name, screen] of Object.entries(all)) {
        if (!isWanted(name) || (screen.narrow && !('isMobile' in size)) || (width === '768' && !onTablets.has(name))) continue
        const own = screen.as && (await browser.newContext({ ...options, storageState: signedIn(origin, screen.as) }))
        const file = join(folder, `${name}-${width}-${colorScheme}.png`)
        // A failed picture doesn't stop the others; its old version stays.
        await take(own ?? (screen.visitor ? guest : member), screen, file).catch((error: Error) => {
          console.log(`${name}, ${width} px, ${colorScheme}: ${error.message.split('\n')[0]}`)
          process.exitCode = 1
        })
        await own?.close()
      }
      await guest.close()
      await member.close()
    }
  }
}

const signedIn = (origin: string, { account }: Person) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'account', value: JSON.stringify(account) }] }],
})

await main(async () => {
  if (!findChromium())
    throw new Problem('The pictures need Chromium or Chrome: run `npm test` once, which finds or installs one.')
  await buildWeb()
  const data = mkdtempSync(join(tmpdir(), 'waypost-screens-'))
  const browser = await chromium.launch(launchOptions())
  let server = await serve(data)
  try {
    const { mira, ana, devices, agos } = await fill(server.origin)
    const sources = await fillSources(server.origin, mira, ana, agos)
    const withPhone = await signUp(server.origin, 'Noor Aziz')
    const withBoth = await signUp(server.origin, 'Tess Moreau')
    const notices = await fillStates(server.origin, agos)
    const trust = await fillTrust(server.origin, mira, await signUp(server.origin, 'Omar Haddad'))
    await server.stop()
    age(join(data, 'waypost.db'), agos)
    endElevation(join(data, 'waypost.db'))
    server = await serve(data, new URL(server.origin).port)
    mkdirSync(folder, { recursive: true })
    await readSome(server.origin, notices)
    const companions = [
      { person: mira, device: devices.computer, fill: fillFolder },
      { person: mira, device: devices.phone },
      { person: notices.jonas, device: notices.devices.computer, fill: fillInvoices },
      { person: notices.jonas, device: notices.devices.phone },
      { person: notices.jonas, device: notices.devices.lockedPhone },
    ]
    const mirasBrowser = { baseURL: server.origin, storageState: signedIn(server.origin, mira) }
    const both = await fillPhoneWithBoth(server.origin, withBoth)
    const all = {
      ...screens,
      ...screensOf(devices),
      ...(await tabsOf('settings', browser, mirasBrowser)),
      ...(await tabsOf('admin', browser, mirasBrowser)),
      ...trustScreens(trust),
      ...stateScreens(server.origin, notices),
      ...sourceScreens(sources),
      ...phoneScreens(withPhone),
      ...fromAnywhereScreens(withPhone, withBoth, both),
      ...fromPhoneScreens(server.origin, mira, devices.phone),
    }
    const closeCompanions = await openCompanions(server.origin, companions, join(data, 'companions'))
    const endCompanion = await playCompanion(server.origin, withPhone)
    await takeAll(browser, server.origin, all, mira).finally(closeCompanions)
    if (isWanted('for-stores')) await takeForStores(server.origin, mira)
    endCompanion()
    await takeExtension(server.origin, folder, mira, ana, isWanted)
    both.close()
  } finally {
    await browser.close()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
  const sizesOf = readdirSync(folder).map((file) => statSync(join(folder, file)).size)
  console.log(`${sizesOf.length} pictures, ${Math.round(sizesOf.reduce((sum, size) => sum + size, 0) / 1_024)} KB`)
  return process.exitCode === 1 ? 1 : 0
})
