import { filterBar, messageFilters, narrowedMessages } from '@waypost/web/words/push/filter'
import { messageMenuWords } from '@waypost/web/words/push/menu'
import { tagsDialog } from '@waypost/web/words/push/tags'
import { phoneScreen, seriousFaults } from '../../actors/accessibility.ts'
import { chooseFor, expect, history, type Page, say, test } from '../../actors/actors.ts'
import { smallTargets } from '../../actors/touch.ts'
import { sentence } from '../../actors/words/sentence.ts'

const filters = (page: Page) => page.getByRole('toolbar', { name: filterBar.label })
const filter = (page: Page, name: string) => filters(page).getByRole('button', { name, exact: true })
const messages = (page: Page) => history(page).getByRole('article')

test('tags are typed or set, narrow the conversation, and are seen by nobody else', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await bob.call('/v2/pushes', { type: 'note', body: 'The mooring is paid.', email: alice.email })
  await bob.call('/v2/pushes', { type: 'note', body: 'See you at noon.', email: alice.email })
  const page = await alice.open('/#people/bob@example.org')
  const other = await alice.openElsewhere('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await say(page, 'Ask about #boat, and https://example.org/#boat')
  await expect(messages(page)).toHaveCount(3)

  await chooseFor(messages(page).filter({ hasText: 'mooring' }), messageMenuWords.tags)
  const dialog = page.getByRole('dialog', { name: tagsDialog.title })
  const field = dialog.getByRole('combobox', { name: tagsDialog.field })
  await field.fill('#2026')
  await field.press('Enter')
  await expect(dialog.getByText(/^Use up to 40 letters/)).toBeVisible()
  await field.fill('Harbour')
  await field.press('Enter')
  await field.fill('bo')
  await dialog.getByRole('option', { name: 'boat' }).click()
  await expect(dialog.getByRole('list', { name: tagsDialog.tags }).getByRole('listitem')).toHaveText(['#Harbour', '#boat'])
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  for (const window of [page, other])
    await expect(messages(window).filter({ hasText: 'mooring' }).getByRole('list', { name: tagsDialog.known })).toContainText(
      '#Harbour',
    )
  await expect(messages(his)).toHaveCount(3)
  await expect(history(his)).not.toContainText('Harbour')

  await messages(page).getByRole('button', { name: '#boat' }).last().click()
  await expect(messages(page)).toHaveCount(2)
  await expect(messages(page).first()).toContainText('mooring')
  await expect(messages(page).last()).toContainText('Ask about')
  await expect(filter(page, 'boat')).toHaveAttribute('aria-pressed', 'true')
  await chooseFor(messages(page).first(), messageMenuWords.show)
  await expect(messages(page)).toHaveCount(3)
  await expect(messages(page).first()).toBeFocused()

  await chooseFor(messages(page).first(), messageMenuWords.tags)
  await dialog.getByRole('button', { name: sentence(tagsDialog.remove, { tag: 'Harbour' }) }).click()
  await dialog.getByRole('button', { name: sentence(tagsDialog.remove, { tag: 'boat' }) }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  for (const window of [page, other]) await expect(history(window)).not.toContainText('Harbour')
})

test('a conversation is narrowed to pictures, links, files, lists and reminders by keys, and offline to what is kept', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const file = { type: 'file', file_url: 'https://files.example/x' }
  for (const push of [
    { type: 'note', body: 'plain' },
    { ...file, file_name: 'tides.pdf', file_type: 'application/pdf' },
    { type: 'link', url: 'https://tides.example/' },
    { type: 'note', body: 'table at https://tides.example/table' },
    { type: 'list', title: 'Shopping', items: ['milk', 'bread'] },
  ])
    await alice.call('/v2/pushes', push)
  const page = await alice.open('/#people/me')
  await expect(messages(page)).toHaveCount(5)
  await filter(page, 'All').focus()
  await page.keyboard.press('ArrowRight')
  await expect(filter(page, 'Pictures')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: messageFilters.noPictures })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(messages(page)).toHaveCount(2)
  await expect(messages(page).last()).toContainText('table at')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(messages(page)).toHaveCount(1)
  await expect(messages(page)).toContainText('tides.pdf')
  await page.keyboard.press('Escape')
  await expect(messages(page)).toHaveCount(5)
  await expect(filter(page, 'Files')).toBeFocused()

  await filter(page, 'Lists').click()
  await expect(messages(page)).toHaveCount(1)
  await alice.context.setOffline(true)
  await filter(page, 'Links').click()
  await expect(messages(page)).toHaveCount(2)
  await expect(page.getByText(narrowedMessages.offline)).toBeVisible()
  await alice.context.setOffline(false)
  await expect(page.getByText(narrowedMessages.offline)).toHaveCount(0)

  await say(page, 'seen among all')
  await expect(messages(page)).toHaveCount(6)
  await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'true')
})

test('on a phone a conversation is narrowed by touch, to a kind and to a tag, and shows all again', async ({ actor }) => {
  const alice = await actor('alice', phoneScreen)
  const bob = await actor('bob')
  for (const push of [
    { type: 'note', body: 'plain' },
    { type: 'link', url: 'https://tides.example/' },
    { type: 'note', body: 'Low water at six #tides' },
  ])
    await bob.call('/v2/pushes', { ...push, email: alice.email })
  const page = await alice.open('/#people/bob@example.org')
  await expect(messages(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Conversation actions' }).tap()
  await page.getByRole('menuitem', { name: filterBar.label }).tap()
  await filter(page, 'Links').tap()
  await expect(messages(page)).toHaveCount(1)
  await expect(messages(page)).toContainText('tides.example')
  expect([...(await seriousFaults(page)), ...(await smallTargets(page))]).toEqual([])
  await filter(page, 'tides').tap()
  await expect(messages(page)).toHaveCount(1)
  await expect(messages(page)).toContainText('Low water at six')
  await expect(filter(page, 'tides')).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: filterBar.end }).tap()
  await expect(messages(page)).toHaveCount(3)
  await page.getByRole('button', { name: filterBar.close }).tap()
  await expect(filters(page)).toHaveCount(0)
})
