import type { BrowserContext, Page } from '@playwright/test'
import { followWords } from '@waypost/web/words/channel/follow'
import type { Actor } from '../../actors/actors.ts'
import { button } from '../../actors/actors.ts'
import { expect, test } from '../../actors/feeds.ts'
import { hold } from '../../actors/hold-requests.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { channel } from '../../actors/sidebar.ts'
import { signInAs } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

const tags = async (actor: Actor) =>
  (await actor.call('/v2/subscriptions?active=true')).body.subscriptions.map(
    (one: { channel: { tag: string } }) => one.channel.tag,
  )

test('CHAN-015 CHAN-016 CHAN-017 API-028 API-029 FOLLOW, a spinner, FOLLOWING, and another press unfollows; other windows follow suit', async ({
  actor,
}) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await channel(bob, 'garden', 'Garden notes')
  const page = await alice.open('/channel?tag=garden')
  const other = await alice.open('/channel?tag=garden')
  await expect(button(other, 'FOLLOW')).toBeVisible()
  const answer = await hold(page, '**/v2/subscriptions')
  const follow = button(page, 'FOLLOW')
  const before = await follow.boundingBox()
  await follow.click()
  await expect(follow).toHaveAttribute('aria-disabled', 'true')
  await expect(follow.locator('i').first()).toBeVisible()
  expect(await follow.boundingBox()).toEqual(before)
  answer()
  await expect(button(page, 'FOLLOWING')).toBeVisible()
  expect((await button(page, 'FOLLOWING').boundingBox())?.width).toBe(before?.width)
  await expect(button(other, 'FOLLOWING')).toBeVisible()
  expect(await tags(alice)).toEqual(['garden'])
  await page.mouse.move(0, 0)
  await button(page, 'FOLLOWING').hover()
  await button(page, 'UNFOLLOW').click()
  await expect(button(page, 'FOLLOW')).toBeVisible()
  await expect(button(other, 'FOLLOW')).toBeVisible()
  expect(await tags(alice)).toEqual([])
  await expect(page.getByRole('status').filter({ hasText: sentence(followWords.ended, { name: 'Garden notes' }) })).toBeAttached()
  await page.getByRole('button', { name: followWords.undo, exact: true }).click()
  await expect(button(page, 'FOLLOWING')).toBeVisible()
  expect(await tags(alice)).toEqual(['garden'])
})

