import type { Locator, Page } from '@playwright/test'
import { channelPage, myChannels } from '@waypost/web/words/channel'
import { channelEditor, feedFields, myChannel, tagField } from '@waypost/web/words/channel/editor'
import { button, composer, history, say } from '../../actors/actors.ts'
import { hueOf, isGreen } from '../../actors/colours.ts'
import { confirm } from '../../actors/confirm.ts'
import { expect, test } from '../../actors/feeds.ts'
import { hold } from '../../actors/hold-requests.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { channel, items } from '../../actors/sidebar.ts'
import { sentence } from '../../actors/words/sentence.ts'

const own = (page: Page) => page.getByRole('region', { name: myChannels.title }).getByRole('listitem')
const followed = (page: Page) => page.getByRole('region', { name: myChannels.subscriptions }).getByRole('listitem')
const told = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Notifications' }).locator('span').getByText(words, { exact: true })

/** The number of distinct left edges among the elements. */
const columns = (items: Locator) =>
  items.evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().x))).size)

test("CHAN-024 CHAN-025 CHAN-026 CHAN-042 own channels in four columns with 'add channel', subscriptions in three, each in its place", async ({
  actor,
}) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  for (const tag of ['a', 'b', 'c', 'd']) {
    await channel(alice, `mine-${tag}`, `Mine ${tag}`)
    await channel(bob, `his-${tag}`, `His ${tag}`)
    await alice.call('/v2/subscriptions', { channel_tag: `his-${tag}` })
  }
  const page = await alice.open('/my-channels')
  await expect(page.getByRole('heading', { level: 1, name: myChannels.title })).toBeVisible()
  await expect(own(page)).toHaveText([/Mine d/, /Mine c/, /Mine b/, /Mine a/, 'add channel'])
  await expect(followed(page)).toHaveText([/His a/, /His b/, /His c/, /His d/])
  await expectReadOut(page, 'own and followed')
  for (const [width, wanted] of [
    [1280, [4, 3]],
    [620, [2, 2]],
    [390, [1, 1]],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => [width, [await columns(own(page)), await columns(followed(page))]]).toEqual([width, wanted])
  }
  await channel(bob, 'his-e', 'His e')
  await alice.call('/v2/subscriptions', { channel_tag: 'his-e' })
  await expect(followed(page)).toHaveCount(5)
  await followed(page).nth(0).getByRole('button', { name: 'FOLLOWING' }).click()
  await expect(followed(page)).toHaveCount(4)
  const his = await bob.open('/my-channels')
  await expect(own(his)).toHaveText([/His e/, /His d/, /His c/, /His b/, /His a/, 'add channel'])
  await expect(his.getByText(myChannels.none)).toBeVisible()
  await own(page).getByRole('link', { name: 'add channel' }).click()
  await expect(page).toHaveURL(/\/my-channel$/)
  await page.goBack()
  await own(page)
    .nth(1)
    .getByRole('link', { name: sentence(myChannels.editThis, { name: 'Mine c' }) })
    .click()
  await expect(page).toHaveURL(/\/my-channel\?tag=mine-c$/)
})

test('CHAN-024 CHAN-027 a visitor signs in first and returns', async ({ visitor }) => {
  const page = await visitor()
  for (const [address, next] of [
    ['/my-channels', '%2Fmy-channels'],
    ['/my-channel?tag=a', '%2Fmy-channel%3Ftag%3Da'],
  ]) {
    await page.goto(address ?? '')
    await expect.poll(() => page.url()).toContain(`/signin?next=${next}`)
  }
})

