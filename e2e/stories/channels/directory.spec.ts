import type { Page } from '@playwright/test'
import { channelRow, channelsWords } from '@waypost/web/words/channel/directory'
import { timeWords } from '@waypost/web/words/format'
import { tryAgain } from '@waypost/web/words/ui/words'
import { expect, test } from '../../actors/feeds.ts'
import { hold } from '../../actors/hold-requests.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { channel } from '../../actors/sidebar.ts'
import { signInAs } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

const rows = (page: Page, category = 'Featured') => page.getByRole('region', { name: category }).getByRole('listitem')
const chips = (page: Page) => page.getByRole('navigation', { name: channelsWords.categories }).getByRole('link')

test('CHAN-001 (deviates) CHAN-002 CHAN-004 API-069 SHELL-005 the header leads to the channels: those of Featured, then of other categories', async ({
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
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('@garden')
  await expect(rows(page)).toContainText('All about garden.')
  await page.getByRole('link', { name: 'Weather & sea' }).click()
  await expect(page).toHaveURL(/\/channels\?category=Weather\+%26\+sea$/)
  await expect(rows(page, 'Weather & sea')).toHaveText([/Rain@rain/, /Snow@snow/])
  await page.getByRole('link', { name: 'Sport' }).click()
  await expect(page.getByText(channelsWords.empty)).toBeVisible()
  await page.goBack()
  await rows(page, 'Weather & sea').getByRole('link', { name: 'Snow', exact: true }).click()
  await expect(page).toHaveURL(/\/channel\?tag=snow$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Snow' })).toBeFocused()
  await page.goto('/channels?category=wEATHER+%26+sea')
  await expect(rows(page, 'Weather & sea')).toHaveCount(2)
  await page.goto('/channels?category=Nothing')
  await expect(page.getByText(sentence(channelsWords.unknown, { name: 'Nothing' }))).toBeVisible()
})

test('CHAN-003 CHAN-005 the address lists tags; a channel that does not exist says so, and the list can be retried', async ({
  visitor,
  actor,
}) => {
  const bob = await actor('bob')
  await channel(bob, 'garden', 'Garden notes')
  await channel(bob, 'rain', 'Rain')
  const page = await visitor()
  await page.route('**/v2/channel-summaries?*', (route) => route.abort())
  await page.goto('/channels?tags=garden,rain,,Garden,no-such-tag,two%20words')
  const all = rows(page, 'These channels')
  await expect(all).toHaveCount(3)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Could not connect to server')
  await expect(all.nth(0).getByText('Error loading this channel', { exact: true })).toBeVisible()
  await expectReadOut(page, 'rows that failed')
  await page.unroute('**/v2/channel-summaries?*')
  await page.getByRole('button', { name: tryAgain }).click()
  await expect(all.nth(0)).toContainText('Garden notes')
  await expect(all.nth(1)).toContainText('All about rain.')
  await expect(all.nth(2)).toContainText('Error loading this channel')
  await expect(all.nth(2).getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await page.goto('/channels?tags=%3Cb%3E,two%20words')
  await expect(page.getByText(channelsWords.none)).toBeVisible()
})

test('CHAN-001 (deviates) CHAN-008 CHAN-016 CHAN-017 each channel is a row of the full width, with followers and latest post; FOLLOW works in place, and one request brings all', async ({
  actor,
  server,
}) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await channel(bob, 'garden', 'Garden notes')
  await channel(bob, 'rain', 'Rain')
  for (let count = 0; count < 5; count++) {
    const { token } = await server.signUp(`follower-${count}@example.org`)
    for (const channel_tag of ['garden', 'rain'])
      if (channel_tag === 'garden' || count === 0) await server.request('/v2/subscriptions', { token, body: { channel_tag } })
  }
  await bob.call('/v2/pushes', { type: 'note', title: 'Frost tonight', body: 'Cover the tomatoes', channel_tag: 'garden' })
  const page = await alice.open('about:blank')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/v2/channel-') && asked.push(new URL(request.url()).pathname))
  await page.goto('/channels')
  const [garden, rain] = [rows(page).nth(0), rows(page).nth(1)]
  await expect(garden).toContainText('Frost tonight')
  await expect(garden.getByRole('time')).toHaveText(timeWords.justNow)
  await expect(rain).toContainText('Nothing posted yet')
  await expect(page.getByText(/^\d+ followers?$/)).toHaveCount(0)
  expect(asked).toEqual(['/v2/channel-summaries'])
  // A single category offers no choice.
  await expect(chips(page)).toHaveCount(0)
  const follow = garden.getByRole('button', { name: 'FOLLOW', exact: true })
  await expect(follow).toHaveAccessibleDescription('Garden notes')
  const [row, list] = [await garden.boundingBox(), await page.getByRole('region', { name: 'Featured' }).boundingBox()]
  expect(row?.width).toBe(list?.width)
  await follow.click()
  await expect(garden.getByRole('button', { name: 'FOLLOWING', exact: true })).toBeVisible()
  await expect(garden.getByText('6 followers')).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/channels`)
  const { body } = await alice.call('/v2/subscriptions?active=true')
  expect(body.subscriptions).toMatchObject([{ channel: { tag: 'garden' } }])
  await page.mouse.move(0, 0)
  await garden.getByRole('button', { name: 'FOLLOWING', exact: true }).press('Enter')
  await expect(garden.getByRole('button', { name: 'FOLLOW', exact: true })).toBeVisible()
  await expect(garden.getByText('6 followers')).toHaveCount(0)
  await expect(rain.getByRole('button', { name: 'FOLLOW', exact: true })).toBeVisible()
})

test('CHAN-019 a visitor who presses FOLLOW in the list signs in and returns to the list', async ({ visitor, actor, server }) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  await page.goto('/channels?tags=garden')
  await page.getByRole('link', { name: sentence(channelRow.followThis, { name: 'Garden notes' }) }).click()
  await expect(page).toHaveURL(/\/signin\?next=%2Fchannels%3Ftags%3Dgarden$/)
  await signInAs(page, 'mira@example.org')
  await expect(page).toHaveURL(`${server.origin}/channels?tags=garden`)
  await page.getByRole('button', { name: 'FOLLOW', exact: true }).click()
  await expect(page.getByRole('button', { name: 'FOLLOWING', exact: true })).toBeVisible()
})

test('CHAN-001 (deviates) API-069 while the list is loading there are outlines, and if it fails the page says why', async ({
  visitor,
  actor,
  folder,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await visitor()
  const answer = await hold(page, '**/config/channels.json')
  await page.goto('/channels')
  await expect(page.getByRole('status').getByText(channelsWords.loading)).toBeAttached()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4)
  const { writeFile, rm } = await import('node:fs/promises')
  await writeFile(`${folder}/channels.json`, '{')
  answer()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('The list of channels on this server is damaged.')
  await rm(`${folder}/channels.json`)
  await page.unroute('**/config/channels.json')
  await page.getByRole('button', { name: tryAgain }).click()
  await expect(page.getByText(channelsWords.empty)).toBeVisible()
})