test('CHAN-007 CHAN-008 a follower sees a new post and a new name without a reload', async ({ actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  const iden = await channel(bob, 'garden', 'Garden notes')
  await alice.call('/v2/subscriptions', { channel_tag: 'garden' })
  const page = await alice.open('/channel?tag=garden')
  const his = await bob.open('/channel?tag=garden')
  await expect(button(page, 'FOLLOWING')).toBeVisible()
  await expect(his.getByText('Nothing posted yet')).toBeVisible()
  await bob.call('/v2/pushes', { type: 'note', body: 'The beans are up', channel_tag: 'garden' })
  for (const window of [page, his]) await expect(window.getByText('The beans are up')).toBeVisible()
  await bob.call(`/v2/channels/${iden}`, { name: 'Beans' })
  await expect(his.getByRole('heading', { level: 1, name: 'Beans' })).toBeVisible()
})

test('CHAN-016 a refusal is shown, and the button is as before', async ({ actor }) => {
  const alice = await actor('alice')
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await alice.open('/channel?tag=garden')
  await page.route('**/v2/subscriptions', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Not today.' } } }),
  )
  await button(page, 'FOLLOW').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Error creating Subscription' })).toBeVisible()
  await expect(button(page, 'FOLLOW')).not.toHaveAttribute('aria-disabled')
  await page.unroute('**/v2/subscriptions')
  // Under the pointer, the button would show the action.
  await page.mouse.move(0, 0)
  await button(page, 'FOLLOW').press('Enter')
  await expect(button(page, 'FOLLOWING')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Error creating Subscription' })).toHaveCount(0)
  await refuse(page, '**/v2/subscriptions/*', 'DELETE')
  await button(page, 'FOLLOWING').press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Error deleting Subscription' })).toBeVisible()
  await expect(button(page, 'FOLLOWING')).not.toHaveAttribute('aria-disabled')
  await expect(page.getByText(sentence(followWords.ended, { name: 'Garden notes' }))).toHaveCount(0)
})

test('CHAN-019 SHELL-005 a visitor who presses FOLLOW signs in, returns to the channel, and follows with a press', async ({
  visitor,
  actor,
  server,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const mira = await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  await page.goto('/channel?tag=garden')
  await page.getByRole('link', { name: 'FOLLOW', exact: true }).click()
  await expect(page).toHaveURL(/\/signin\?next=%2Fchannel%3Ftag%3Dgarden$/)
  await signInAs(page, 'mira@example.org')
  await expect(page).toHaveURL(`${server.origin}/channel?tag=garden`)
  await expect(button(page, 'FOLLOW')).not.toHaveAttribute('aria-disabled')
  const followed = async () => (await server.request('/v2/subscriptions?active=true', { token: mira.token })).body.subscriptions
  expect(await followed()).toEqual([])
  await button(page, 'FOLLOW').click()
  await expect(button(page, 'FOLLOWING')).toBeVisible()
  expect(await followed()).toMatchObject([{ channel: { tag: 'garden' } }])
})

async function pressElsewhere(context: BrowserContext, host: (body: string) => Promise<string>, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(await host(`<button onclick="open('${address}', '', 'popup,width=560,height=600')">Follow us</button>`))
  const opened = page.waitForEvent('popup')
  await button(page, 'Follow us').click()
  return opened
}

test('CHAN-018 CHAN-020 GAP-053 the popup follows at once if a press opened it, and says UNFOLLOW', async ({
  actor,
  host,
  server,
}) => {
  const alice = await actor('alice')
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const address = `${server.origin}/channel-popup?tag=garden&auto=follow`
  const popup = await pressElsewhere(alice.context, host, address)
  await expect(button(popup, 'UNFOLLOW')).toBeVisible()
  await expect(popup.getByRole('banner')).toHaveCount(0)
  await expect(button(popup, 'FOLLOWING')).toHaveCount(0)
  expect(await tags(alice)).toEqual(['garden'])
  await button(popup, 'UNFOLLOW').click()
  await expect(button(popup, 'FOLLOW')).toBeVisible()
  expect(await tags(alice)).toEqual([])
  // Any site can link to the bare address, so it must not follow the channel.
  const page = await alice.open(address)
  await expect(button(page, 'FOLLOW')).not.toHaveAttribute('aria-disabled')
  expect(await tags(alice)).toEqual([])
})

test('CHAN-019 CHAN-020 GAP-053 a visitor in the popup signs in there, and follows on return', async ({
  visitor,
  actor,
  host,
  server,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const { token } = await server.signUp('mira@example.org', 'Mira')
  const guest = await visitor()
  const popup = await pressElsewhere(guest.context(), host, `${server.origin}/channel-popup?tag=garden&auto=follow`)
  await popup.getByRole('link', { name: 'FOLLOW', exact: true }).click()
  await signInAs(popup, 'mira@example.org')
  await expect(button(popup, 'UNFOLLOW')).toBeVisible()
  await expect(popup).toHaveURL(/\/channel-popup\?tag=garden&auto=follow$/)
  const { body } = await server.request('/v2/subscriptions', { token })
  expect(body.subscriptions).toMatchObject([{ active: true, channel: { tag: 'garden' } }])
})

test('CHAN-021 GAP-100 below 550 pixels the picture is above the text, from 550 on beside it', async ({ actor }) => {
  const alice = await actor('alice')
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await alice.open('/channel-popup?tag=garden')
  const heading = page.getByRole('heading', { level: 1, name: 'Garden notes' })
  await heading.waitFor()
  const isBeside = async () => {
    const picture = await heading.locator('xpath=../preceding-sibling::span').boundingBox()
    const words = await heading.boundingBox()
    return (words?.y ?? 0) < (picture?.y ?? 0) + (picture?.height ?? 0)
  }
  for (const [width, beside] of [
    [549, false],
    [550, true],
    [1280, true],
    [390, false],
  ] as const) {
    await page.setViewportSize({ width, height: 600 })
    await expect.poll(async () => [width, await isBeside()]).toEqual([width, beside])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  }
})

test("CHAN-022 a user without a device who has finished the checklist is told 'You're almost done', and Get leads to a device", async ({
  actor,
}) => {
  const alice = await actor('alice')
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await alice.open('/channel-popup?tag=garden')
  const overlay = page.getByRole('dialog', { name: "You're almost done" })
  await button(page, 'FOLLOW').click()
  await expect(button(page, 'UNFOLLOW')).toBeVisible()
  await expect(overlay).toHaveCount(0)
  await alice.call('/v3/set-permanent', { key: 'web_preferences', data: { setup_done: true } })
  await expect(overlay).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(overlay).toHaveCount(0)
  const { body } = await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  await page.reload()
  await expect(button(page, 'UNFOLLOW')).toBeVisible()
  await expect(overlay).toHaveCount(0)
  await alice.call(`/v2/devices/${body.iden}`, undefined, 'DELETE')
  await overlay.getByRole('link', { name: 'Get', exact: true }).click()
  await expect(page).toHaveURL(/#devices\/new$/)
})
