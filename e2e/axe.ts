import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The two widths at which every screen is judged, and how its person touches it. */
export const screens = [
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]

/** What axe finds on a page that keeps people out, in light and in dark, one sentence each. The page is left in light. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    // Colours on their way from one to the other are neither. What turns for ever is not waited for.
    await page.evaluate(async () => {
      const moving = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      await Promise.allSettled(moving.map(({ finished }) => finished))
    })
    const axe = new AxeBuilder({ page }).setLegacyMode()
    // Only colours differ between the two.
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(['color-contrast'])).analyze()
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue
      faults.push(`${colorScheme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    }
  }
  return faults
}