test('CHAN-023 CHAN-027 CHAN-029 CHAN-035 CHAN-037 CHAN-038 API-030 a channel is created with all its fields, and posts what its feed brings', async ({
  actor,
  visitor,
  feed,
  readFeeds,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/my-channel')
  await expect(page.getByRole('heading', { level: 1, name: myChannel.new })).toBeFocused()
  await page.getByLabel(tagField.tag).fill('Garden_1-a')
  await page.getByLabel(channelEditor.name).fill('Garden notes')
  await page.getByLabel(channelEditor.description).fill('What grows.\nEvery Sunday.')
  const rss = button(page, feedFields.rss)
  await expect(rss).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByLabel(feedFields.address)).toHaveCount(0)
  await rss.click()
  await page.getByLabel(feedFields.address).fill('feed.xml')
  await button(page, feedFields.add).click()
  await expect(page.getByLabel(feedFields.title)).toBeFocused()
  await page.keyboard.type('BEANS')
  await button(page, 'Create').click()
  await expect(page.getByText(channelEditor.address)).toBeVisible()
  await expect(page.getByLabel(feedFields.address)).toBeFocused()
  await page.getByLabel(feedFields.address).fill(feed.url)
  const answer = await hold(page, '**/v2/channels')
  const create = button(page, 'Create')
  await create.click()
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expect(create.locator('i').first()).toBeVisible()
  answer()
  await expect(page).toHaveURL(/\/channel\?tag=Garden_1-a$/)
  await expect(told(page, 'Garden notes created')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Garden notes' })).toBeVisible()
  const { body } = await alice.call('/v2/channels')
  expect(body.channels).toMatchObject([
    {
      tag: 'Garden_1-a',
      name: 'Garden notes',
      description: 'What grows.\nEvery Sunday.',
      feed_url: feed.url,
      feed_filters: [{ field: 'title', operator: 'contains', value: 'BEANS', ignore_case: true }],
    },
  ])
  await readFeeds()
  feed.publish('The slugs are here')
  feed.publish('The beans are up')
  await readFeeds()
  await expect(page.getByRole('link', { name: /^The beans are up/ })).toBeVisible()
  const guest = await visitor()
  await guest.goto('/channel?tag=garden_1-A')
  await expect(guest.getByRole('region', { name: channelPage.posts }).getByRole('article')).toHaveCount(1)
  await expect(guest.getByRole('link', { name: /^The beans are up/ })).toHaveAttribute('href', new URL('/3', feed.url).href)
})

test('CHAN-031 CHAN-032 CHAN-033 CHAN-034 GAP-055 the problem with a tag is shown under it while it is typed, and Create is hidden meanwhile', async ({
  actor,
}) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await channel(bob, 'garden', 'Garden notes')
  const page = await alice.open('/my-channel')
  const tag = page.getByLabel(tagField.tag)
  const create = button(page, 'Create')
  await expect(create).toBeVisible()
  for (const [typed, error] of [
    ['two words', 'No spaces'],
    ['gr.n', 'Invalid symbol'],
    ['GARDEN', 'Tag taken'],
  ] as const) {
    await tag.fill('')
    await expect(create).toBeVisible()
    await tag.pressSequentially(typed)
    await expect(tag).toHaveAccessibleDescription(new RegExp(`${error}$`))
    await expect(tag).toHaveAttribute('aria-invalid', 'true')
    await expect(create).toHaveCount(0)
    await expect(page.getByText(sentence(channelEditor.hidden, { button: 'Create' }))).toBeVisible()
    await tag.press('Enter')
  }
  expect((await alice.call('/v2/channels')).body.channels).toEqual([])
  await tag.fill('')
  await create.click()
  await expect(tag).toHaveAccessibleDescription(/Enter a tag\.$/)
  await expect(tag).toBeFocused()
  // Another person takes the tag first.
  const unknownTag = { error: { code: 'invalid_param', type: 'invalid_request', message: 'There is no such channel.' } }
  await page.route('**/v2/channel-info?*', (route) => route.fulfill({ status: 400, json: unknownTag }))
  await tag.fill('weather')
  await expect(page.getByRole('status').getByText(tagField.free)).toBeVisible()
  await channel(bob, 'weather', 'Weather')
  await create.click()
  await expect(tag).toHaveAccessibleDescription(/Tag taken$/)
  await expect(page.getByText(tagField.free)).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: 'Error creating Channel' })).toBeVisible()
  await expect(create).toHaveCount(0)
  await tag.fill('weather-2')
  await create.click()
  await expect(page).toHaveURL(/\/channel\?tag=weather-2$/)
})

