// Gives a story Firefox browsers that receive Web Push while no tab is open, each with a desktop that shows its notifications.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, launch } from 'puppeteer-core'
import { openTestDesktop, type TestDesktop } from 'waypost/desktop/test-desktop'
import { type FirefoxPush, startFirefoxPush } from './firefox-push.ts'

/** A browser with its own profile. */
export interface PushBrowser {
  /** The open browser. Its default context has the profile; others are forgotten when it stops. */
  readonly browser: Browser
  /** The desktop on which it shows notifications. Pressing one is like a click by the user: it may open a window. */
  readonly desktop: TestDesktop
  /** Ends the browser. Its profile, with the subscriptions, stays. */
  stop(): Promise<void>
  start(): Promise<void>
}

export interface WebPush {
  /** The push service of the story's browsers. */
  push: FirefoxPush
  /** Starts a browser in which all sites may show notifications. */
  pushBrowser(): Promise<PushBrowser>
}

/** The fixtures, for `test.extend<WebPush>`. */
export const webPush = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  push: async ({}, use: (push: FirefoxPush) => Promise<void>) => {
    const push = await startFirefoxPush()
    await use(push)
    await push.close()
  },
  pushBrowser: async ({ push }: { push: FirefoxPush }, use: (start: WebPush['pushBrowser']) => Promise<void>) => {
    const browsers: Awaited<ReturnType<typeof prepareBrowser>>[] = []
    await use(async () => {
      const browser = await prepareBrowser(push)
      browsers.push(browser)
      await browser.start()
      return browser
    })
    for (const browser of browsers) await browser.close()
  },
}

/** A browser that hasn't been started yet. */
async function prepareBrowser(push: FirefoxPush) {
  const executablePath = process.env.WAYPOST_FIREFOX
  if (!executablePath) throw new Error('Run these stories by `npm run test:browsers`: it finds Firefox.')
  const userDataDir = mkdtempSync(join(tmpdir(), 'waypost-firefox-'))
  const desktop = await openTestDesktop()
  let browser: Browser | undefined

  async function start(): Promise<void> {
    browser = await launch({
      browser: 'firefox',
      executablePath,
      userDataDir,
      headless: true,
      env: { ...process.env, ...desktop.env },
      extraPrefsFirefox: {
        ...push.preferences,
        // Allowed, without asking.
        'permissions.default.desktop-notification': 1,
      },
    })
  }

  async function stop(): Promise<void> {
    // Puppeteer would restore the preferences from before the start, losing the browser's ID at the push service.
    rmSync(join(userDataDir, 'prefs.js.puppeteer'), { force: true })
    await browser?.close()
    browser = undefined
  }

  return {
    get browser() {
      if (!browser) throw new Error('This browser is stopped.')
      return browser
    },
    desktop,
    stop,
    start,
    async close(): Promise<void> {
      await stop()
      await desktop.close()
      rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
