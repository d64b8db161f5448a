import { subscribe } from '@waypost/web/words/channel/follow'
import { oauthApps } from '@waypost/web/words/grant'
import { frameRefusal } from '@waypost/web/words/page/errors'
import { desktopScreen, faultsOnEachScreen } from '../../actors/accessibility.ts'
import { expect } from '../../actors/actors.ts'
import { test } from '../../actors/embedding-page.ts'
import { hold } from '../../actors/hold-requests.ts'
import { channel } from '../../actors/sidebar.ts'
import { signInAs, toBuiltIn } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

const garden = '/subscribe?scope=push&response_type=code&channel_tag=garden'

test('CHAN-015 CHAN-050 CHAN-051 CHAN-054 CHAN-056 CHAN-057 GAP-054 a visitor sees the channel, signs in, returns, and follows', async ({
  visitor,
  actor,
  server,
}) => {
  const bob = await actor('bob')
  const iden = await channel(bob, 'garden', 'Garden notes')
  await bob.call(`/v2/channels/${iden}`, { image_url: `${server.origin}/icon.svg` })
  const mira = await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  await page.goto(garden)
  await expect(page.getByRole('heading', { level: 1, name: 'Garden notes' })).toBeFocused()
  await expect(page.getByText('All about garden.')).toBeVisible()
  await expect(page.locator('main img[data-shown]')).toHaveAttribute('src', `${server.origin}/icon.svg`)
  await expect(page.getByText('send you push notifications')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toHaveCount(0)
  await toBuiltIn(page).click()
  await signInAs(page, 'mira@example.org')
  await expect(page).toHaveURL(`${server.origin}${garden}`)
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  await expect(follow).toBeVisible()
  const [ground, green] = await follow.evaluate((button) => {
    const probe = document.createElement('i')
    probe.style.color = 'var(--ok)'
    button.append(probe)
    const colours = [getComputedStyle(button).backgroundColor, getComputedStyle(probe).color]
    probe.remove()
    return colours
  })
  expect(ground).toBe(green)
  const answer = await hold(page, '**/v2/subscriptions')
  const visited = await page.evaluate(() => history.length)
  await follow.click()
  const following = page.getByRole('button', { name: 'Following', exact: true })
  await expect(following).toHaveAttribute('aria-disabled', 'true')
  await expect(following.locator('i').first()).toBeVisible()
  answer()
  await expect(page).toHaveURL(/\/oauth-apps\?channel_tag=garden$/i)
  // Back doesn't return to the question.
  expect(await page.evaluate(() => history.length)).toBe(visited)
  const { body } = await server.request('/v2/subscriptions', { token: mira.token })
  expect(body.subscriptions).toMatchObject([{ active: true, channel: { tag: 'garden' } }])
})

test('CHAN-055 OAUTH-025 (deviates) a follower is led to the page that says what they follow, with links to the apps', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await channel(await actor('bob'), 'Garden', 'Garden notes')
  await alice.call('/v2/subscriptions', { channel_tag: 'garden' })
  const page = await alice.open('/#people/me')
  await page.goto('/subscribe?channel_tag=gARDEN')
  await expect(page).toHaveURL(/\/oauth-apps\?channel_tag=garden$/i)
  await expect(
    page.getByRole('heading', { level: 1, name: sentence(oauthApps.followed, { name: 'Garden notes' }) }),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Add a device' })).toHaveAttribute('href', '/#devices/new')
  await page.goBack()
  await expect(page).toHaveURL(/#people\/me$/)
})

test('CHAN-052 CHAN-053 CHAN-012 the page says that it is loading, that there is no such channel, or why not, and retries', async ({
  visitor,
  actor,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await visitor()
  const answer = await hold(page, '**/v2/channel-info?*', 'abort')
  await page.goto('/subscribe?channel_tag=garden')
  await expect(page.getByRole('status').getByText(subscribe.loading)).toBeAttached()
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Error loading this channel' })).toBeVisible()
  await page.unroute('**/v2/channel-info?*')
  await page.getByRole('button', { name: subscribe.retry }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Garden notes' })).toBeVisible()
  await expect(page.getByText('send you push notifications')).toHaveCount(0)
  const script = encodeURIComponent('<img src=x onerror="window.ran = true"><script>window.ran = true</script>')
  for (const query of [
    '',
    '?channel_tag=',
    '?channel_tag=no-such-tag',
    `?channel_tag=${script}`,
    `?channel_tag=${'a'.repeat(10_000)}`,
  ]) {
    await page.goto(`/subscribe${query}`)
    await expect(page.getByText('Sorry, this channel does not exist.', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('CHAN-051 script and endless words of a channel run nothing and break nothing', async ({ actor }) => {
  const alice = await actor('alice', { viewport: { width: 320, height: 640 } })
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await alice.open('/#people/me')
  for (const text of ['<img src=x onerror="window.ran = true"><script>window.ran = true</script>', 'endless'.repeat(1_500)]) {
    await page.route('**/v2/channel-info?*', async (route) => {
      const json = await (await route.fetch()).json()
      await route.fulfill({ json: { ...json, name: text, description: text, image_url: text, tag: text } })
    })
    await page.goto(garden)
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await page.unroute('**/v2/channel-info?*')
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('the page after following says nothing of a channel that is not followed, and nothing of approval to anybody', async ({
  actor,
  visitor,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  for (const page of [await (await actor('alice')).open(), await visitor()])
    for (const path of ['/oauth-apps?channel_tag=garden', '/oauth-apps?channel_tag=none', '/oauth-apps']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: oauthApps.title })).toBeVisible()
      await expect(page.getByText(/Approved|Garden/)).toHaveCount(0)
      await expect(page).not.toHaveTitle(/Approved/)
    }
})

test('CHAN-056 a refusal is shown, and another press may work', async ({ actor }) => {
  const alice = await actor('alice')
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await alice.open(garden)
  await page.route('**/v2/subscriptions', (route) => route.abort())
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Could not connect to server')
  await page.unroute('**/v2/subscriptions')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page).toHaveURL(/\/oauth-apps\?channel_tag=garden$/i)
})

test('CHAN-056 a press at the moment when the page appears or comes to the front does not count as one on the button', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await alice.context.newPage()
  // The story controls when the half second ends.
  await page.addInitScript(() => {
    const { setTimeout } = window
    const after = (work: () => void, time?: number) =>
      time === 500 ? Number(addEventListener('half a second', work)) || 0 : setTimeout(work, time)
    Object.assign(window, { setTimeout: after })
  })
  await page.goto(garden)
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  await expect(follow).toHaveAttribute('aria-disabled', 'true')
  await follow.dispatchEvent('click')
  await expect(follow).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('half a second')))
  await expect(follow).not.toHaveAttribute('aria-disabled')
  expect((await alice.call('/v2/subscriptions')).body.subscriptions).toEqual([])
  // The time restarts when the window comes to the front.
  for (const focused of [false, true]) {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'hasFocus', { value: () => value, configurable: true })
      dispatchEvent(new Event(value ? 'focus' : 'blur'))
    }, focused)
    await expect(follow).toHaveAttribute('aria-disabled', 'true')
  }
  await page.evaluate(() => dispatchEvent(new Event('half a second')))
  await expect(follow).not.toHaveAttribute('aria-disabled')
})

test('CHAN-054 an invalid token counts as none: the sign-in methods are shown', async ({ actor }) => {
  const alice = await actor('alice')
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await alice.open(garden)
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await alice.call('/v3/delete-all-access-tokens', {})
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(toBuiltIn(page)).toBeVisible()
  await page.reload()
  await expect(toBuiltIn(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Garden notes' })).toBeVisible()
})

test('SHELL-030 SHELL-031 CHAN-050 in a frame of another site the page refuses, like every page but the widget', async ({
  actor,
  server,
  host,
}) => {
  const alice = await actor('alice')
  await channel(await actor('bob'), 'garden', 'Garden notes')
  for (const path of [garden, '/oauth-apps']) {
    const page = await alice.open(
      await host(`<iframe src="${server.origin}${path}" title="framed" width="600" height="600"></iframe>`),
    )
    const frame = page.frameLocator('iframe')
    await expect(frame.getByText(frameRefusal.refused, { exact: true })).toBeVisible()
    await expect(frame.getByRole('button')).toHaveCount(0)
    await page.close()
  }
})

test('axe finds nothing serious in the page that follows and the one after it at 1280 and 390 px (acceptance point 1)', async ({
  actor,
  visitor,
}) => {
  const alice = await actor('alice', desktopScreen)
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const guest = await visitor(desktopScreen)
  const title = guest.getByRole('heading', { level: 1 })
  for (const [path, shown] of [
    [garden, toBuiltIn(guest)],
    ['/subscribe', title],
    ['/oauth-apps', title],
  ] as const) {
    await guest.goto(path)
    expect(await faultsOnEachScreen(guest, path, shown)).toEqual([])
  }
  const page = await alice.open(garden)
  await page.route('**/v2/subscriptions', (route) => route.abort())
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  expect(await faultsOnEachScreen(page, 'no channel', page.getByRole('main').getByRole('alert'))).toEqual([])
})
