import type { Page } from '@playwright/test'
import type { Figure } from './figure.ts'
import { median } from './program.ts'
import { noteFirstMessage, noteFrames } from './watch.ts'
import { fillBox, openWeb, until } from './web.ts'

const counts = { people: 240, devices: 60, pushes: 20_000 }
const written = `${counts.pushes.toLocaleString('en')} pushes and ${counts.people + counts.devices} targets`
const budget = 70
const openBudget = 250
const firstBudget = 700
const firstRounds = 3

/** The longest frame while a large box is opened from storage, scrolled, and its conversations are switched. */
export async function webLargeBox(): Promise<Figure> {
  await using web = await openWeb()
  const { page } = web
  await fillBox(web, counts)
  await page.addInitScript({ content: noteFirstMessage + noteFrames })
  const first = await openPage(page, web.server.origin)
  await until(page, "localStorage.getItem('bootstrap') === 'done'")
  const again = await openPage(page, web.server.origin)
  await forget(page)
  await scroll(page)
  const scrolling = await longest(page)
  await forget(page)
  for (const name of ['Person 5', 'Person 200', 'Person 77', 'Me']) {
    await page
      .getByRole('link', { name: new RegExp(`^${name}\\b`) })
      .first()
      .click()
    await page.getByRole('feed').getByRole('article').last().waitFor()
  }
  const switching = await longest(page)
  const worst = Math.max(again.longest, scrolling, switching)
  const words = (milliseconds: number) => (milliseconds <= budget ? 'none' : `${milliseconds.toFixed(0)} ms`)
  return {
    what: `opening from storage, and frames over ${budget} ms, in a box of ${written}`,
    measured:
      `longest frame opening ${words(again.longest)}, scrolling ${words(scrolling)}, ` +
      `switching ${words(switching)}; the very first time ${words(first.longest)}`,
    figure: `${again.shown.toFixed(0)} ms, ${worst <= budget ? `no frame over ${budget} ms` : `a frame of ${worst.toFixed(0)} ms`}`,
    budget: `under ${openBudget} ms, none over ${budget} ms`,
    met: worst <= budget && again.shown < openBudget,
    values: {
      'opens ms': again.shown,
      'opening frame ms': again.longest,
      'scrolling frame ms': scrolling,
      'switching frame ms': switching,
    },
  }
}

/** How fast the open conversation of a large box is shown in a browser that has no data yet. */
export async function webFirstOpening(): Promise<Figure> {
  await using web = await openWeb()
  await fillBox(web, counts)
  const signedIn = await web.context.storageState()
  const times: number[] = []
  for (let round = 0; round < firstRounds; round++) {
    const context = await web.browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: signedIn })
    const page = await context.newPage()
    await page.addInitScript({ content: noteFirstMessage + noteFrames })
    times.push((await openPage(page, web.server.origin)).shown)
    await context.close()
  }
  const figure = median(times)
  return {
    what: `the very first opening of a box of ${written}, until the conversation is shown`,
    measured: `median of ${firstRounds} new browsers, the slowest ${Math.max(...times).toFixed(0)} ms`,
    figure: `${figure.toFixed(0)} ms`,
    budget: `under ${firstBudget} ms`,
    met: figure < firstBudget,
    values: { ms: figure },
  }
}

const longest = (page: Page) => page.evaluate<number>('Math.max(0, ...frames)')
const forget = (page: Page) => page.evaluate('frames.length = 0')

async function openPage(page: Page, origin: string): Promise<{ shown: number; longest: number }> {
  await page.goto('about:blank')
  await page.goto(`${origin}/#people/me`)
  await until(page, 'shown !== undefined')
  await page.waitForLoadState('networkidle')
  return { shown: await page.evaluate<number>('shown'), longest: await longest(page) }
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(300, 500)
  for (let step = 0; step < 40; step++) await page.mouse.wheel(0, step < 20 ? 400 : -400)
  await page.mouse.move(900, 400)
  for (let step = 0; step < 60; step++) await page.mouse.wheel(0, -500)
  for (let step = 0; step < 60; step++) await page.mouse.wheel(0, 500)
  await page.waitForTimeout(500)
}
