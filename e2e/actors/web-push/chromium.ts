// Gives a story Chromium browsers that receive Web Push while no tab is open, each with a desktop that shows its notifications.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, type Worker } from '@playwright/test'
import { openTestDesktop, type TestDesktop } from 'waypost/desktop/test-desktop'
import { type ChromiumPush, startChromiumPush } from './chromium-push.ts'

interface WorkerNotification {
  title: string
  body: string
  tag: string
  // biome-ignore lint/suspicious/noExplicitAny: each service worker has its own data, and a story checks what it needs
  data: any
}

/** A browser with its own profile. */
export interface PushBrowser {
  readonly context: BrowserContext
  /** The desktop on which it shows notifications. Pressing one is like a click by the user: it may open a window. */
  readonly desktop: TestDesktop
  /** A site's notifications. Its service worker must be running, as it is after a message. */
  notifications(): Promise<WorkerNotification[]>
  /** Ends the browser. Its profile, with the subscriptions, stays. */
  stop(): Promise<void>
  /** Starts it again, with a blank tab. It forgets routes and open pages. */
  start(): Promise<void>
}

export interface WebPush {
  push: ChromiumPush
  pushBrowser(site: string, options?: BrowserContextOptions): Promise<PushBrowser>
}

/** The fixtures, for `test.extend<WebPush>`. */
export const webPush = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  push: async ({}, use: (push: ChromiumPush) => Promise<void>) => {
    const push = await startChromiumPush()
    await use(push)
    await push.close()
  },
  pushBrowser: async ({ push }: { push: ChromiumPush }, use: (start: WebPush['pushBrowser']) => Promise<void>) => {
    const browsers: Awaited<ReturnType<typeof prepareBrowser>>[] = []
    await use(async (site, options) => {
      const browser = await prepareBrowser(push, new URL(site).origin, options)
      browsers.push(browser)
      await browser.start()
      return browser
    })
    for (const browser of browsers) await browser.close()
  },
}

const flags = [
  // Chromium's sandbox doesn't work as root, which most containers use. Only our own server is visited.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  // Background networking would check for updates, among other things.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
]

async function prepareBrowser(push: ChromiumPush, site: string, options?: BrowserContextOptions) {
  const executablePath = process.env.WAYPOST_FULL_CHROMIUM
  if (!executablePath) throw new Error('Run this story by `npm test`, which finds a Chromium with push messages.')
  const profile = mkdtempSync(join(tmpdir(), 'waypost-chromium-'))
  allowNotifications(profile, site)
  const desktop = await openTestDesktop()
  let context: BrowserContext | undefined

  async function start(): Promise<void> {
    context = await chromium.launchPersistentContext(profile, {
      baseURL: site,
      serviceWorkers: 'allow',
      ...options,
      executablePath,
      args: [...flags, ...push.flags],
      // It would also disable push messages.
      ignoreDefaultArgs: ['--disable-background-networking'],
      env: { ...process.env, ...desktop.env },
    })
  }

  function running(): BrowserContext {
    if (!context) throw new Error('This browser is stopped.')
    return context
  }

  async function stop(): Promise<void> {
    await context?.close()
    context = undefined
  }

  return {
    get context() {
      return running()
    },
    desktop,
    async notifications(): Promise<WorkerNotification[]> {
      const worker = await workerOf(running(), site)
      return worker.evaluate(async () => {
        const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
        return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }))
      })
    },
    stop,
    start,
    async close(): Promise<void> {
      await stop()
      await desktop.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function workerOf(context: BrowserContext, site: string): Promise<Worker> {
  const own = (worker: Worker) => worker.url().startsWith(`${site}/`)
  return context.serviceWorkers().find(own) ?? context.waitForEvent('serviceworker', own)
}

/** Writes the permission into an empty profile, like a click on Allow: a permission granted by Playwright ends with the browser. */
function allowNotifications(profile: string, site: string): void {
  const exceptions = { notifications: { [`${site},*`]: { setting: 1 } } }
  mkdirSync(join(profile, 'Default'))
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify({ profile: { content_settings: { exceptions } } }))
}
