import { inviteOne, suggestionsWords } from '@waypost/web/words/people'
import { deleteHistory, exportDataWords } from '@waypost/web/words/settings'
import { expect, type Page, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { refuse } from '../../actors/refuse-requests.ts'

const again = (page: Page) => page.getByRole('main').getByRole('button', { name: suggestionsWords.retry })

test('suggestions that did not load can be requested again', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('about:blank')
  await page.route('**/v3/suggest-targets', (route) => route.abort())
  await page.goto('/#people/new')
  await expect(page.getByText(suggestionsWords.failed)).toBeVisible()
  await page.unroute('**/v3/suggest-targets')
  await again(page).click()
  await expect(page.getByText(suggestionsWords.none)).toBeVisible()
})

test("the user's own address opens their own conversation, and a person whom the server refuses is not opened", async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#people/new')
  await refuse(page, '**/v2/chats', 'POST')
  const field = page.getByLabel(inviteOne.who)
  const start = page.getByRole('button', { name: 'Start talking' })
  await field.fill('carol@example.org')
  await start.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not today.' })).toBeVisible()
  await expect(page).toHaveURL(/#people\/new$/)
  await field.fill('ALICE@example.org')
  await start.click()
  await expect(page).toHaveURL(/#people\/me$/)
})

test('a channel that could not be looked up says why, and is looked up again', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await bob.call('/v2/channels', { tag: 'garden', name: 'Garden notes' })
  const page = await alice.open('/#following/new')
  const takeAgain = await refuse(page, '**/v2/channel-info*')
  await page.getByRole('main').getByRole('textbox').fill('garden')
  await expect(page.getByRole('main').getByText('Not today.')).toBeVisible()
  await takeAgain()
  await again(page).click()
  await expect(page.getByRole('main').getByText('Garden notes')).toBeVisible()
})

test('a refused export says why, and a deletion of the history can be canceled', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/history')
  await refuse(page, '**/v3/export-data')
  await page.getByRole('button', { name: exportDataWords.start }).click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('Not today.')
  await alert.getByRole('button', { name: 'dismiss', exact: true }).click()
  await expect(page.getByText('Export requested.', { exact: true })).toHaveCount(0)
  const remove = page.getByRole('button', { name: deleteHistory.delete })
  await remove.click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await expect(remove).toBeFocused()
  await remove.click()
  await confirm(page, 'Delete')
  await expect(page.getByText('Your history has been deleted', { exact: true })).toBeVisible()
})
