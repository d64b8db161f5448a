import { widgetWords } from '@waypost/web/words/channel/widget'
import { expect, type Page } from '../../actors/actors.ts'
import { snippet, test, told, widget } from '../../actors/embedding-page.ts'
import { channel } from '../../actors/sidebar.ts'
import { signInAs, toBuiltIn } from '../../actors/sign-in.ts'
import { closeByPress, openByPress } from '../../actors/windows.ts'
import { sentence } from '../../actors/words/sentence.ts'

// The effect of clicks on the widget, and which clicks don't count.

const button = (page: Page) => widget(page).getByRole('button')

/**
 * Clicks the button until a click arrives: browsers ignore clicks on a cross-site frame that has just moved.
 * @returns the window that it opens
 */
async function pressForWindow(page: Page, press = () => button(page).click()): Promise<Page> {
  const opening = page.waitForEvent('popup')
  const frame = widget(page).locator('html')
  await frame.evaluate((html) => html.addEventListener('click', () => html.setAttribute('data-pressed', ''), true))
  const pressed = async () => {
    await press()
    return frame.evaluate((html) => html.hasAttribute('data-pressed'))
  }
  await expect.poll(pressed).toBe(true)
  return opening
}

for (const look of ['button', 'card'])
  test(`CHAN-046 CHAN-015 signed in, a press on the ${look} follows and another one ends it, by the keyboard too, and the size tells neither`, async ({
    actor,
    server,
    host,
  }) => {
    const alice = await actor('alice')
    await channel(await actor('bob'), 'garden', 'Garden notes')
    const followed = async () => (await alice.call('/v2/subscriptions?active=true')).body.subscriptions.length
    const page = await alice.open(await host(snippet(server.origin, `channel=garden&widget=${look}`), 'same site'))
    await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribe, { name: 'Garden notes' }))
    await widget(page).locator('[data-seen]').waitFor()
    const before = await page.locator('iframe').boundingBox()
    await button(page).click()
    await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribed, { name: 'Garden notes' }))
    await expect(widget(page).getByRole('status')).toHaveText(sentence(widgetWords.subscribed, { name: 'Garden notes' }))
    expect(await followed()).toBe(1)
    expect(await page.locator('iframe').boundingBox()).toEqual(before)
    await page.reload()
    await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribed, { name: 'Garden notes' }))
    expect(await page.locator('iframe').boundingBox()).toEqual(before)
    await widget(page).locator('[data-seen]').waitFor()
    await page.keyboard.press('Tab')
    await expect(button(page)).toBeFocused()
    expect(await button(page).evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
    await page.keyboard.press('Enter')
    await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribe, { name: 'Garden notes' }))
    await expect(button(page)).toBeFocused()
    expect(await followed()).toBe(0)
    expect(alice.context.pages()).toEqual([page])
    expect(await told(page, 'waypost-widget-subscribed')).toEqual([])
  })

test('CHAN-015 CHAN-047 CHAN-048 CHAN-050 GAP-054 signed out, a press opens a window that signs in and follows; the widget shows it, and the page receives its code', async ({
  visitor,
  actor,
  server,
  host,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const mira = await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  await page.goto(await host(snippet(server.origin, 'channel=garden&code=abc%26d')))
  const popup = await pressForWindow(page)
  await expect(popup).toHaveURL(`${server.origin}/subscribe?scope=push&response_type=code&channel_tag=garden`)
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([550, 600])
  await expect(popup.getByRole('heading', { level: 1, name: 'Garden notes' })).toBeVisible()
  await toBuiltIn(popup).click()
  await signInAs(popup, 'mira@example.org')
  await expect(popup).toHaveURL(/\/subscribe\?scope=push&response_type=code&channel_tag=garden$/)
  await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribe, { name: 'Garden notes' }))
  expect(await told(page, 'waypost-widget-subscribed')).toEqual([])
  await closeByPress(popup, popup.getByRole('button', { name: 'Follow', exact: true }))
  await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribed, { name: 'Garden notes' }))
  const { body } = await server.request('/v2/subscriptions', { token: mira.token })
  expect(body.subscriptions).toMatchObject([{ active: true, channel: { tag: 'garden' } }])
  await expect
    .poll(() => told(page, 'waypost-widget-subscribed'))
    .toEqual([{ type: 'waypost-widget-subscribed', origin: server.origin, channel: 'garden', code: 'abc&d' }])
})

