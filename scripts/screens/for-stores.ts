// Takes the pictures of the extension for the stores: the real extension, in Chromium, with the account of docs/screens.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { ensureFullChromium } from '../ensure-web-push.mjs'
import { buildExtension, Problem, root } from '../prepare.mjs'
import { call, type Person } from './content.ts'

const built = join(root, 'packages/extension/dist/chromium')
const folder = join(root, 'packages/extension/store')
/** The size that stores require. */
const whole = { width: 1280, height: 800 }
const popupSize = { width: 400, height: 600 }

/** Takes all pictures, light and dark. */
export async function takeForStores(origin: string, person: Person): Promise<void> {
  await buildExtension()
  const executablePath = await ensureFullChromium()
  if (!executablePath)
    throw new Problem('The pictures of the extension need the full Chromium: its headless shell has no extensions.')
  const profile = mkdtempSync(join(tmpdir(), 'waypost-store-'))
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run']
  const loaded = [`--disable-extensions-except=${built}`, `--load-extension=${built}`]
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: [...args, ...loaded], viewport: whole })
  mkdirSync(folder, { recursive: true })
  try {
    const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers()
    const base = new URL('/', worker.url()).href
    const settings = await context.newPage()
    await settings.goto(`${base}options.html`)
    const { iden } = await call(origin, '/v2/devices', { nickname: 'Chromium', type: 'chrome', icon: 'browser' }, person.token)
    const signIn = { origin, token: person.token, device: iden }
    await settings.evaluate(`chrome.storage.local.set(${JSON.stringify({ signIn })})`)
    await settings.getByText(person.email).first().waitFor()
    const popup = await context.newPage()
    await popup.goto(`${base}popup.html`)
    await popup.getByText('Ana Reyes').first().waitFor()
    const conversation = await context.newPage()
    // A conversation that shrinks keeps its scroll position, and no longer shows its end.
    await conversation.setViewportSize(popupSize)
    await conversation.goto(`${base}popup.html`)
    await conversation.getByText('Ana Reyes').first().click()
    await conversation.getByRole('textbox').last().waitFor()
    // Away from the messages, which show buttons on hover.
    await conversation.mouse.move(1, 1)
    const behind = await context.newPage()
    await behind.goto(`${origin}/channel?tag=night-sky`)
    await behind.getByRole('heading', { level: 1 }).first().waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      const colours = (page: Page) => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const page of [settings, popup, conversation, behind]) await colours(page)
      await write(`options-${colorScheme}`, await shown(settings, whole))
      const page = await shown(behind, whole)
      await write(`popup-${colorScheme}`, await over(page, await shown(popup, popupSize)))
      await write(`conversation-${colorScheme}`, await over(page, await shown(conversation, popupSize)))
    }
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function shown(page: Page, size: { width: number; height: number }): Promise<Buffer> {
  await page.bringToFront()
  await page.setViewportSize(size)
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready')
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}

/** Draws a popup at its icon, over a page: browsers draw it in a separate window, which page screenshots don't include. */
function over(page: Buffer, popup: Buffer): Promise<Buffer> {
  const { width, height } = popupSize
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 64}" height="${height + 64}">
    <filter id="blur"><feGaussianBlur stdDeviation="10"/></filter>
    <rect x="32" y="36" width="${width}" height="${height}" fill="#000" opacity=".4" filter="url(#blur)"/></svg>`
  const [left, top] = [whole.width - width - 24, 64]
  return sharp(page)
    .composite([
      { input: Buffer.from(frame), left: left - 32, top: top - 32 },
      { input: popup, left, top },
    ])
    .png()
    .toBuffer()
}

/** Stores don't accept transparency. */
async function write(name: string, picture: Buffer): Promise<void> {
  const file = join(folder, `${name}.png`)
  await sharp(picture).removeAlpha().png({ palette: true, colours: 128, effort: 10, dither: 0.4 }).toFile(file)
}
