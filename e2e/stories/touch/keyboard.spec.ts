import { forwardWords } from '@waypost/web/words/push/dialogs'
import { messageMenuWords, messageTools } from '@waypost/web/words/push/menu'
import { close, copied } from '@waypost/web/words/ui/words'
import { phoneScreen } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { fill, note, scroller, topOf } from '../../actors/many-notes.ts'
import { iPhone } from '../../actors/touch.ts'

const { width, height } = phoneScreen.viewport
const keyboard = 336
const above = height - keyboard

/** The bottom of an element, in pixels from the top. */
const endOf = async (element: ReturnType<Page['locator']>) => {
  const box = await element.boundingBox()
  return box ? box.y + box.height : Number.NaN
}

async function expectEndAbove(page: Page, line: number): Promise<void> {
  await expect.poll(() => endOf(page.locator('form[data-region=composer]'))).toBe(line)
  await expect(note(page, 60)).toBeInViewport({ ratio: 1 })
  const composerTop = (await page.locator('form[data-region=composer]').boundingBox())?.y ?? 0
  await expect.poll(async () => composerTop - (await endOf(note(page, 60)))).toBeGreaterThanOrEqual(0)
  await expect.poll(async () => composerTop - (await endOf(note(page, 60)))).toBeLessThan(60)
}

test('where the browser resizes the page, the keyboard covers neither the field nor the newest message, and nothing jumps when it closes', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice', phoneScreen)
  await fill(server, alice, { count: 60 })
  const page = await alice.open()
  expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain('interactive-widget=resizes-content')
  await expectEndAbove(page, height)
  const top = await topOf(page, 58)
  await composer(page).tap()
  await page.setViewportSize({ width, height: above })
  await expectEndAbove(page, above)
  await page.setViewportSize({ width, height })
  await expectEndAbove(page, height)
  expect(Math.abs((await topOf(page, 58)) - top)).toBeLessThanOrEqual(1)
})

/**
 * Gives pages the visual viewport of Safari on iOS, whose keyboard covers the page: `keyboard` shows one of that height, `panned` is how
 * far Safari has shifted the page up for it.
 */
async function withCoveringKeyboard({ context }: Actor): Promise<void> {
  await context.addInitScript(() => {
    class CoveredViewport extends EventTarget {
      covered = 0
      scale = 1
      offsetTop = 0
      get height() {
        return (innerHeight - this.covered) / this.scale
      }
    }
    Object.defineProperty(window, 'visualViewport', { value: new CoveredViewport() })
  })
}

type Covered = { covered: number; scale: number; offsetTop: number } & EventTarget

const cover = (page: Page, by: { covered?: number; scale?: number; offsetTop?: number }) =>
  page.evaluate((given) => {
    const view = window.visualViewport as unknown as Covered
    Object.assign(view, { covered: 0, scale: 1, offsetTop: 0, ...given })
    view.dispatchEvent(new Event('resize'))
  }, by)

test('where the keyboard covers the page, the app is as high as the visible part, wherever the browser has moved it; zooming in changes nothing', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice', iPhone)
  await withCoveringKeyboard(alice)
  await fill(server, alice, { count: 60 })
  const page = await alice.open()
  await expectEndAbove(page, height)
  const top = await topOf(page, 58)
  await composer(page).tap()
  await expect
    .poll(async () => {
      await cover(page, { covered: keyboard })
      return endOf(page.locator('form[data-region=composer]'))
    })
    .toBe(above)
  await expectEndAbove(page, above)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await cover(page, { covered: keyboard, offsetTop: 200 })
  await expect.poll(async () => (await scroller(page).boundingBox())?.y ?? 0).toBeGreaterThan(200)
  await expectEndAbove(page, above + 200)
  await cover(page, {})
  await expectEndAbove(page, height)
  expect(Math.abs((await topOf(page, 58)) - top)).toBeLessThanOrEqual(1)
  await cover(page, { scale: 2 })
  await expectEndAbove(page, height)
})

test('where the keyboard covers the page, dialogs and their fields, and toasts, stand above it', async ({ actor }) => {
  const alice = await actor('alice', iPhone)
  await withCoveringKeyboard(alice)
  await alice.call('/v2/pushes', { type: 'note', body: 'to forward' })
  const page = await alice.open()
  const message = history(page).getByRole('article').filter({ hasText: 'to forward' })
  await expect(message).toBeVisible()
  const choose = async (item: string) => {
    await message.tap()
    await message.getByRole('button', { name: messageTools.menu }).tap()
    await page.getByRole('menuitem', { name: item }).tap()
  }
  await choose('Forward')
  const dialog = page.getByRole('dialog', { name: forwardWords.title })
  await dialog.getByRole('textbox', { name: forwardWords.search }).tap()
  await expect
    .poll(async () => {
      await cover(page, { covered: keyboard })
      return endOf(dialog)
    })
    .toBe(above)
  expect(await endOf(dialog.getByRole('button', { name: /^Forward/ }))).toBeLessThanOrEqual(above)
  await dialog.getByRole('button', { name: close }).tap()
  await choose(messageMenuWords.copyText)
  const toast = page.getByText(copied).last()
  await expect(toast).toBeVisible()
  expect(await endOf(toast)).toBeLessThanOrEqual(above)
  await cover(page, {})
  await expect.poll(() => endOf(page.locator('form[data-region=composer]'))).toBe(height)
})
