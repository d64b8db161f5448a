// Pictures of the browser extension in Chromium: popup, options and the window for replies, in both themes, at 100 and 200 %.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findFullChromium } from '../ensure-browser.mjs'
import { buildExtension, root } from '../prepare.mjs'
import { call, type Person } from './content.ts'

const built = join(root, 'packages/extension/dist/chromium')

const question = 'Did you book the ferry? Two cabins are left for Friday.'
const answeredName = 'the ferry'

interface Shot {
  path: string
  size: { width: number; height: number }
  visitor?: boolean
  prepare?(page: Page): Promise<unknown>
  after?(page: Page): Promise<unknown>
}

// The sizes that browsers give the popup, a settings window, and the small reply window without its frame.
const popup = { width: 400, height: 600 }
const options = { width: 1_000, height: 800 }
const small = { width: 440, height: 372 }

const shotsOf = (reply: string): Record<string, Shot> => ({
  // Comes before the conversation is read, which dismisses its notification.
  reply: {
    path: `reply.html?id=${encodeURIComponent(reply)}`,
    size: small,
    prepare: (page) => page.getByRole('textbox').waitFor(),
  },
  'popup-signed-out': { path: 'popup.html', size: popup, visitor: true },
  'popup-list': { path: 'popup.html', size: popup },
  'popup-search': { path: 'popup.html', size: popup, prepare: (page) => page.getByRole('searchbox').fill('an') },
  'popup-conversation': {
    path: 'popup.html#people%2Fana%40example.org',
    size: popup,
    prepare: (page) => page.getByRole('article').last().waitFor(),
  },
  'popup-compose': {
    path: 'popup.html#people%2Fana%40example.org',
    size: popup,
    async prepare(page) {
      await page.setInputFiles('input[type=file]', {
        name: 'Packing list.txt',
        mimeType: 'text/plain',
        buffer: Buffer.alloc(4_200),
      })
      await page.getByRole('textbox').fill('Two cabins are left for Friday.')
      await page.getByRole('button', { name: 'Attach' }).click()
    },
    after: (page) => page.getByRole('textbox').fill(''),
  },
  'options-signed-out': { path: 'options.html', size: options, visitor: true },
  options: { path: 'options.html', size: options },
  'options-end': { path: 'options.html', size: options, prepare: (page) => page.evaluate('scrollTo(0, 100_000)') },
})

/** Takes the requested pictures. */
export async function takeExtension(
  origin: string,
  folder: string,
  mira: Person,
  ana: Person,
  isWanted: (name: string) => boolean,
) {
  if (!Object.keys(shotsOf('')).some((name) => isWanted(`extension-${name}`))) return
  await buildExtension()
  const { iden } = await call(origin, '/v2/pushes', { type: 'note', body: question, email: mira.email }, ana.token)
  const profile = mkdtempSync(join(tmpdir(), 'waypost-screens-'))
  for (const scale of [1, 2]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await open(join(profile, `${scale}-${colorScheme}`), scale, colorScheme)
      try {
        const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
        const base = new URL('/', worker.url()).href
        const each = async (shots: [string, Shot][]) => {
          for (const [name, shot] of shots) {
            if (!isWanted(`extension-${name}`)) continue
            const file = join(folder, `extension-${name}-${scale === 1 ? '' : '200-'}${colorScheme}.png`)
            await take(context, base, shot, scale, file)
          }
        }
        await each(Object.entries(shotsOf('')).filter(([, { visitor }]) => visitor))
        await signIn(context, base, origin, mira, answered(String(iden), ana))
        await each(Object.entries(shotsOf(answeredName)).filter(([, { visitor }]) => !visitor))
      } finally {
        await context.close()
      }
    }
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
}

/** The background's record of a notification that is being answered. Without a desktop, Chromium shows none. */
const answered = (iden: string, { email }: Person) => [
  `answer ${answeredName}`,
  { at: 0, title: 'Ana Reyes', words: question, place: `#people/${email}`, iden, buttons: [], reply: { to: 'push', iden } },
]

async function open(profile: string, scale: number, colorScheme: 'light' | 'dark') {
  return chromium.launchPersistentContext(profile, {
    executablePath: findFullChromium(),
    deviceScaleFactor: scale,
    viewport: popup,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      `--disable-extensions-except=${built}`,
      `--load-extension=${built}`,
    ],
  })
}

async function signIn(context: BrowserContext, base: string, origin: string, { token }: Person, shown: unknown): Promise<void> {
  const { iden: device } = await call(origin, '/v2/devices', { nickname: 'This browser', type: 'chrome', icon: 'browser' }, token)
  const page = await context.newPage()
  await page.goto(`${base}manifest.json`)
  await page.evaluate(`chrome.storage.session.set(${JSON.stringify({ shown: [shown] })})`)
  await page.evaluate(`chrome.storage.local.set(${JSON.stringify({ signIn: { origin, token, device } })})`)
  await expect
    .poll(() => page.evaluate("chrome.runtime.sendMessage({ kind: 'wake' }).then(({ done }) => done)"), { timeout: 30_000 })
    .toBe('connected')
  await page.close()
}

/** At 200 %, a page has half as much space and draws everything twice as large. The popup grows as far as browsers let it. */
async function take(context: BrowserContext, base: string, { path, size, prepare, after }: Shot, scale: number, file: string) {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const width = size === popup ? popup.width : Math.round(size.width / scale)
  await page.setViewportSize({ width, height: Math.round(size.height / scale) })
  await page.goto(base + path)
  await page.getByRole('heading').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await prepare?.(page)
  await page.waitForTimeout(700)
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(taken).png({ palette: true, colours: 64, effort: 10, dither: 0.4 }).toFile(file)
  await after?.(page)
  await page.close()
}
