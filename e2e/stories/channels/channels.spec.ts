import type { Page } from '@playwright/test'
import { expect, test } from '../../actors/feeds.ts'
import { hold } from '../../actors/hold-requests.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { channel } from '../../actors/sidebar.ts'

const tiles = (page: Page, category = 'Featured') => page.getByRole('region', { name: category }).getByRole('listitem')
const chips = (page: Page) => page.getByRole('navigation', { name: 'Categories' }).getByRole('link')

/** How many different left edges the elements have. */
const columns = (page: Page, category?: string) =>
  tiles(page, category).evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().x))).size)

test('CHAN-001 CHAN-002 CHAN-004 API-069 SHELL-005 the header leads to the channels: those of Featured, then of other categories', async ({
  visitor,
  actor,
  choose,
  server,
}) => {
  const bob = await actor('bob')
  for (const [tag, name] of [
    ['garden', 'Garden notes'],
    ['rain', 'Rain'],
    ['snow', 'Snow'],
  ] as const)
    await channel(bob, tag, name)
  choose([
    { name: 'Weather & sea', image: '/icon.svg', tags: ['rain', 'snow'] },
    { name: 'Featured', tags: ['garden'] },
    { name: 'Sport', tags: [] },
  ])
  const page = await visitor()
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Channels' }).click()
  await expect(page).toHaveURL(`${server.origin}/channels`)
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeFocused()
  await expect(page).toHaveTitle(/^Channels – /)
  await expect(chips(page)).toHaveText(['Weather & sea', 'Featured', 'Sport'])
  await expect(page.getByRole('link', { name: 'Featured' })).toHaveAttribute('aria-current', 'page')
  await expect(tiles(page)).toHaveCount(1)
  await expect(tiles(page)).toContainText('@garden')
  await expect(tiles(page)).toContainText('All about garden.')
  await page.getByRole('link', { name: 'Weather & sea' }).click()
  await expect(page).toHaveURL(/\/channels\?category=Weather\+%26\+sea$/)
  await expect(tiles(page, 'Weather & sea')).toHaveText([/Rain@rain/, /Snow@snow/])
  await page.getByRole('link', { name: 'Sport' }).click()
  await expect(page.getByText('No channels here yet')).toBeVisible()
  await page.goBack()
  await tiles(page, 'Weather & sea').getByRole('link', { name: 'Snow' }).click()
  await expect(page).toHaveURL(/\/channel\?tag=snow$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Snow' })).toBeFocused()
  await page.goto('/channels?category=wEATHER+%26+sea')
  await expect(tiles(page, 'Weather & sea')).toHaveCount(2)
  await page.goto('/channels?category=Nothing')
  await expect(page.getByText('There is no category “Nothing”.')).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'no such category')
})

test('CHAN-003 CHAN-005 the address lists tags; a tile that fails says so, and can be retried on its own', async ({
  visitor,
  actor,
}) => {
  const bob = await actor('bob')
  await channel(bob, 'garden', 'Garden notes')
  await channel(bob, 'rain', 'Rain')
  const page = await visitor()
  await page.route('**/v2/channel-info?*tag=rain*', (route) => route.abort())
  await page.goto('/channels?tags=garden,rain,,Garden,no-such-tag,two%20words')
  const all = tiles(page, 'These channels')
  await expect(all).toHaveCount(3)
  await expect(all.nth(0)).toContainText('Garden notes')
  await expect(all.nth(2)).toContainText('Error loading this channel')
  await expect(all.nth(2).getByRole('button')).toHaveCount(0)
  await expect(all.nth(1).getByText('Error loading this channel', { exact: true })).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'tiles that failed')
  await page.unroute('**/v2/channel-info?*tag=rain*')
  await all.nth(1).getByRole('button', { name: 'Try again' }).click()
  await expect(all.nth(1)).toContainText('All about rain.')
  await expect(chips(page).and(page.locator('[aria-current]'))).toHaveCount(0)
  await page.goto('/channels?tags=%3Cb%3E,two%20words')
  await expect(page.getByText('None of these is a tag of a channel.')).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'no tags')
})

