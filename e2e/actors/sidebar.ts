import type { Locator } from '@playwright/test'
import type { Actor, Page } from './actors.ts'

/** The list of a section. */
export const list = (page: Page, section = 'People'): Locator => page.getByRole('navigation', { name: section, exact: true })
export const items = (page: Page, section?: string): Locator => list(page, section).getByRole('listitem')

/** Creates a channel and returns its iden. */
export async function channel(owner: Actor, tag: string, name: string): Promise<string> {
  const { body } = await owner.call('/v2/channels', {
    tag,
    name,
    description: `All about ${tag}.`,
    website_url: 'https://example.org',
  })
  return body.iden
}
