import type { BrowserContext, Page } from '@playwright/test'
import type { Figure } from './figure.ts'
import { percentile } from './program.ts'
import { noteInteractions } from './watch.ts'
import { fillBox, openWeb } from './web.ts'

const slower = 4
/** One frame more than an empty page takes, in milliseconds. */
const budget = 16
/** Milliseconds between two letters: 120 words a minute. */
const pause = 100
const words = 'an ordinary message, which somebody types without looking up from the keys, and which fills more than one line'

/** Milliseconds from a key press until the frame with its letter, on a throttled processor. */
export async function webTyping(): Promise<Figure> {
  await using web = await openWeb()
  const { page } = web
  await fillBox(web, { people: 40, devices: 0, pushes: 2_000 })
  await page.goto(`${web.server.origin}/#people/me`)
  await page.getByRole('feed').getByRole('article').last().waitFor()
  await page.waitForLoadState('networkidle')
  const typed = await type(web.context, page)
  const empty = await web.context.newPage()
  await empty.setContent('<textarea aria-label="Message to nobody"></textarea>')
  const least = await type(web.context, empty)
  const [figure, floor] = [percentile(typed, 0.95), percentile(least, 0.95)]
  return {
    what: `a key until its letter is painted, in a conversation of hundreds of messages, ${slower} times slowed CPU`,
    measured: `${words.length} letters, ${1_000 / pause} a second; the longest took ${Math.max(...typed)} ms`,
    floor: `${floor} ms for an empty page with a text field`,
    figure: `95 of 100 within ${figure} ms`,
    budget: `within ${floor + budget} ms`,
    met: figure <= floor + budget,
    values: { 'p95 ms': figure, 'longest ms': Math.max(...typed), 'floor p95 ms': floor },
  }
}

/** @returns how long each key took, in milliseconds */
async function type(context: BrowserContext, page: Page): Promise<number[]> {
  const session = await context.newCDPSession(page)
  await page.bringToFront()
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.getByRole('textbox', { name: /^Message to/ }).click()
  await page.waitForTimeout(1_000)
  await page.evaluate(noteInteractions)
  for (const letter of words) {
    await page.keyboard.press(letter)
    await page.waitForTimeout(pause)
  }
  // The browser reports an interaction after the frame that follows it.
  await page.waitForTimeout(1_000)
  const slow = await page.evaluate<number[]>('Object.values(interactions)')
  // It doesn't report keys that take less than 16 ms.
  return [...slow, ...Array.from({ length: Math.max(0, words.length - slow.length) }, () => 16)]
}