test('CHAN-001 API-069 while the list is loading there are outlines, and if it fails the page says why', async ({
  visitor,
  actor,
  folder,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await visitor()
  const answer = await hold(page, '**/config/channels.json')
  await page.goto('/channels')
  await expect(page.getByRole('status').getByText('Fetching the channels')).toBeAttached()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4)
  const { writeFile, rm } = await import('node:fs/promises')
  await writeFile(`${folder}/channels.json`, '{')
  answer()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('The list of channels on this server is damaged.')
  await expectReadOut(page.getByRole('main'), 'no list')
  await rm(`${folder}/channels.json`)
  await page.unroute('**/config/channels.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No channels here yet')).toBeVisible()
})

test('CHAN-025 the tiles are in four columns, and in fewer where a column would have less than 220 pixels', async ({
  visitor,
  actor,
}) => {
  const bob = await actor('bob')
  const tags = ['a', 'b', 'c', 'd', 'e']
  for (const tag of tags) await channel(bob, tag, `Channel ${tag}`)
  const page = await visitor()
  await page.goto(`/channels?tags=${tags}`)
  await expect(page.getByText('All about e.')).toBeVisible()
  for (const [width, wanted] of [
    [1900, 4],
    [1280, 4],
    [900, 3],
    [620, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => [width, await columns(page, 'These channels')]).toEqual([width, wanted])
  }
})

test('CHAN-006 CHAN-007 CHAN-008 CHAN-009 CHAN-014 API-068 a visitor sees the channel: picture, name, tag, description and posts as they arrive', async ({
  visitor,
  actor,
  server,
}) => {
  const bob = await actor('bob')
  const iden = await channel(bob, 'Garden', 'Garden notes')
  await bob.call(`/v2/channels/${iden}`, { image_url: `${server.origin}/icon.svg` })
  for (const push of [
    { type: 'note', title: 'Frost', body: 'Cover the tomatoes, https://example.org/how says' },
    { type: 'link', title: 'Seeds', url: 'https://example.org/seeds' },
    { type: 'list', title: 'Bring', body: 'gloves\ntwine' },
  ])
    await bob.call('/v2/pushes', { ...push, channel_tag: 'garden' })
  for (let count = 0; count < 5; count++) {
    const { token } = await server.signUp(`follower-${count}@example.org`)
    await server.request('/v2/subscriptions', { token, body: { channel_tag: 'garden' } })
  }
  const page = await visitor()
  await page.goto('/channel?tag=gARDEN')
  await expect(page.getByRole('heading', { level: 1, name: 'Garden notes' })).toBeFocused()
  await expect(page).toHaveTitle(/^Garden notes – /)
  await expect(page.getByText('@Garden', { exact: true })).toBeVisible()
  await expect(page.getByText('All about Garden.')).toBeVisible()
  await expect(page.getByText('followers')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'example.org (opens in a new window)', exact: true })).toBeVisible()
  const picture = page.locator('main img[data-shown]')
  await expect(picture).toHaveAttribute('src', `${server.origin}/icon.svg`)
  expect(await picture.boundingBox()).toMatchObject({ width: 188, height: 188 })
  const posts = page.getByRole('region', { name: 'Recent posts' }).getByRole('article')
  await expect(posts).toHaveCount(3)
  await expect(posts.nth(0)).toContainText('twine')
  await expect(posts.nth(1).getByRole('link', { name: /^Seeds/ })).toHaveAttribute('href', 'https://example.org/seeds')
  await expect(posts.nth(2).getByRole('link', { name: /^https:/ })).toHaveAttribute('href', 'https://example.org/how')
  await expect(page.getByText('bob@example.org')).toHaveCount(0)
  await server
    .signUp('sixth@example.org')
    .then(({ token }) => server.request('/v2/subscriptions', { token, body: { channel_tag: 'garden' } }))
  await page.reload()
  await expect(page.getByText('6 followers')).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'followed by six')
  await page.getByRole('link', { name: 'All channels' }).click()
  await expect(page).toHaveURL(/\/channels$/)
})

