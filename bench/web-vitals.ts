// Measures how fast the web client responds to an interaction, and how fast it is painted over a slow network. See
// https://web.dev/articles/inp and https://web.dev/articles/lcp.

import type { BrowserContext, CDPSession } from '@playwright/test'
import type { Figure } from './figure.ts'
import { median } from './program.ts'
import { noteFirstMessage, noteInteractions, noteLargest } from './watch.ts'
import { fillBox, openWeb, until } from './web.ts'

const slower = 4
const interactionBudget = 170
const landingBudget = 600
const ownBudget = 2_500
const paintRounds = 3
/** Slow 4G as defined by Lighthouse, in bytes per second and milliseconds. */
const slow4g = { offline: false, downloadThroughput: 204_800, uploadThroughput: 96_000, latency: 150 }

/** Interaction to Next Paint while typing, sending and switching among 200 targets, on a throttled processor. */
export async function webInteraction(): Promise<Figure> {
  await using web = await openWeb()
  const { page } = web
  await fillBox(web, { people: 200, devices: 0, pushes: 2_000 })
  await page.addInitScript({ content: noteInteractions })
  await page.goto(`${web.server.origin}/#people/me`)
  const people = page.getByRole('navigation', { name: 'People', exact: true })
  await people.getByRole('link', { name: /^Person 200\b/ }).waitFor()
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slower })
  const field = page.getByRole('textbox', { name: /^Message to/ })
  for (let round = 0; round < 5; round++) {
    await field.pressSequentially('how fast is it?')
    await field.press('Enter')
    await until(page, "document.activeElement.value === ''")
  }
  for (let round = 0; round < 20; round++) {
    const before = page.url()
    await page.keyboard.press('Alt+ArrowDown')
    await page.waitForURL((url) => url.href !== before)
    await page.getByRole('feed').getByRole('article').last().waitFor()
  }
  for (const row of [5, 30, 60, 90, 150]) {
    await people.getByRole('listitem').nth(row).getByRole('link').first().click()
    await page.getByRole('feed').getByRole('article').last().waitFor()
  }
  // The browser reports an interaction after the frame that follows it.
  await page.waitForTimeout(500)
  const took = await page.evaluate<number[]>('Object.values(interactions).sort((a, b) => b - a)')
  // The slowest one, ignoring one in fifty.
  const figure = took[Math.floor(took.length / 50)] ?? 0
  return {
    what: `an interaction until the next frame (INP) with 200 targets, ${slower} times slowed CPU`,
    measured: `${took.length} interactions of 16 ms and more, the longest ${took.slice(0, 3).join(', ')} ms`,
    figure: `${figure} ms`,
    budget: `at most ${interactionBudget} ms`,
    met: took.length > 0 && figure <= interactionBudget,
    values: { ms: figure },
  }
}

/** How fast a slow network shows the largest element of the landing page, and the user's own pushes in a browser that has them stored. */
export async function webPaint(): Promise<Figure> {
  await using web = await openWeb()
  const { page, context } = web
  await fillBox(web, { people: 20, devices: 0, pushes: 500 })
  await page.goto(`${web.server.origin}/#people/me`)
  await until(page, "localStorage.getItem('bootstrap') === 'done'")
  const visitors = await web.browser.newContext({ viewport: { width: 1280, height: 800 } })
  const landing: number[] = []
  const own: number[] = []
  for (let round = 0; round < paintRounds; round++) {
    landing.push(await painted(visitors, web.server.origin, noteLargest, 'largest'))
    own.push(await painted(context, `${web.server.origin}/#people/me`, noteFirstMessage, 'shown'))
  }
  return {
    what: 'the largest part of the landing page (LCP) and the first of the own pushes painted, on slow 4G, with an empty cache',
    measured: `landing page ${median(landing).toFixed(0)} ms, own pushes ${median(own).toFixed(0)} ms, medians of ${paintRounds}`,
    figure: `${median(landing).toFixed(0)} ms, ${median(own).toFixed(0)} ms`,
    budget: `at most ${landingBudget} ms, ${ownBudget} ms`,
    met: median(landing) <= landingBudget && median(own) <= ownBudget,
    values: { 'landing ms': median(landing), 'own pushes ms': median(own) },
  }
}

/** `note` runs in the page, and `noted` is its result. */
async function painted(context: BrowserContext, address: string, note: string, noted: string): Promise<number> {
  const page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', slow4g)
  await page.addInitScript({ content: note })
  await page.goto(address)
  await until(page, `Boolean(${noted})`)
  await page.waitForLoadState('networkidle')
  const time = await page.evaluate<number>(noted)
  await page.close()
  return time
}
