import { seriousFaults } from '../../actors/accessibility.ts'
import { expect, history, type Page, test } from '../../actors/actors.ts'
import { keepToasts } from '../../actors/toasts.ts'
import { goOffline } from '../../actors/waiting.ts'

const item = (page: Page, name: string) => history(page).getByRole('checkbox', { name, exact: true })
const shopping = { type: 'list', title: 'Shopping', items: ['Milk', 'Bread', 'Salt'], email: 'bob@example.org' }

test('items of a list are ticked by both people and show in every window, also what was ticked without a network', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/pushes', shopping)
  const page = await alice.open('/#people/bob@example.org')
  const other = await alice.openElsewhere('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await item(page, 'Milk').check()
  await item(his, 'Salt').focus()
  await his.keyboard.press('Space')
  for (const window of [page, other, his]) {
    await expect(item(window, 'Milk')).toBeChecked()
    await expect(item(window, 'Salt')).toBeChecked()
    await expect(item(window, 'Bread')).not.toBeChecked()
    await expect(history(window).getByText('2 of 3')).toBeVisible()
  }
  await expect(item(his, 'Salt')).toBeFocused()

  await goOffline(page.context())
  await item(page, 'Bread').check()
  await item(page, 'Milk').uncheck()
  await expect(history(page).getByText('2 of 3')).toBeVisible()
  await expect(item(his, 'Bread')).not.toBeChecked()
  await page.context().setOffline(false)
  for (const window of [page, other, his]) {
    await expect(item(window, 'Bread')).toBeChecked()
    await expect(item(window, 'Milk')).not.toBeChecked()
  }
  expect(await seriousFaults(page)).toEqual([])
})

test('an item that the sender has changed meanwhile is not ticked, and a toast says so', async ({ actor }) => {
  const alice = await actor('alice')
  await keepToasts(alice.context)
  const { body: list } = await alice.call('/v2/pushes', { ...shopping, email: undefined })
  const page = await alice.open('/#people/me')
  await expect(item(page, 'Milk')).toBeEnabled()
  await goOffline(page.context())
  await item(page, 'Milk').check()
  await alice.call(`/v2/pushes/${list.iden}`, { body: 'Eggs\nBread' })
  await page.context().setOffline(false)
  const told = page.getByText('The list has changed: this item is no longer there.')
  await expect(told.filter({ visible: true })).toHaveCount(2)
  await expect(item(page, 'Eggs')).not.toBeChecked()
})
