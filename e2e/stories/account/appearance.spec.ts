import type { Page } from '@playwright/test'
import { sections as sectionsText, settings, shortcuts } from '@waypost/web/words/page/shell'
import { appearance, askBeforeFiles } from '@waypost/web/words/settings'
import { desktopScreen, load, phoneScreen, seriousFaults } from '../../actors/accessibility.ts'
import { expect, history, test } from '../../actors/actors.ts'

const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name }).check({ force: true })

const look = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }))

const chosen = { theme: 'dark', density: 'compact', textSize: '17', motion: 'less' }

test('the look is chosen by keyboard and pointer, holds at once in all windows, and after a reload before any script of the app', async ({
  actor,
}) => {
  const alice = await actor('alice', desktopScreen)
  const page = await alice.open('/#settings/appearance')
  const other = await alice.open('/#people/me')
  await expect.poll(() => look(other)).toMatchObject({ density: 'roomy', motion: 'full' })
  await page.bringToFront()
  await page.getByRole('radio', { name: appearance.system }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await choose(page, appearance.density, appearance.compact)
  await choose(page, appearance.textSize, '17 pixels')
  await page.getByRole('switch', { name: /^Reduce motion/ }).check()
  await expect.poll(() => look(page)).toMatchObject(chosen)
  await expect.poll(() => look(other)).toMatchObject(chosen)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('17px')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
  const bars = page.locator('meta[name="theme-color"]')
  expect(await bars.evaluateAll((all) => all.map((color) => matchMedia((color as HTMLMetaElement).media).matches))).toEqual([
    false,
    true,
  ])
  expect(await seriousFaults(page)).toEqual([])

  await page.route(/\/assets\/.*\.js/, (route) => route.abort())
  await page.reload()
  await expect.poll(() => look(page)).toMatchObject(chosen)
})

test('a compact look has a header of 56, a rail of 64, a list of 320, rows of 56 and a composer of 48 pixels', async ({
  actor,
}) => {
  const alice = await actor('alice', desktopScreen)
  const page = await alice.open('/#settings/appearance')
  await choose(page, appearance.density, appearance.compact)
  await load(page, '/#people/me')
  const measured = () =>
    page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      return [
        box('[role=banner], body header').height,
        box('[data-region=sections]').width,
        box('[data-region=sidebar]').width,
        box('[data-row]').height,
        box('main header').height,
        box('main textarea').height,
      ]
    })
  await expect.poll(measured).toEqual([56, 64, 320, 56, 56, 48])
  expect(await seriousFaults(page)).toEqual([])
})

test('on wide screens the list grows to 576 pixels, and the header of a conversation starts where its messages start', async ({
  actor,
}) => {
  const alice = await actor('alice', desktopScreen)
  await actor('bob')
  await alice.call('/v2/pushes', { type: 'note', body: 'hello', email: 'bob@example.org' })
  const page = await alice.open('/#people/bob@example.org')
  await expect(history(page)).toContainText('hello')
  for (const [width, list] of [
    [1_440, 432],
    [1_920, 576],
    [2_560, 576],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const measured = () =>
      page.evaluate(() => {
        const start = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
        const [head, feed, field] = ['main header > :first-child', 'main [role=feed]', 'main form'].map(start)
        const padding = Number.parseFloat(getComputedStyle(document.querySelector('main form') as Element).paddingLeft)
        const box = document.querySelector('main textarea')?.closest('form > div')?.getBoundingClientRect()
        return {
          list: start('[data-region=sidebar]')?.width,
          head: Math.round((head?.left ?? 0) - (feed?.left ?? 1)),
          field: Math.round((box?.left ?? (field?.left ?? 0) + padding) - (feed?.left ?? 1)),
        }
      })
    await expect.poll(measured).toEqual({ list, head: 0, field: 0 })
  }
})

test('on a phone one menu leads to everything that is not at the bottom', async ({ actor }) => {
  const alice = await actor('alice', phoneScreen)
  const page = await alice.open('/#people')
  const sections = page.getByRole('navigation', { name: sectionsText.label })
  await expect(sections.getByRole('link')).toHaveText([
    'People',
    'Devices',
    'Following',
    sectionsText.sources,
    askBeforeFiles.title,
  ])
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(1)
  await page.getByRole('button', { name: shortcuts.menu }).click()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('main').getByRole('link', { name: settings.appearance }).click()
  await expect(page.getByRole('main').getByRole('heading', { name: settings.appearance })).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
})
