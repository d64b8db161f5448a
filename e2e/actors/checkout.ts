import type { Page } from '@playwright/test'
import { proBuy } from '@waypost/web/words/pro'
import type { Actor } from './actors.ts'

// For stories about Pro: the payment buttons of its page, and the account.

export const card = (page: Page) => page.getByRole('button', { name: proBuy.card })
export const wallet = (page: Page) => page.getByRole('button', { name: proBuy.wallet })

export const me = async (who: Actor) => (await who.call('/v2/users/me')).body