test('where the frame has access, it notices a sign-in or sign-out in another window', async ({
  actor,
  visitor,
  server,
  host,
}) => {
  const mira = await server.signUp('mira@example.org', 'Mira')
  await channel(await actor('bob'), 'garden', 'Garden notes')
  await server.request('/v2/subscriptions', { token: mira.token, body: { channel_tag: 'garden' } })
  const page = await visitor()
  await page.goto(await host(snippet(server.origin, 'channel=garden'), 'same site'))
  await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribe, { name: 'Garden notes' }))
  const other = await page.context().newPage()
  await other.goto('/signin')
  await other.evaluate((account) => localStorage.setItem('account', JSON.stringify(account)), mira.account)
  await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribed, { name: 'Garden notes' }))
  await other.evaluate(() => localStorage.clear())
  await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribe, { name: 'Garden notes' }))
})

test('CHAN-055 CHAN-047 the window of a follower tells the widget and shows the page after following', async ({
  actor,
  server,
  host,
}) => {
  const alice = await actor('alice')
  await channel(await actor('bob'), 'garden', 'Garden notes')
  await alice.call('/v2/subscriptions', { channel_tag: 'garden' })
  const page = await alice.open(await host(snippet(server.origin, 'channel=garden')))
  // A cross-site frame can't tell who is signed in.
  await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribe, { name: 'Garden notes' }))
  const popup = await pressForWindow(page)
  await expect(popup).toHaveURL(/\/oauth-apps\?channel_tag=garden$/)
  await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribed, { name: 'Garden notes' }))
  expect(await told(page, 'waypost-widget-subscribed')).toEqual([])
})

test('CHAN-047 a press on a widget that the page hides asks in its own window', async ({ actor, server, host }) => {
  const alice = await actor('alice')
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const lure =
    '<p style="position:absolute;top:0;left:0;pointer-events:none;background:#fff;width:300px;height:80px">A prize!</p>'
  for (const body of [
    snippet(server.origin, 'channel=garden', 'opacity:0.01'),
    snippet(server.origin, 'channel=garden') + lure,
  ]) {
    const page = await alice.open(await host(body, 'same site'))
    await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribe, { name: 'Garden notes' }))
    const box = await button(page).boundingBox()
    const popup = await pressForWindow(page, () => page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 10))
    await expect(popup.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
    expect((await alice.call('/v2/subscriptions?active=true')).body.subscriptions).toEqual([])
  }
})

test('CHAN-045 SHELL-032 messages of the embedding page change nothing: only the window that the widget opened is trusted', async ({
  visitor,
  actor,
  server,
  host,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await visitor()
  await page.goto(await host(snippet(server.origin, 'channel=garden&code=abc')))
  await pressForWindow(page)
  const message = { type: 'waypost-followed', channel_tag: 'garden' }
  await page.evaluate((said) => document.querySelector('iframe')?.contentWindow?.postMessage(said, '*'), message)
  // A second message of the same type is handled after the first.
  await widget(page)
    .locator('html')
    .evaluate((_, said) => {
      return new Promise((resolve) => {
        addEventListener('message', resolve, { once: true })
        postMessage(said, '*')
      })
    }, message)
  await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribe, { name: 'Garden notes' }))
  expect(await told(page, 'waypost-widget-subscribed')).toEqual([])
})

test('a refusal is shown under the button; an invalid token leads to the window', async ({ actor }) => {
  const alice = await actor('alice')
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await alice.open('/widget.html#channel=garden')
  await page.route('**/v2/subscriptions', (route) => route.abort())
  await page.getByRole('button').click()
  await expect(page.getByRole('alert')).toHaveText('Could not connect to server')
  await expect(page.getByRole('button')).toHaveAccessibleName(sentence(widgetWords.subscribe, { name: 'Garden notes' }))
  await page.unroute('**/v2/subscriptions')
  await alice.call('/v3/delete-all-access-tokens', {})
  const popup = await openByPress(page, page.getByRole('button'))
  await expect(toBuiltIn(popup)).toBeVisible()
})

test('CHAN-047 where the browser opens no window there is a link to the same page', async ({ visitor, actor }) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await visitor()
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/widget.html#channel=garden')
  await page.getByRole('button').click()
  await expect(page.getByRole('link', { name: widgetWords.open })).toHaveAttribute(
    'href',
    '/subscribe?scope=push&response_type=code&channel_tag=garden',
  )
})
