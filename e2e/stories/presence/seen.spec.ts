import { privacy } from '@waypost/web/words/settings'
import { seriousFaults } from '../../actors/accessibility.ts'
import { chooseFor, composer, expect, history, type Page, say, test } from '../../actors/actors.ts'

const message = (page: Page, words: string | RegExp) => history(page).getByRole('article').filter({ hasText: words })
const word = (page: Page, name: string) => history(page).getByText(name, { exact: true })
const seen = (page: Page) => history(page).getByText(/^Seen \d{1,2}:\d{2}/)

test('a message is sent, delivered once the other person is here, and seen once they open the conversation, live and without moving', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await bob.call('/v2/chats', { email: alice.email })
  const page = await alice.open('/#people/bob@example.org')
  await say(page, 'Are you there?')
  await expect(word(page, 'Sent')).toBeVisible()
  await expect(message(page, 'Are you there?').getByRole('img')).toHaveCount(0)
  const before = await message(page, 'Are you there?').boundingBox()

  const his = await bob.open('/#people/me')
  await expect(word(page, 'Delivered')).toBeVisible()
  await his.getByRole('link', { name: /^Alice/ }).click()
  await expect(seen(page)).toBeVisible()
  expect(await message(page, 'Are you there?').boundingBox()).toEqual(before)

  await say(his, 'Yes, always')
  await expect(message(page, 'Yes, always')).toBeVisible()
  // The last message is now his: the mark shows that hers was seen.
  await expect(message(page, 'Are you there?').getByRole('img', { name: 'Seen' })).toBeVisible()
  await expect(history(his).getByRole('img', { name: /Sent|Delivered|Seen/ })).toHaveCount(0)
  await expect(seen(his)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await chooseFor(message(page, 'Are you there?'), 'Details')
  const details = page.getByRole('dialog', { name: 'Details' })
  for (const label of ['Sent', 'Delivered', 'Seen']) await expect(details.getByText(label, { exact: true })).toBeVisible()
})

test('only the last message of each state is read out with it; messages to oneself and to addresses without an account have none', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  for (const body of ['one', 'two']) await alice.call('/v2/pushes', { body, email: bob.email })
  const his = await bob.open('/#people/alice@example.org')
  await composer(his).click()
  const page = await alice.open('/#people/bob@example.org')
  await expect(seen(page)).toBeVisible()
  await his.close()
  await say(page, 'three')
  await say(page, 'four')
  await expect(word(page, 'Sent')).toBeVisible()
  await expect(message(page, 'two').getByRole('img', { name: 'Seen' })).toBeVisible()
  for (const body of ['one', 'three', 'four'])
    await expect(message(page, body).getByRole('img', { name: /Sent|Delivered|Seen/ })).toHaveCount(0)
  for (const target of ['me', 'dora@example.com']) {
    await page.goto(`/#people/${target}`)
    await say(page, `to ${target}`)
    await expect(word(page, 'Sent')).toBeVisible()
    await expect(history(page).locator('[data-state="sent"]')).toHaveCount(0)
  }
})

test('somebody who switches it off neither shows nor sees read marks, at once in open windows', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const his = await bob.open('/#people/alice@example.org')
  await composer(his).click()
  const page = await alice.open('/#people/bob@example.org')
  await say(page, 'Hello')
  await expect(seen(page)).toBeVisible()
  await say(his, 'Hi')
  await expect(seen(his)).toBeVisible()

  const settings = await bob.openElsewhere('/#settings/account')
  const choice = settings.getByRole('checkbox', { name: privacy.reads })
  await expect(choice).toBeChecked()
  await choice.uncheck()
  await expect(message(page, 'Hello').getByRole('img', { name: 'Sent' })).toBeVisible()
  await expect(seen(his)).toHaveCount(0)
  await expect(word(his, 'Sent')).toBeVisible()
  await say(page, 'Still there?')
  await expect(message(his, 'Still there?')).toBeVisible()
  await composer(his).fill('reading')
  await choice.check()
  await say(page, 'And now?')
  await expect(seen(page)).toBeVisible()
})