test('CHAN-028 CHAN-030 CHAN-036 CHAN-038 API-031 SIDE-017 the green gear leads to the editor: the tag stays, the feed is open, and Save saves the changes', async ({
  actor,
  feed,
}) => {
  const alice = await actor('alice')
  const iden = await channel(alice, 'garden', 'Garden notes')
  await alice.call(`/v2/channels/${iden}`, {
    feed_url: feed.url,
    feed_filters: [{ field: 'body', operator: 'contains', value: 'slugs', not: true }],
  })
  const page = await alice.open('/#following/garden')
  const gear = items(page, 'Following')
    .first()
    .getByRole('link', { name: sentence(myChannels.editThis, { name: 'Garden notes' }) })
  expect(isGreen(await hueOf(gear, 'color'))).toBe(true)
  await gear.click()
  await expect(
    page.getByRole('heading', { level: 1, name: sentence(myChannels.editThis, { name: 'Garden notes' }) }),
  ).toBeFocused()
  // With a single condition there is nothing to combine.
  await expect(page.getByText('Only items that match all filters are posted.', { exact: false })).toHaveCount(0)
  await expect(page.getByLabel(tagField.tag)).toHaveValue('garden')
  await expect(page.getByLabel(tagField.tag)).toHaveAttribute('readonly')
  await page.getByLabel(tagField.tag).press('x')
  await expect(page.getByLabel(tagField.tag)).toHaveValue('garden')
  await expect(button(page, feedFields.rss)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByLabel(feedFields.address)).toHaveValue(feed.url)
  await expect(page.getByLabel(feedFields.notBody)).toHaveValue('slugs')
  await page.getByLabel(channelEditor.name).fill('Beans')
  await button(page, feedFields.add).click()
  await expect(page.getByText('Only items that match all filters are posted.', { exact: false })).toBeVisible()
  await page.getByLabel(feedFields.title).fill('beans')
  await button(page, feedFields.add).click()
  await button(page, sentence(feedFields.remove, { value: 'slugs' })).click()
  // In the meantime another program changes the other fields.
  await alice.call(`/v2/channels/${iden}`, { description: 'From elsewhere' })
  await expect(page.getByLabel(channelEditor.description)).toHaveValue('From elsewhere')
  await expect(page.getByText(channelEditor.unsaved)).toBeVisible()
  const answer = await hold(page, '**/v2/channels/*')
  const save = button(page, 'Save')
  await save.click()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(save.locator('i').first()).toBeVisible()
  answer()
  await expect(told(page, 'Saved')).toBeVisible()
  await page.unroute('**/v2/channels/*')
  await expect(save.locator('i')).toHaveCount(0)
  await expect(page.getByText(channelEditor.unsaved)).toHaveCount(0)
  const saved = async () => (await alice.call('/v2/channels')).body.channels[0]
  expect(await saved()).toMatchObject({
    tag: 'garden',
    name: 'Beans',
    description: 'From elsewhere',
    feed_filters: [{ field: 'title', value: 'beans', ignore_case: true }],
  })
  await page.getByLabel(feedFields.address).fill('')
  await page.getByLabel(channelEditor.description).fill('')
  await page.getByLabel(channelEditor.name).press('Enter')
  await expect.poll(saved).not.toHaveProperty('feed_url')
  expect(await saved()).not.toHaveProperty('description')
})

test('CHAN-039 API-032 deleting a channel takes two steps, and can be canceled', async ({ actor }) => {
  const alice = await actor('alice')
  await channel(alice, 'garden', 'Garden notes')
  const page = await alice.open('/my-channel?tag=garden')
  await button(page, 'Delete Garden notes').click()
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Delete Garden notes')).toBeFocused()
  await button(page, 'Delete Garden notes').dblclick()
  expect((await alice.call('/v2/channels?active=true')).body.channels).toHaveLength(1)
  await page.keyboard.press('Escape')
  await button(page, 'Delete Garden notes').click()
  await confirm(page, 'Delete')
  await expect(page).toHaveURL(/\/my-channels$/)
  await expect(own(page)).toHaveText(['add channel'])
  expect((await alice.call('/v2/channels?active=true')).body.channels).toEqual([])
  await page.goto('/channel?tag=garden')
  await expect(page.getByText('Sorry, this channel does not exist.')).toBeVisible()
})

test("CHAN-040 CHAN-041 CHAN-042 SHELL-001 GAP-003 only the owner sees the way to the editor and the channel's form, and only the owner can change the channel", async ({
  actor,
}) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  const iden = await channel(bob, 'garden', 'Garden notes')
  await alice.call('/v2/subscriptions', { channel_tag: 'garden' })
  const page = await alice.open('/my-channel?tag=garden')
  await expect(page.getByRole('heading', { level: 1, name: myChannel.refused })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('link', { name: channelEditor.see }).click()
  await expect(button(page, 'FOLLOWING')).toBeVisible()
  await expect(page.getByRole('link', { name: myChannels.edit, exact: true })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Open', exact: true }).click()
  await expect(page.getByText('Nothing posted yet')).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  for (const [path, body, method] of [
    [`/v2/channels/${iden}`, { name: 'Mine now' }, 'POST'],
    [`/v2/channels/${iden}`, undefined, 'DELETE'],
    ['/v2/pushes', { type: 'note', body: 'Mine now', channel_tag: 'garden' }, 'POST'],
  ] as const)
    expect([path, (await alice.call(path, body, method)).status]).toEqual([path, 403])
  const his = await bob.open('/channel?tag=garden')
  await his.getByRole('main').getByRole('link', { name: 'Open', exact: true }).click()
  await expect(his.getByText('@garden · 1 follower')).toBeVisible()
  await say(his, 'from the owner')
  await expect(history(page).getByText('from the owner')).toBeVisible()
})
