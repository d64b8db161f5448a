import { messageMenuWords } from '@waypost/web/words/push/menu'
import { remindWords } from '@waypost/web/words/push/reminders'
import { sendTimeDialog } from '@waypost/web/words/push/scheduled'
import { targetActionsWords } from '@waypost/web/words/target'
import { seriousFaults } from '../../actors/accessibility.ts'
import { expect, history, type Page, test } from '../../actors/actors.ts'

const bar = (page: Page, words: string) => page.getByRole('button', { name: `Reminder ${words}` })
const row = (page: Page) => page.getByRole('link', { name: /^Bob / })

async function choose(page: Page, text: string, action: string) {
  await history(page).getByRole('article', { name: text }).press('Shift+F10')
  await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
}

test('a message comes back as unread at the time that was chosen, and the other person learns nothing', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/pushes', { type: 'note', body: 'water the plants', email: bob.email })
  const page = await alice.open('/#people/bob@example.org')
  const other = await alice.openElsewhere('/#people/me')
  const his = await bob.open('/#people/alice@example.org')
  await choose(page, 'water the plants', messageMenuWords.remind)
  await page.getByRole('menuitem', { name: /^Tomorrow morning/ }).press('Enter')
  await expect(history(page).getByRole('article')).toContainText(/Tomorrow at/)
  await expect(history(page).getByRole('article')).toBeFocused()

  await server.app.jobs.processAll((Date.now() + 49 * 3_600_000) * 1_000)
  await expect(row(other)).toHaveAccessibleName(/ 1 unread$/)
  await expect(bar(page, 'water the plants')).toBeVisible()
  await expect(bar(other, 'water the plants')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await bar(page, 'water the plants').press('Enter')
  for (const window of [page, other]) {
    await expect(bar(window, 'water the plants')).toHaveCount(0)
    await expect(row(window)).not.toHaveAccessibleName(/unread/)
  }
  await expect(history(his).getByRole('article')).toHaveCount(1)
  await expect(history(his)).not.toContainText(targetActionsWords.tomorrow)
})

test('a reminder is set for any time on a phone, moved and removed', async ({ actor }) => {
  const alice = await actor('alice', { viewport: { width: 390, height: 844 } })
  await alice.call('/v2/pushes', { type: 'note', body: 'renew the passport' })
  const page = await alice.open('/#people/me')
  const message = history(page).getByRole('article', { name: 'renew the passport' })
  await choose(page, 'renew the passport', messageMenuWords.remind)
  await page.getByRole('menuitem', { name: remindWords.other }).press('Enter')
  const dialog = page.getByRole('dialog', { name: remindWords.title })
  await dialog.getByLabel(sendTimeDialog.date).fill('2001-01-01')
  await dialog.getByRole('button', { name: remindWords.title }).click()
  await expect(dialog.getByText(sendTimeDialog.past)).toBeVisible()
  const next = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel(sendTimeDialog.date).fill(next)
  await dialog.getByLabel(sendTimeDialog.time).fill('10:30')
  await dialog.getByRole('button', { name: remindWords.title }).click()
  await expect(message).toContainText(/10:30/)
  await choose(page, 'renew the passport', messageMenuWords.remind)
  await page.getByRole('menuitem', { name: /^Remove reminder, .*10:30/ }).press('Enter')
  await expect(message).not.toContainText(/10:30/)
})
