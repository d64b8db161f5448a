import type { Locator } from '@playwright/test'
import { channelPage } from '@waypost/web/words/channel'
import { tryAgain } from '@waypost/web/words/ui/words'
import { expect, test } from '../../actors/feeds.ts'
import { hold } from '../../actors/hold-requests.ts'
import { channel } from '../../actors/sidebar.ts'

/** The number of distinct left edges among the elements. */
const columns = (all: Locator) =>
  all.evaluateAll((items) => new Set(items.map((one) => Math.round(one.getBoundingClientRect().x))).size)

test('CHAN-024 CHAN-025 own channels are tiles in four columns, and in fewer where a column would have less than 220 pixels', async ({
  actor,
}) => {
  const alice = await actor('alice')
  for (const tag of ['a', 'b', 'c', 'd']) await channel(alice, tag, `Channel ${tag}`)
  const page = await alice.open('/my-channels')
  await expect(page.getByText('All about d.')).toBeVisible()
  const all = page.getByRole('main').getByRole('region').first().getByRole('listitem')
  await expect(all).toHaveCount(5)
  for (const [width, wanted] of [
    [1900, 4],
    [1280, 4],
    [900, 3],
    [620, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => [width, await columns(all)]).toEqual([width, wanted])
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
  await expect(page.getByRole('link', { name: 'example.org (opens in a new tab)', exact: true })).toBeVisible()
  const picture = page.locator('main img[data-shown]')
  await expect(picture).toHaveAttribute('src', `${server.origin}/icon.svg`)
  expect(await picture.boundingBox()).toMatchObject({ width: 188, height: 188 })
  const posts = page.getByRole('region', { name: channelPage.posts }).getByRole('article')
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
  await page.getByRole('link', { name: channelPage.all }).click()
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
  const { body: own } = await bob.call('/v2/pushes', { type: 'note', body: 'mine alone' })
  for (const iden of ['no-such-push', own.iden, 'x'.repeat(5_000)]) {
    await page.goto(`/channel?tag=garden&push_iden=${iden}`)
    await expect(page.getByText('push not found', { exact: true })).toBeVisible()
  }
  for (let count = 0; count < 12; count++)
    await bob.call('/v2/pushes', { type: 'note', body: `post ${count}`, channel_tag: 'garden' })
  await page.goto('/channel?tag=garden')
  const posts = page.getByRole('region', { name: channelPage.posts }).getByRole('article')
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
  await expect(page.getByRole('status').getByText(channelPage.loading)).toBeAttached()
  answer()
  const banner = page.getByRole('alert').filter({ hasText: 'Error getting one channel-info:Channel' })
  await expect(banner).toContainText('Could not connect to server')
  await expect(page.getByRole('heading', { level: 1, name: 'Error loading this channel' })).toBeFocused()
  await page.unroute('**/v2/channel-info?*')
  await page.getByRole('button', { name: tryAgain }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Garden notes' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  const script = encodeURIComponent('<img src=x onerror="window.ran = true">')
  for (const query of ['', '?tag=', '?tag=no-such-tag', `?tag=${script}`, `?tag=${'a'.repeat(10_000)}`]) {
    await page.goto(`/channel${query}`)
    await expect(page.getByText('Sorry, this channel does not exist.', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: channelPage.all })).toBeVisible()
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
