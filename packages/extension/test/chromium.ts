// Chromium with the extension, driven by Playwright.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page, type Worker } from '@playwright/test'
import { openTestDesktop } from 'waypost/desktop/test-desktop'
import { killedWithParent } from 'waypost/test-process'
import { addressOf, type ExtensionBrowser, type Person, patience, quietFile, signInBy, type Tab } from './stage.ts'

/** The extension, as loaded from disk. */
export const built = join(import.meta.dirname, '../dist/chromium')

const flags = [
  // Chromium's sandbox doesn't work as root, which most containers use. Only our own server is visited.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
  // Playwright disables extensions unless both options name one.
  `--disable-extensions-except=${built}`,
  `--load-extension=${built}`,
]

/** A browser that hasn't been started yet. */
export async function openChromium(server: string): Promise<ExtensionBrowser> {
  const executablePath = process.env.WAYPOST_FULL_CHROMIUM
  if (!executablePath) throw new Error('Run these tests by `npm run test:browsers`: it finds Chromium.')
  const profile = mkdtempSync(join(tmpdir(), 'waypost-chromium-'))
  const desktop = await openTestDesktop()
  const env = { ...process.env, ...desktop.env }
  let context: BrowserContext | undefined
  let alone: ChildProcess | undefined
  let base = ''
  let quiet: Page | undefined

  function running(): BrowserContext {
    if (!context) throw new Error('This browser is stopped.')
    return context
  }

  async function background(): Promise<Worker> {
    const own = (worker: Worker) => worker.url().endsWith('/background.js')
    // The list may still contain one that was replaced.
    return running().serviceWorkers().findLast(own) ?? (await running().waitForEvent('serviceworker', own))
  }

  async function open(address: string): Promise<Tab> {
    const page = await running().newPage()
    await page.goto(addressOf(base, address))
    return tabOf(page)
  }

  async function run<A, T>(work: (given: A) => T | Promise<T>, given: A): Promise<T> {
    if (!quiet || quiet.isClosed()) {
      quiet = await running().newPage()
      await quiet.goto(base + quietFile)
    }
    // Playwright's type only allows functions of serializable values.
    return (quiet.evaluate as (work: unknown, given: unknown) => Promise<T>)(work, given)
  }

  async function stop(): Promise<void> {
    await context?.close()
    context = quiet = undefined
    if (!alone) return
    const ended = once(alone, 'exit')
    alone.kill('SIGTERM')
    await ended
    alone = undefined
  }

  return {
    kind: 'chromium',
    get base() {
      return base
    },
    desktop,
    get chromium() {
      return running()
    },
    get firefox(): never {
      throw new Error('This is Chromium.')
    },
    background,
    open,
    async opened(letters) {
      const page = await running().waitForEvent('page', { predicate: (page) => page.url().includes(letters), timeout: patience })
      return tabOf(page)
    },
    addresses: async () =>
      running()
        .pages()
        .filter((page) => page !== quiet)
        .map((page) => page.url()),
    run,
    signIn: (person: Person) => signInBy({ kind: 'chromium', run }, person, server),
    stop,
    async start() {
      context = await chromium.launchPersistentContext(profile, { executablePath, args: flags, env })
      base = new URL('/', (await background()).url()).href
    },
    async startAlone() {
      const words = [...flags, '--headless=new', `--user-data-dir=${profile}`, 'about:blank']
      alone = killedWithParent(spawn(executablePath, words, { env, stdio: 'ignore' }))
    },
    async close() {
      await stop()
      await desktop.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** @param page fails the test on uncaught errors */
function tabOf(page: Page): Tab {
  page.on('pageerror', (error) => {
    throw error
  })
  page.setDefaultTimeout(patience)
  const sees = (words: string) => expect(page.locator('body')).toContainText(words, { timeout: patience })
  return {
    url: () => page.url(),
    press: (name, role = 'button') => page.getByRole(role as 'button', { name, exact: true }).click(),
    fill: (name, words) => page.getByLabel(name, { exact: true }).fill(words),
    sees: (words) => sees(words),
    sawGo: (words) => expect(page.locator('body')).not.toContainText(words, { timeout: patience }),
    evaluate: (work, given) => (page.evaluate as (work: unknown, given: unknown) => Promise<never>)(work, given),
    async look(size, colours = 'light') {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: colours })
    },
    screenshot: async (path) => void (await page.screenshot({ path })),
    close: () => page.close(),
  }
}
