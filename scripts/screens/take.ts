import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Person } from './content.ts'

/** A picture and how to get there. */
export interface Screen {
  path: string
  /** It is shown without an account. */
  visitor?: boolean
  /** Whose browser it needs, if it needs its own; its changes are discarded. */
  as?: Person
  /** Only shown in one column. */
  narrow?: boolean
  /** The widget is not a page and has no heading. */
  headless?: boolean
  before?: (page: Page) => Promise<unknown>
  prepare?: (page: Page) => Promise<unknown>
  /** Reverts what later pictures would show. */
  after?: (page: Page) => Promise<unknown>
}

/** Opens a screen and saves its picture as a palette PNG. */
export async function take(context: BrowserContext, screen: Screen, file: string): Promise<void> {
  const { path, headless, before, prepare, after } = screen
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await before?.(page)
  await page.goto(path)
  if (!headless) await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  if (!before) await page.waitForLoadState('networkidle')
  await prepare?.(page)
  // A spinner is shown for a moment even if loading is fast.
  await page.waitForTimeout(700)
  await page.evaluate('document.fonts.ready')
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(taken).png({ palette: true, colours: 64, effort: 10, dither: 0.4 }).toFile(file)
  await after?.(page)
  await page.close()
}
