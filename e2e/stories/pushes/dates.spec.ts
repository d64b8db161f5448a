import { dateDialog } from '@waypost/web/words/push/dialogs'
import { messagesWords } from '@waypost/web/words/push/history'
import { seriousFaults } from '../../actors/accessibility.ts'
import { composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { fill, note } from '../../actors/many-notes.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: dateDialog.title })
const day = 24 * 3_600_000

/** The day of a moment in the format of a date field, in local time. */
const dateOf = (time: number): string => new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

test('from a key and from the menu, a date leads to the first message of its day, however old, and back to the newest', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  // 1500 notes, an hour apart: two months.
  const count = 1_500
  await fill(server, alice, { count, every: 3_600 })
  const page = await alice.open()
  await expect(note(page, count)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('d')
  const then = Date.now() - 40 * day
  await dialog(page).getByLabel(dateDialog.date).fill(dateOf(then))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  const midnight = new Date(then).setHours(0, 0, 0, 0)
  const newest = Date.now() - 60_000
  const first = count - Math.floor((newest - midnight) / 3_600_000)
  await expect(history(page).locator('article:focus')).toContainText(new RegExp(`note (${first}|${first - 1})\\.`))
  await expect(history(page).locator('article:focus')).toBeInViewport()

  await page.getByRole('button', { name: messagesWords.newest }).click()
  await expect(note(page, count)).toBeInViewport()
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: dateDialog.title }).click()
  // Before all messages: the beginning.
  await dialog(page).getByLabel(dateDialog.date).fill('2001-01-01')
  await dialog(page).getByRole('button', { name: dateDialog.go }).click()
  await expect(note(page, 1)).toBeInViewport()
  await expect(page.getByText('No more history')).toBeAttached()
})

test('a date in the future, none, and one whose messages cannot be loaded are reported in the dialog', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  await fill(server, alice, { count: 400, every: 3_600 })
  const page = await alice.open()
  await expect(note(page, 400)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('d')
  const field = dialog(page).getByLabel(dateDialog.date)
  const go = dialog(page).getByRole('button', { name: dateDialog.go })
  expect(await seriousFaults(page)).toEqual([])
  await field.fill(dateOf(Date.now() + 3 * day))
  await go.click()
  await expect(field).toHaveAccessibleDescription(dateDialog.future)
  await field.fill('')
  await go.click()
  await expect(field).toHaveAccessibleDescription(dateDialog.missing)
  await field.fill(dateOf(Date.now() - 15 * day))
  await page.context().setOffline(true)
  await go.click()
  await expect(field).toHaveAccessibleDescription(dateDialog.failed)
  await page.context().setOffline(false)
  await go.click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(history(page).locator('article:focus')).toBeInViewport()
  await expect(composer(page)).toBeVisible()
})
