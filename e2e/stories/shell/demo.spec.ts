import { demo } from '@waypost/web/words/page/demo'
import { landingStage } from '@waypost/web/words/page/landing'
import { desktopScreen, phoneScreen, seriousFaults, showOn } from '../../actors/accessibility.ts'
import { expect } from '../../actors/actors.ts'
import { test } from '../../actors/mail-server.ts'

test.use({ settings: { WAYPOST_DEMO: 'on' } })

test('a demonstration says above the page that nothing is saved, and the page has the rest of the window', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  const strip = page.getByText(demo.nothing)
  for (const screen of [desktopScreen, phoneScreen]) {
    await showOn(page, screen)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(strip).toBeVisible()
      const { y, height } = (await strip.boundingBox()) ?? {}
      expect(y).toBe(0)
      await expect(page.getByRole('textbox', { name: landingStage.toMe })).toBeInViewport({ ratio: 1 })
      expect(await page.locator('header').first().boundingBox()).toMatchObject({ y: height })
      expect(await seriousFaults(page)).toEqual([])
    }
  }
})
