import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Person } from './content.ts'

/** What is on a picture, and how a page gets there. */
export interface Screen {
  path: string
  /** It is seen without an account. */
  visitor?: boolean
  /** Whose browser it is, where it needs one of its own: what is done in it is forgotten with it. */
  as?: Person
  /** Only a page of one column shows it. */
  narrow?: boolean
  /** The widget for other sites is no page and has no heading. */
  headless?: boolean
  /** Done before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Brings the page to where it is worth a picture. */
  prepare?: (page: Page) => Promise<unknown>
  /** Takes back what would show on later pictures. */
  after?: (page: Page) => Promise<unknown>
}

/** Opens a screen and takes its picture, as a PNG of few colours. */
export async function take(context: BrowserContext, screen: Screen, file: string): Promise<void> {
  const { path, headless, before, prepare, after } = screen
  const page = await context.newPage()
  await before?.(page)
  await page.goto(path)
  if (!headless) await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  if (!before) await page.waitForLoadState('networkidle')
  await prepare?.(page)
  // A spinner is shown for a while even where nothing takes long.
  await page.waitForTimeout(700)
  await page.evaluate('document.fonts.ready')
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(taken).png({ palette: true, colours: 64, effort: 10, dither: 0.4 }).toFile(file)
  await after?.(page)
  await page.close()
}
