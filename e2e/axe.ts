import type { Frame, Page } from '@playwright/test'
import axe from 'axe-core'

/** The two widths at which every screen is judged, and how its person touches it. */
export const screens = [
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]

/**
 * What axe finds on a page that keeps people out, in light and in dark, one sentence each. The page is left in light.
 * `impacts` are the grades that count.
 */
export async function seriousFaults(page: Page, impacts: readonly string[] = ['serious', 'critical']): Promise<string[]> {
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

/**
 * Runs axe in one document. It is brought in once for each document and answers with what a story needs: the builder of
 * `@axe-core/playwright` brings it in for each question and carries whole reports back, which takes five times as long.
 */
async function violations(frame: Frame, rules: string[] | undefined) {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  return frame.evaluate(async (only) => {
    const { axe: here } = window as unknown as { axe: typeof axe }
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
