// Firefox with the extension, driven by puppeteer-core.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Browser, launch, type Page } from 'puppeteer-core'
import { openTestDesktop } from 'waypost/desktop/test-desktop'
import { killedWithParent } from 'waypost/test-process'
import { ZipFile } from 'yazl'
import { geckoId } from '../src/manifest.ts'
import { addressOf, type ExtensionBrowser, type Person, patience, quietFile, signInBy, type Tab, until } from './stage.ts'

const built = join(import.meta.dirname, '../dist/firefox')

/** Otherwise Firefox generates one, and no page can ask for it. */
const uuid = 'd56a5b99-51b6-4e83-ab23-796216679614'
const base = `moz-extension://${uuid}/`

const preferences = {
  'extensions.webextensions.uuids': JSON.stringify({ [geckoId]: uuid }),
  // Keeps an unsigned extension installed.
  'xpinstall.signatures.required': false,
  'extensions.autoDisableScopes': 0,
  'browser.shell.checkDefaultBrowser': false,
}

/** A browser that hasn't been started yet. */
export async function openFirefox(server: string): Promise<ExtensionBrowser> {
  const executablePath = process.env.WAYPOST_FIREFOX
  if (!executablePath) throw new Error('Run these tests by `npm run test:browsers`: it finds Firefox.')
  const folder = mkdtempSync(join(tmpdir(), 'waypost-firefox-'))
  const [userDataDir, archive] = [join(folder, 'profile'), join(folder, 'waypost.xpi')]
  await pack(archive)
  const desktop = await openTestDesktop()
  const env = { ...process.env, ...desktop.env }
  let browser: Browser | undefined
  let alone: ChildProcess | undefined
  let quiet: Page | undefined
  let installed = false

  function running(): Browser {
    if (!browser) throw new Error('This browser is stopped.')
    return browser
  }

  async function page(address: string): Promise<Page> {
    const page = await running().newPage()
    page.setDefaultTimeout(patience)
    const whole = addressOf(base, address)
    if (!whole.startsWith(base)) {
      await page.goto(whole)
      return page
    }
    // For an extension page the promise never resolves.
    void page.goto(whole).catch(() => {})
    const isLoaded = (start: string) => location.href.startsWith(start) && document.readyState === 'complete'
    await until(() => page.evaluate(isLoaded, base).catch(() => false))
    return page
  }

  async function run<A, T>(work: (given: A) => T | Promise<T>, given: A): Promise<T> {
    if (!quiet || quiet.isClosed()) quiet = await page(quietFile)
    return (await quiet.evaluate(work as (given: unknown) => T, given)) as T
  }

  async function stop(): Promise<void> {
    // Puppeteer would restore the preferences from before the start.
    rmSync(join(userDataDir, 'prefs.js.puppeteer'), { force: true })
    await browser?.close()
    browser = quiet = undefined
    if (!alone) return
    const ended = once(alone, 'exit')
    alone.kill('SIGTERM')
    await ended
    alone = undefined
  }

  return {
    kind: 'firefox',
    base,
    desktop,
    get chromium(): never {
      throw new Error('This is Firefox.')
    },
    get firefox() {
      return running()
    },
    background(): never {
      throw new Error('Nothing runs code in the background of Firefox: use `run`.')
    },
    open: async (address) => tabOf(await page(address)),
    async opened(letters) {
      const target = await running().waitForTarget((target) => target.url().includes(letters), { timeout: patience })
      const page = await target.page()
      if (!page) throw new Error(`${target.url()} is no page.`)
      return tabOf(page)
    },
    addresses: async () => (await running().pages()).filter((page) => page !== quiet).map((page) => page.url()),
    run,
    signIn: (person: Person) => signInBy({ kind: 'firefox', run }, person, server),
    stop,
    async start() {
      browser = await launch({
        browser: 'firefox',
        executablePath,
        userDataDir,
        headless: true,
        // Without it, extension pages and the browser's own window are out of reach.
        args: ['--remote-allow-system-access'],
        env,
        extraPrefsFirefox: preferences,
      })
      if (installed) return
      const words = { extensionData: { type: 'archivePath', path: archive }, 'moz:permanent': true }
      await send(browser, 'webExtension.install', words)
      installed = true
    },
    async startAlone() {
      alone = spawnAlone(executablePath, userDataDir, env)
    },
    async close() {
      await stop()
      await desktop.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Starts Firefox with no debugger attached. */
function spawnAlone(program: string, profile: string, env: NodeJS.ProcessEnv): ChildProcess {
  const lines = Object.entries(preferences).map((entry) => `user_pref(${entry.map((part) => JSON.stringify(part)).join(', ')});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const words = ['--headless', '--no-remote', '--profile', profile, 'about:blank']
  return killedWithParent(spawn(program, words, { env, stdio: 'ignore' }))
}

/** Runs an expression in the browser's own window, e.g. to press a key or a menu item there. */
export async function inWindow<T>(browser: Browser, expression: string): Promise<T> {
  const { contexts } = await send<{ contexts: { context: string }[] }>(browser, 'browsingContext.getTree', {
    'moz:scope': 'chrome',
  })
  const target = { context: contexts[0]?.context }
  const words = { expression, target, awaitPromise: true }
  const result = await send<Evaluated<T>>(browser, 'script.evaluate', words)
  if (result.type === 'exception') throw new Error(result.exceptionDetails.text)
  return result.result.value
}

type Evaluated<T> = { type: 'success'; result: { value: T } } | { type: 'exception'; exceptionDetails: { text: string } }

/** Puppeteer's types lack the commands specific to Firefox. */
async function send<T>(browser: Browser, command: string, words: object): Promise<T> {
  const { connection } = browser as unknown as { connection: { send(command: string, words: object): Promise<{ result: T }> } }
  return (await connection.send(command, words)).result
}

function tabOf(page: Page): Tab {
  const by = (name: string, role: string) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`)
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
  const shows = ([words, wanted]: [string, boolean]) => document.body.innerText.includes(words) === wanted
  return {
    url: () => page.url(),
    press: (name, role = 'button') => by(name, role).click(),
    fill: (name, words) => by(name, 'textbox').fill(words),
    sees: async (words) => void (await until(() => page.evaluate(shows, [words, true] as [string, boolean]).catch(() => false))),
    sawGo: async (words) =>
      void (await until(() => page.evaluate(shows, [words, false] as [string, boolean]).catch(() => false))),
    evaluate: async (work, given) => (await page.evaluate(work as (given: unknown) => unknown, given)) as never,
    async look(size, colours = 'light') {
      await page.setViewport(size)
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colours }])
    },
    screenshot: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
    close: () => page.close(),
  }
}

async function pack(archive: string): Promise<void> {
  const zip = new ZipFile()
  for (const entry of readdirSync(built, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    zip.addFile(path, path.slice(built.length + 1))
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(archive))
}