test('CHAN-010 CHAN-011 GAP-069 a channel without posts says so, one post has its own address, and a missing one is not found', async ({
  visitor,
  actor,
}) => {
  const bob = await actor('bob')
  await channel(bob, 'garden', 'Garden notes')
  const page = await visitor()
  await page.goto('/channel?tag=garden')
  await expect(page.getByText('Nothing posted yet', { exact: true })).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'nothing posted')
  const { body: own } = await bob.call('/v2/pushes', { type: 'note', body: 'mine alone' })
  for (const iden of ['no-such-push', own.iden, 'x'.repeat(5_000)]) {
    await page.goto(`/channel?tag=garden&push_iden=${iden}`)
    await expect(page.getByText('push not found', { exact: true })).toBeVisible()
  }
  for (let count = 0; count < 12; count++)
    await bob.call('/v2/pushes', { type: 'note', body: `post ${count}`, channel_tag: 'garden' })
  await page.goto('/channel?tag=garden')
  const posts = page.getByRole('region', { name: 'Recent posts' }).getByRole('article')
  await expect(posts).toHaveCount(10)
  await posts.nth(9).getByRole('link').click()
  await expect(page).toHaveURL(/\/channel\?tag=garden&push_iden=/)
  await expect(page.getByRole('article')).toHaveCount(11)
  await expect(page.getByRole('article').first()).toContainText('post 2')
  await expect(page.getByText('push not found')).toHaveCount(0)
})

test('CHAN-012 CHAN-013 a channel that fails to load is reported in a banner, which closes when it loads; a missing one is not an error', async ({
  visitor,
  actor,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await visitor()
  const answer = await hold(page, '**/v2/channel-info?*', 'abort')
  await page.goto('/channel?tag=garden')
  await expect(page.getByRole('status').getByText('Fetching the channel')).toBeAttached()
  answer()
  const banner = page.getByRole('alert').filter({ hasText: 'Error getting one channel-info:Channel' })
  await expect(banner).toContainText('Could not connect to server')
  await expectReadOut(page, 'channel not fetched')
  await expect(page.getByRole('heading', { level: 1, name: 'Error loading this channel' })).toBeFocused()
  await page.unroute('**/v2/channel-info?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Garden notes' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  const script = encodeURIComponent('<img src=x onerror="window.ran = true">')
  for (const query of ['', '?tag=', '?tag=no-such-tag', `?tag=${script}`, `?tag=${'a'.repeat(10_000)}`]) {
    await page.goto(`/channel${query}`)
    await expect(page.getByText('Sorry, this channel does not exist.', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'All channels' })).toBeVisible()
    await expectReadOut(page.getByRole('main'), 'no such channel')
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toHaveCount(0)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('CHAN-007 script and endless words in a channel run nothing and break nothing', async ({ visitor, actor }) => {
  const bob = await actor('bob')
  const hostile = '<img src=x onerror="window.ran = true"><script>window.ran = true</script>'
  await bob.call('/v2/channels', { tag: 'bad', name: hostile, description: 'endless'.repeat(1_000) })
  await bob.call('/v2/pushes', {
    type: 'link',
    title: 'endless'.repeat(200),
    url: 'javascript:window.ran=true',
    channel_tag: 'bad',
  })
  const page = await visitor({ viewport: { width: 320, height: 640 } })
  for (const address of ['/channel?tag=bad', '/channel-popup?tag=bad', '/channels?tags=bad']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: hostile })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  }
  expect(await page.locator('main a[href^="javascript"]').count()).toBe(0)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('web addresses in the description of a channel are links to other sites; other addresses stay text', async ({ actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  const description = 'More at https://example.org/garden. Never javascript:alert(1), data:text/html,x or //example.org.'
  await alice.call('/v2/channels', { tag: 'garden', name: 'Garden notes', description })
  const page = await bob.open('/channel?tag=garden')
  for (const place of [
    '/channel?tag=garden',
    '/subscribe?channel_tag=garden',
    '/#following/new',
    '/widget.html#channel=garden&widget=card',
  ]) {
    await page.goto(place)
    if (place.startsWith('/#')) await page.getByLabel('Tag').fill('garden')
    const text = page.getByRole('paragraph').filter({ hasText: 'More at' })
    await expect(text).toContainText('Never javascript:alert(1), data:text/html,x or //example.org.')
    await expect(text.getByRole('link')).toHaveCount(1)
    const link = text.getByRole('link', { name: 'https://example.org/garden' })
    await expect(link).toHaveAttribute('href', 'https://example.org/garden')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /\bnoopener\b.*\bnofollow\b/)
  }
})
