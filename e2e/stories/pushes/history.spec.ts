import type { Route } from '@playwright/test'
import { conversationPane, messagesFailed } from '@waypost/web/words/push'
import { messagesWords, noMessages } from '@waypost/web/words/push/history'
import { composer, expect, history, openConnected, type Page, say, test } from '../../actors/actors.ts'
import { hold } from '../../actors/hold-requests.ts'
import { fill, note, scroller, topOf, wheel } from '../../actors/many-notes.ts'
import { sentence } from '../../actors/words/sentence.ts'

test("HIST-003 HIST-004 HIST-005 HIST-006 pages of 25; 'Load more' keeps the first visible item in its place (acceptance point 12)", async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  await fill(server, alice, { count: 70 })
  const page = await alice.open()
  await expect(history(page).getByRole('article')).toHaveCount(25)
  await expect(note(page, 70)).toBeInViewport()
  const toStart = (number: number) =>
    scroller(page).evaluate((element, words) => {
      element.scrollTo(0, 0)
      const article = [...element.querySelectorAll('article p')].find((each) => each.textContent === words)
      return article?.getBoundingClientRect().top ?? Number.NaN
    }, `note ${number}.`)
  let before = await toStart(46)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(history(page).getByRole('article')).toHaveCount(50)
  expect(Math.abs((await topOf(page, 46)) - before)).toBeLessThanOrEqual(1)
  // Scrolling by hand needs no click.
  before = await toStart(21)
  await expect(history(page).getByRole('article')).toHaveCount(70)
  expect(Math.abs((await topOf(page, 21)) - before)).toBeLessThanOrEqual(1)
  await scroller(page).evaluate((element) => element.scrollTo(0, 0))
  await expect(page.getByText('No more history')).toBeVisible()
  await expect(history(page).getByRole('article').first()).toHaveAttribute('aria-setsize', '70')
  await expect(page.getByRole('log')).toContainText('25 earlier messages')
})

test('HIST-003 HIST-004 HIST-005 a conversation of 20,000 that changed recently opens in every window, and a failure offers Retry', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/chats', { email: bob.email })
  await fill(server, alice, { count: 20_000, from: bob, every: 0.01, changed: 15_000 })
  const [first, second] = [await alice.open('/#people/bob@example.org'), await alice.open('/#people/bob@example.org')]
  for (const page of [first, second]) await expect(note(page, 20_000)).toBeInViewport()
  const items = (page: Page) => history(page).getByRole('article')
  await first.getByRole('button', { name: 'Load more' }).click()
  await expect(items(first)).toHaveCount(50)

  // The other window can't reach the server for a while.
  const refuse = (route: Route) => route.abort()
  await second.route('**/v2/history?**', refuse)
  await second.getByRole('button', { name: 'Load more' }).click()
  await expect(second.getByText(messagesWords.failed)).toBeVisible()
  await second.unroute('**/v2/history?**', refuse)
  await second.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => items(second).count()).toBeGreaterThanOrEqual(50)
  await expect(second.getByText('Couldn’t load')).toHaveCount(0)
  await expect(items(second).first()).toHaveAttribute('aria-setsize', '-1')
})

test('HIST-003 an unknown conversation shows that it is loading, and then its messages or an error', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await fill(server, alice, { count: 30, from: bob })
  const page = await openConnected(alice)
  const fail = await hold(page, '**/v2/history?**', 'abort')
  await page.goto('/#people/bob@example.org')
  const waiting = page.getByRole('status').filter({ hasText: noMessages.loading })
  await expect(waiting).toBeVisible()
  await expect(page.locator('[data-region=history] .bone-bubbles')).toBeVisible()
  fail()
  await expect(page.getByText(messagesFailed)).toBeVisible()
  await expect(waiting).toHaveCount(0)
  const goOn = await hold(page, '**/v2/history?**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(waiting).toBeVisible()
  goOn()
  await expect(note(page, 30)).toBeInViewport()
  await expect(waiting).toHaveCount(0)
})

