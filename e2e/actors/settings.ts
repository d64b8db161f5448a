import type { Page } from './actors.ts'

/** A tab of the settings. */
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
