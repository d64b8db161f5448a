import type { Page } from '@playwright/test'
import { myChannels } from '@waypost/web/words/channel'
import { channelsWords } from '@waypost/web/words/channel/directory'
import { channelEditor, feedFields, myChannel, tagField } from '@waypost/web/words/channel/editor'
import { phonePermissions, pictureField } from '@waypost/web/words/target'
import sharp from 'sharp'
import { desktopScreen, faultsOnEachScreen } from '../../actors/accessibility.ts'
import { button } from '../../actors/actors.ts'
import { expect, test } from '../../actors/feeds.ts'
import { hold } from '../../actors/hold-requests.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { channel } from '../../actors/sidebar.ts'
import { sentence } from '../../actors/words/sentence.ts'

const told = (page: Page, words: string) =>
  page.getByRole('region', { name: phonePermissions.notifications }).locator('span').getByText(words, { exact: true })
const pieces = '**/v3/upload/**'

const picture = async (name = 'leaf.png') => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background: '#25653b' } })
    .png()
    .toBuffer(),
})

async function choose(page: Page, press: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button(page, press).click()
  await (await chooser).setFiles(file)
}

test('the banner of a refused save closes once the save works', async ({ actor }) => {
  const alice = await actor('alice')
  await channel(alice, 'garden', 'Garden notes')
  const page = await alice.open('/my-channel?tag=garden')
  const again = await refuse(page, '**/v2/channels/*', 'POST')
  await page.getByLabel(channelEditor.name).fill('Garden news')
  await button(page, 'Save').click()
  const banner = page.getByRole('alert').filter({ hasText: 'Error updating Channel' })
  await expect(banner).toBeVisible()
  await again()
  await button(page, 'Save').click()
  await expect(told(page, 'Saved')).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('CHAN-014 CHAN-029 an image is uploaded, shown at 188 pixels with progress, and saved with the rest', async ({ actor }) => {
  const alice = await actor('alice')
  await channel(alice, 'garden', 'Garden notes')
  const page = await alice.open('/my-channel?tag=garden')
  await choose(page, pictureField.choose, { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await expect(page.getByText(pictureField.only)).toBeVisible()
  await choose(page, pictureField.choose, { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText(pictureField.only)).toBeVisible()
  const answer = await hold(page, pieces)
  await choose(page, pictureField.choose, await picture('first.png'))
  await expect(page.getByRole('progressbar', { name: sentence(pictureField.progress, { name: 'first.png' }) })).toBeVisible()
  await expect(page.getByText(pictureField.only)).toHaveCount(0)
  await expect(button(page, 'Save')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText(sentence(channelEditor.waits, { button: 'Save' }))).toBeVisible()
  await button(page, 'Cancel').click()
  answer()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.unroute(pieces)
  await choose(page, pictureField.choose, await picture())
  const shown = page.locator('main img[data-shown]')
  await expect(shown).toBeVisible()
  expect(await shown.boundingBox()).toMatchObject({ width: 188, height: 188 })
  await button(page, 'Save').click()
  await expect(told(page, 'Saved')).toBeVisible()
  const { body } = await alice.call('/v2/channels')
  expect(body.channels[0].image_url).toMatch(/^http/)
  await page.getByRole('link', { name: channelEditor.see }).click()
  await expect(page.locator('main img[data-shown]')).toHaveAttribute('src', body.channels[0].image_url)
  await page.goBack()
  await button(page, pictureField.remove).click()
  await button(page, 'Save').click()
  await expect.poll(async () => (await alice.call('/v2/channels')).body.channels[0].image_url).toBeUndefined()
})

test('CHAN-029 unsaved changes are restored after the page was left, and can be discarded', async ({ actor }) => {
  const alice = await actor('alice')
  await channel(alice, 'garden', 'Garden notes')
  const page = await alice.open('/my-channel?tag=garden')
  await page.getByLabel(channelEditor.name).fill('Beans')
  await page.goto('/my-channel')
  await page.getByLabel(tagField.tag).fill('half')
  await page.reload()
  await expect(page.getByLabel(tagField.tag)).toHaveValue('half')
  await page.goto('/my-channel?tag=garden')
  await expect(page.getByText(channelEditor.kept)).toBeVisible()
  await expect(page.getByLabel(channelEditor.name)).toHaveValue('Beans')
  await button(page, channelEditor.discard).click()
  await expect(page.getByLabel(channelEditor.name)).toHaveValue('Garden notes')
  await page.reload()
  await expect(page.getByLabel(channelEditor.name)).toHaveValue('Garden notes')
  await expect(page.getByText('Your unsaved changes')).toHaveCount(0)
})

test('saving without a network is reported and nothing is lost; it works when the network is back', async ({ actor }) => {
  const alice = await actor('alice')
  await channel(alice, 'garden', 'Garden notes')
  const page = await alice.open('/my-channel?tag=garden')
  await page.getByLabel(channelEditor.name).fill('Beans')
  await page.route('**/v2/channels/*', (route) => route.abort())
  await button(page, 'Save').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Network Issue' })).toBeVisible()
  await expect(page.getByText(channelEditor.unsaved)).toBeVisible()
  await expect(page.getByLabel(channelEditor.name)).toHaveValue('Beans')
  await page.unroute('**/v2/channels/*')
  await button(page, 'Save').click()
  await expect(told(page, 'Saved')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Network Issue' })).toHaveCount(0)
  expect((await alice.call('/v2/channels')).body.channels[0].name).toBe('Beans')
})

test('CHAN-036 CHAN-023 a feed that cannot be read says why, and saving reads it again', async ({ actor, feed, server }) => {
  const alice = await actor('alice')
  await alice.call('/v2/channels', {
    tag: 'garden',
    name: 'Garden notes',
    feed_url: feed.url.replace('127.0.0.1', 'nowhere.invalid'),
  })
  await server.app.jobs.processAll()
  const page = await alice.open('/my-channels')
  await expect(page.getByText(myChannels.feed)).toBeVisible()
  await page.getByRole('link', { name: sentence(myChannels.editThis, { name: 'Garden notes' }) }).click()
  await expect(page.getByText(feedFields.failed)).toBeVisible()
  await page.getByLabel(feedFields.address).fill(feed.url)
  await button(page, 'Save').click()
  await expect(told(page, 'Saved')).toBeVisible()
  await server.app.jobs.processAll()
  await expect(page.getByText('read the feed last time')).toHaveCount(0)
})

test('CHAN-036 an address that is no feed is found out before the channel is created, and before it is saved', async ({
  actor,
  feed,
  server,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/my-channel')
  const address = page.getByLabel(feedFields.address)
  const noFeed = page.getByText('Couldn’t read this feed:', { exact: false })
  await page.getByLabel(tagField.tag).fill('garden')
  await button(page, feedFields.rss).click()
  await address.fill(`${server.origin}/privacy`)
  await button(page, 'Create').click()
  await expect(noFeed).toBeVisible()
  await expect(address).toBeFocused()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL(/\/my-channel$/)
  expect((await alice.call('/v2/channels')).body.channels).toEqual([])
  await address.fill(feed.url)
  await expect(noFeed).toHaveCount(0)
  await button(page, 'Create').click()
  await expect(page).toHaveURL(/\/channel\?tag=garden$/)

  await page.getByRole('link', { name: myChannels.edit, exact: true }).click()
  await address.fill(`${server.origin}/privacy`)
  await button(page, 'Save').click()
  await expect(noFeed).toBeVisible()
  expect((await alice.call('/v2/channels')).body.channels[0].feed_url).toBe(feed.url)
})

test('CHAN-027 CHAN-039 by keyboard alone a channel is created, its feed set, and deleted again', async ({ actor, feed }) => {
  const alice = await actor('alice')
  const page = await alice.open('/my-channels')
  await page.getByRole('link', { name: 'add channel' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: myChannel.new })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(tagField.tag)).toBeFocused()
  await page.keyboard.type('garden')
  const rss = button(page, feedFields.rss)
  for (let stop = 0; stop < 8 && !(await rss.evaluate((element) => element === document.activeElement)); stop++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type(feed.url)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/channel\?tag=garden$/)
  await expect(page.getByRole('heading', { level: 1, name: 'garden' })).toBeFocused()
  await page.getByRole('link', { name: myChannels.edit, exact: true }).press('Enter')
  await button(page, 'Delete garden').press('Enter')
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Delete')).toBeFocused()
  await expect(button(page, 'Delete')).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/my-channels$/)
  await expect(page.getByRole('heading', { level: 1, name: myChannels.title })).toBeFocused()
})

test('axe finds nothing serious in the pages of channels at 1280 and 390 px (acceptance point 1)', async ({
  actor,
  visitor,
  choose: chosen,
  feed,
}) => {
  test.slow()
  const [alice, bob] = [await actor('alice', desktopScreen), await actor('bob')]
  await channel(bob, 'garden', 'Garden notes')
  await alice.call('/v2/channels', { tag: 'mine', feed_url: feed.url, feed_filters: [{ value: 'beans' }, { value: 'peas' }] })
  await alice.call('/v2/subscriptions', { channel_tag: 'garden' })
  for (const type of ['note', 'link', 'address', 'list'])
    await bob.call('/v2/pushes', { type, title: 'Title', body: 'Body', url: 'https://example.org', channel_tag: 'garden' })
  chosen([
    { name: 'Featured', tags: ['garden', 'no-such-tag'] },
    { name: 'Sport', tags: [] },
  ])
  const guest = await visitor(desktopScreen)
  const check = async (page: Page, path: string, ready: string, saved?: string) => {
    await page.goto(path)
    expect(
      await faultsOnEachScreen(page, saved ?? path, page.getByText(ready).first(), { readOut: saved ? page : undefined }),
    ).toEqual([])
  }
  await check(guest, '/channels', 'All about garden.', 'channels')
  await check(guest, '/channels?category=Sport', channelsWords.empty)
  await check(guest, '/channel?tag=garden', 'FOLLOW', 'channel')
  const page = await alice.open('about:blank')
  await check(page, '/my-channels', 'FOLLOWING')
  await check(page, '/channel?tag=garden&push_iden=none', 'FOLLOWING')
  await check(page, '/channel?tag=none', 'Sorry')
  await check(page, '/channel-popup?tag=garden', 'UNFOLLOW')
  await check(page, '/my-channel?tag=mine', 'Filters', 'editor')
  await page.reload()
  await button(page, 'Delete mine').click()
  await expect(button(page, 'Delete')).toBeEnabled()
  expect(await faultsOnEachScreen(page, 'deleting', button(page, 'Delete'))).toEqual([])
  await page.goto('/my-channel')
  await page.getByLabel(tagField.tag).fill('two words')
  expect(await faultsOnEachScreen(page, 'tag', page.getByText('No spaces').first())).toEqual([])
})