test('HIST-007 HIST-008 (deviates) PUSH-007 PUSH-008 empty conversations have a greeting, and those that nothing can be sent to say so and have no form', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const carol = await actor('carol')
  await carol.call('/v2/channels', { tag: 'news', name: 'News' })
  await alice.call('/v2/subscriptions', { channel_tag: 'news' })
  await alice.call('/v2/channels', { tag: 'mine', name: 'My channel' })
  const page = await alice.open('/#people/bob@example.org')
  await expect(page.getByText(sentence(noMessages.hello, { name: 'bob@example.org' }))).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveCount(0)
  await page.goto('/#following/news')
  await expect(page.getByText('Nothing posted yet')).toBeVisible()
  await expect(page.getByText(conversationPane.closed)).toBeVisible()
  await expect(composer(page)).toHaveCount(0)

  const app = (
    await carol.call('/v2/clients', {
      name: 'Doorbell',
      website_url: 'https://app.example',
      redirect_uri: 'https://app.example/back',
    })
  ).body
  await alice.call('/oauth2/authorize', { client_id: app.client_id, redirect_uri: 'https://app.example/back' })
  await page.getByRole('link', { name: /^Doorbell/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Doorbell' })).toBeVisible()
  await expect(page.getByText(sentence(noMessages.nothingFrom, { name: 'Doorbell' }))).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Attach files' })).toHaveCount(0)
  await page.goto('/#following/mine')
  await expect(composer(page)).toBeVisible()
})

test('SIDE-013 (deviates) with reduced motion, too, a conversation has its full height at once, and opens at its end', async ({
  actor,
}) => {
  const alice = await actor('alice', { reducedMotion: 'reduce' })
  const items = Array.from({ length: 12 }, (_, index) => `item ${index}`)
  for (let count = 0; count < 3; count++) await alice.call('/v2/pushes', { type: 'list', title: 'Things', items })
  const page = await alice.open()
  await expect(history(page).getByRole('article')).toHaveCount(3)
  const below = () => scroller(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)
  await expect.poll(below).toBe(0)
  // A height transition, however short, would show the end of yesterday.
  const height = await history(page).evaluate((feed) => {
    feed.style.blockSize = '3000px'
    return feed.getBoundingClientRect().height
  })
  expect(height).toBe(3_000)
})

test('SIDE-013 (deviates) scrolled up, incoming messages and those from another device move nothing and are counted, and those sent here are not; the pill leads to them (acceptance point 13)', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await bob.call('/v2/chats', { email: alice.email })
  await fill(server, alice, { count: 60, from: bob })
  const page = await alice.open('/#people/bob@example.org')
  await expect(note(page, 60)).toBeInViewport()
  await wheel(page, -300)
  await expect(note(page, 60)).not.toBeInViewport()
  const before = await topOf(page, 48)
  for (const body of ['ping', 'pong']) await bob.call('/v2/pushes', { type: 'note', body, email: alice.email })
  const pill = page.getByRole('button', { name: '2 new', exact: true })
  await expect(pill).toBeVisible()
  expect(await topOf(page, 48)).toBe(before)
  await pill.click()
  await expect(history(page).getByText('ping')).toBeInViewport()
  await expect(history(page).getByText('2 new', { exact: true }).last()).toBeVisible()
  await expect(pill).toHaveCount(0)
  await expect(history(page).getByText('pong')).toBeInViewport()
  await page.getByRole('link', { name: /^Me/ }).click()
  await expect(composer(page)).toBeFocused()
  await page.getByRole('link', { name: /^Bob/ }).click()
  await expect(history(page).getByText('pong')).toBeInViewport()

  await say(page, 'from here')
  await expect(history(page).getByText('from here')).toBeInViewport()
  await wheel(page, -600)
  await expect(history(page).getByText('from here')).not.toBeInViewport()
  await expect(page.getByRole('button', { name: /^\d+ new$/ })).toHaveCount(0)
  await alice.call('/v2/pushes', { type: 'note', body: 'from my phone', email: bob.email })
  await page.getByRole('button', { name: '1 new', exact: true }).click()
  await expect(history(page).getByText('from my phone')).toBeInViewport()
  await expect(page.getByRole('button', { name: /^\d+ new$/ })).toHaveCount(0)
})

test('HIST-001 of 5,000 messages few are in the page; scrolling is smooth and keeps the focus (acceptance point 14)', async ({
  actor,
  server,
}) => {
  test.slow()
  const alice = await actor('alice')
  await fill(server, alice, { count: 5_000 })
  const page = await alice.open()
  await expect(note(page, 5_000)).toBeInViewport()
  const steps = await page.evaluate(async () => {
    let clicks = 0
    while (![...document.querySelectorAll('p')].some((each) => each.textContent === 'No more history')) {
      const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Load more')
      if (button && !button.ariaDisabled) {
        button.click()
        clicks++
      }
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (clicks > 400) break
    }
    return clicks
  })
  expect(steps).toBeLessThan(300)
  const items = history(page).getByRole('article')
  expect(await items.count()).toBeLessThan(120)
  await expect(items.first()).toHaveAttribute('aria-setsize', '5000')

  await scroller(page).evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(note(page, 5_000)).toBeInViewport()
  await composer(page).focus()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(note(page, 1)).toBeInViewport()
  await expect(history(page).getByRole('article', { name: /note 1\.,/ })).toBeFocused()
  await wheel(page, 40_000)
  await expect(note(page, 1)).not.toBeInViewport()
  await expect(history(page).getByRole('article', { name: /note 1\.,/ })).toBeFocused()
  expect(await items.count()).toBeLessThan(120)
  await page.keyboard.press('ArrowDown')
  await expect(history(page).getByRole('article', { name: /note 2\.,/ })).toBeFocused()
})
