import { desktopScreen, phoneScreen, seriousFaults } from '../../actors/accessibility.ts'
import { expect, history, say, test } from '../../actors/actors.ts'

const scripts = /\/assets\/.*\.js/

for (const [name, screen, list, conversation] of [
  ['1280', desktopScreen, [180, 384], [564, 716]],
  ['390', phoneScreen, undefined, [0, 390]],
] as const)
  test(`at ${name} px the frame and the outlines of rows and messages are there before any script of the app, and nothing moves as it comes`, async ({
    actor,
  }) => {
    const alice = await actor('alice', screen)
    const page = await alice.open('/#people/me')
    await say(page, 'hello')
    await page.addInitScript(() => {
      Object.assign(window, { moved: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { moved: Reflect.get(window, 'moved') + Reflect.get(entry, 'value') })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const held = Promise.withResolvers<void>()
    await page.route(scripts, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.clock.install()
    await page.reload({ waitUntil: 'commit' })
    const words = page.getByRole('status')
    await expect(words).toHaveText('Loading…')
    const place = (part: string) =>
      page.locator(`#skeleton .bone-${part}`).evaluate((element) => {
        const { left, width } = element.getBoundingClientRect()
        return [left, width]
      })
    if (list) expect(await place('list')).toEqual(list)
    else await expect(page.locator('#skeleton .bone-list')).toBeHidden()
    expect(await place('conversation')).toEqual(conversation)
    await expect(page.locator('#skeleton .bone-bubbles > i')).toHaveCount(3)
    expect(await seriousFaults(page)).toEqual([])
    await page.clock.runFor(8_000)
    await expect(words).toHaveText('Still loading. Check your connection.')
    held.resolve()
    await expect(history(page)).toContainText('hello')
    await expect(page.locator('#skeleton')).toBeHidden()
    expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toBeLessThan(0.1)
  })

test('visitors see no outline of what they have not got', async ({ visitor }) => {
  const guest = await visitor(desktopScreen)
  await guest.route(scripts, (route) => route.abort())
  await guest.goto('/')
  await expect(guest.locator('#skeleton')).toBeHidden()
})
