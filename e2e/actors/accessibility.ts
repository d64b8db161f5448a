import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CDPSession, expect, type Frame, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { expectReadOut } from './read-out.ts'

/** A kind of window: its size, and how its person touches it. */
export interface Screen {
  viewport: { width: number; height: number }
  hasTouch?: boolean
  isMobile?: boolean
}

export const desktopScreen: Screen = { viewport: { width: 1280, height: 800 } }
export const phoneScreen: Screen = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The two kinds of window in which every screen is judged. */
export const screens = [desktopScreen, phoneScreen]

/**
 * What is wrong with a page as it stands, on a computer and then on a phone, one sentence each. `shown` is what the story is about, which
 * both have to show. `judge` says what is wrong on one of them: by default what axe finds. What a screen reader finds there has to be as it
 * was, which is kept under the state's `name` (see `expectReadOut`). Afterwards the page is on a computer again, but has to be loaded again
 * before it is judged again.
 */
export async function faultsOnEachScreen(
  page: Page,
  name: string,
  shown: Locator,
  judge: (screen: Screen) => Promise<string[]> = () => seriousFaults(page),
): Promise<string[]> {
  // The headless browser does not get its mouse back with the page that had a finger, only with the next one.
  if (!(await page.evaluate(() => matchMedia('(hover: hover)').matches))) throw new Error('Load the page again: it has no mouse.')
  const faults: string[] = []
  await expect(shown).toBeVisible()
  const open = await popups(page)
  for (const screen of screens) {
    await showOn(page, screen)
    await expect(shown).toBeVisible()
    const state = `${name} at ${screen.viewport.width} px`
    await expectReadOut(page, state)
    for (const fault of await judge(screen)) faults.push(`${state}: ${fault}`)
    const left = await popups(page)
    if (left !== open)
      faults.push(`${state}: ${open} popups were open, ${left} still are. Judge each width in a visit of its own.`)
  }
  await showOn(page, { viewport: page.viewportSize() ?? desktopScreen.viewport })
  return faults
}

/** The same, and where the page is wider than its window: on each screen, and in one of 320 px. */
export async function faultsAndOverflow(page: Page, name: string, shown: Locator): Promise<string[]> {
  const overflow = async (most: number) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    return width > most ? [`${width - most} px are cut off`] : []
  }
  const faults = await faultsOnEachScreen(page, name, shown, async ({ viewport }) => [
    ...(await overflow(viewport.width)),
    ...(await seriousFaults(page)),
  ])
  for (const screen of screens) {
    await showOn(page, { ...screen, viewport: { width: 320, height: 800 } })
    for (const fault of await overflow(320)) faults.push(`${name} at 320 px: ${fault}`)
  }
  return faults
}

/** Loads an address, also where the page is at the same address with another hash, which a browser would not load again. */
export async function load(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
}

/** Makes the window of a page that of a phone, or of a computer again, and waits until the page has followed. */
export async function showOn(page: Page, { viewport, isMobile = false, hasTouch = false }: Screen): Promise<void> {
  const { width, height } = viewport
  const session = await sessionOf(page)
  // The same as Playwright sends for a browser that has such a screen from the beginning.
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...viewport,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor: 1,
    mobile: isMobile,
    screenOrientation: isMobile ? { angle: 0, type: 'portraitPrimary' } : { angle: 0, type: 'landscapePrimary' },
  })
  // Only where it changes something: a headless browser that is told anything about fingers forgets that it has a mouse.
  const finger = await page.evaluate(() => navigator.maxTouchPoints > 0)
  if (finger !== hasTouch) await session.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })
  const followed = await page.evaluate(
    async ({ width, hasTouch }) => {
      const drawn = () => new Promise(requestAnimationFrame)
      const there = () =>
        matchMedia(`(width: ${width}px)`).matches && matchMedia('(hover: none) and (pointer: coarse)').matches === hasTouch
      for (let pictures = 0; pictures < 300 && !there(); pictures++) await drawn()
      // What follows from the width is drawn one picture later.
      await drawn()
      await drawn()
      return there()
    },
    { width, hasTouch },
  )
  if (!followed) throw new Error(`The page did not become that of a ${hasTouch ? 'phone' : 'computer'}, ${width} px wide.`)
}

/** One for each page. It stays open, as a session that ends takes along what it emulates. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()

function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page)
  if (known) return known
  const session = page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** How many dialogs, menus and lists of choices a page shows. */
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
 * What axe finds on a page that keeps people out, at its width, in light and in dark, one sentence each. The page is left in light.
 * `impacts` are the grades that count.
 */
export async function seriousFaults(page: Page, impacts: readonly string[] = ['serious', 'critical']): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await Promise.all(page.frames().map(settled))
    // Only colours differ between the two.
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

/** Waits for colours on their way from one to the other, which are neither. What turns for ever is not waited for. */
const settled = (frame: Frame) =>
  frame.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })

/**
 * Runs axe in one document. It is brought in once for each document and answers with what a story needs: the builder of
 * `@axe-core/playwright` brings it in for each question and carries whole reports back, which takes five times as long.
 */
async function violations(frame: Frame, rules: string[] | undefined) {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  return frame.evaluate(async (only) => {
    const { axe: here } = window as unknown as { axe: typeof axe }
    // It does not know that a popover lies above everything, and leaves words that it takes for covered unjudged.
    for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.style.zIndex = '2147483647'
    const { violations } = await here.run(document, {
      resultTypes: ['violations'],
      // The other frames are asked by themselves, and no rule that is on needs the style sheets fetched once more.
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
