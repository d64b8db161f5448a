import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CDPSession, expect, type Frame, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { expectReadOut } from './read-out.ts'

/** A window: its size and its input. */
export interface Screen {
  viewport: { width: number; height: number }
  hasTouch?: boolean
  isMobile?: boolean
}

export const desktopScreen: Screen = { viewport: { width: 1280, height: 800 } }
export const phoneScreen: Screen = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The two windows in which every screen is checked. */
export const screens = [desktopScreen, phoneScreen]

interface Checks {
  /** Returns the faults in one window, by default what axe finds. */
  judge?: (screen: Screen) => Promise<string[]>
  /** The part compared to the accessibility tree saved under the name of the check (see `expectReadOut`), in both windows. */
  readOut?: Page | Locator
}

/**
 * Checks a page on a desktop and on a phone, and returns the faults, one sentence each. Both must show `shown`.
 * Afterwards the window is a desktop again; load the page again before the next check.
 */
export async function faultsOnEachScreen(
  page: Page,
  name: string,
  shown: Locator,
  { judge = () => seriousFaults(page), readOut }: Checks = {},
): Promise<string[]> {
  // The headless browser only gets its mouse back with the next page.
  if (!(await page.evaluate(() => matchMedia('(hover: hover)').matches))) throw new Error('Load the page again: it has no mouse.')
  const faults: string[] = []
  await expect(shown).toBeVisible()
  const open = await popups(page)
  for (const screen of screens) {
    await showOn(page, screen)
    await expect(shown).toBeVisible()
    const state = `${name} at ${screen.viewport.width} px`
    if (readOut) await expectReadOut(readOut, name, { narrow: screen === phoneScreen })
    for (const fault of await judge(screen)) faults.push(`${state}: ${fault}`)
    const left = await popups(page)
    if (left !== open)
      faults.push(`${state}: ${open} popups were open, ${left} still are. Judge each width in a visit of its own.`)
  }
  await showOn(page, { viewport: page.viewportSize() ?? desktopScreen.viewport })
  return faults
}

/** Like `faultsOnEachScreen`, and also checks that the page is not wider than its window, on both screens and at 320 px. */
export async function faultsAndOverflow(page: Page, name: string, shown: Locator, readOut?: Page | Locator): Promise<string[]> {
  const overflow = async (most: number) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    return width > most ? [`${width - most} px are cut off`] : []
  }
  const judge = async ({ viewport }: Screen) => [...(await overflow(viewport.width)), ...(await seriousFaults(page))]
  const faults = await faultsOnEachScreen(page, name, shown, { judge, readOut })
  for (const screen of screens) {
    await showOn(page, { ...screen, viewport: { width: 320, height: 800 } })
    for (const fault of await overflow(320)) faults.push(`${name} at 320 px: ${fault}`)
  }
  return faults
}

/** Loads an address, even if only its hash differs from the current one, which a browser would not load again. */
export async function load(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
}

/** Gives the window the size and input of a phone or a desktop, and waits until the page has adapted. */
export async function showOn(page: Page, { viewport, isMobile = false, hasTouch = false }: Screen): Promise<void> {
  const { width, height } = viewport
  const session = await sessionOf(page)
  // The same settings that Playwright uses for a new browser with such a screen.
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...viewport,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor: 1,
    mobile: isMobile,
    screenOrientation: isMobile ? { angle: 0, type: 'portraitPrimary' } : { angle: 0, type: 'landscapePrimary' },
  })
  // Only if it changes: a headless browser that receives any touch setting loses its mouse.
  const finger = await page.evaluate(() => navigator.maxTouchPoints > 0)
  if (finger !== hasTouch) await session.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })
  const followed = await page.evaluate(
    async ({ width, hasTouch }) => {
      const drawn = () => new Promise(requestAnimationFrame)
      const there = () =>
        matchMedia(`(width: ${width}px)`).matches && matchMedia('(hover: none) and (pointer: coarse)').matches === hasTouch
      for (let pictures = 0; pictures < 300 && !there(); pictures++) await drawn()
      // Layout that depends on the width follows one frame later.
      await drawn()
      await drawn()
      return there()
    },
    { width, hasTouch },
  )
  if (!followed) throw new Error(`The page did not become that of a ${hasTouch ? 'phone' : 'computer'}, ${width} px wide.`)
}

/** One session per page. It stays open, because its emulation ends with it. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()

function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page)
  if (known) return known
  const session = page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

async function popups(page: Page): Promise<number> {
  const counts = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.evaluate(
          () =>
            [...document.querySelectorAll('dialog, [popover], [role=dialog], [role=menu], [role=listbox]')].filter((popup) =>
              popup.checkVisibility({ visibilityProperty: true }),
            ).length,
        ),
      ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/**
 * The violations that axe finds on a page at its current width, in light and dark, one sentence each. The page is left in light. `impacts`
 * selects the severities.
 */
export async function seriousFaults(page: Page, impacts: readonly string[] = ['serious', 'critical']): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await Promise.all(page.frames().map(settled))
    // Only colours differ between light and dark.
    const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
    for (const frame of page.frames()) {
      for (const { id, impact, targets } of await violations(frame, rules)) {
        if (impacts.includes(impact)) faults.push(`${colorScheme} ${id}: ${targets.join(', ')}`)
      }
    }
  }
  return faults
}

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Waits for colour transitions. Endless animations are not awaited. */
const settled = (frame: Frame) =>
  frame.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })

/**
 * Runs axe in one document. The script is injected once per document and only returns the violations. The builder of `@axe-core/playwright`
 * injects it for each check and returns full reports, which takes five times as long.
 */
async function violations(frame: Frame, rules: string[] | undefined) {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  return frame.evaluate(async (only) => {
    const { axe: here } = window as unknown as { axe: typeof axe }
    // axe doesn't know that popovers are in the top layer, and skips text that it considers covered.
    for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.style.zIndex = '2147483647'
    const { violations } = await here.run(document, {
      resultTypes: ['violations'],
      // Other frames are checked on their own, and no active rule needs the style sheets.
      iframes: false,
      preload: false,
      ...(only && { runOnly: only }),
    })
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact: String(impact),
      targets: nodes.map(({ target }) => target.join(' ')),
    }))
  }, rules)
}
