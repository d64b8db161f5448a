import { supportStrip } from '@waypost/web/words/page'
import { landingStage } from '@waypost/web/words/page/landing'
import { badge as badgeText } from '@waypost/web/words/ui'
import { markAsUnread } from '@waypost/web/words/ui/words'
import { seriousFaults } from '../../actors/accessibility.ts'
import { expect, history, type Page, say, test } from '../../actors/actors.ts'
import { fill, note, scroller, wheel } from '../../actors/many-notes.ts'

const row = (page: Page) => page.getByRole('link', { name: /^Bob/ })
const pill = (page: Page) => page.getByRole('button', { name: /^\d+ new$/ })

/** The position of the bar in the pane, as a fraction of its height. */
async function placeOf(page: Page, words: string): Promise<number> {
  const bar = await history(page).getByText(words, { exact: true }).boundingBox()
  const pane = await scroller(page).boundingBox()
  return ((bar?.y ?? Number.NaN) - (pane?.y ?? Number.NaN)) / (pane?.height ?? Number.NaN)
}

async function withUnread(
  actor: Parameters<Parameters<typeof test>[2]>[0]['actor'],
  server: Parameters<typeof fill>[0],
  unread: number,
) {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/chats', { email: bob.email })
  await fill(server, alice, { count: 60 + unread, from: bob, unread })
  const page = await alice.open()
  await expect(row(page)).toContainText('unread')
  return { alice, bob, page, last: 60 + unread }
}

test('SIDE-013 (deviates) a conversation with 24 unread opens at the first, and what was not on screen stays unread in every window (acceptance point 10)', async ({
  actor,
  server,
}) => {
  const { alice, page, last } = await withUnread(actor, server, 24)
  const phone = await alice.openElsewhere()
  await row(page).click()
  await expect(note(page, 61)).toBeInViewport()
  await expect(history(page).getByText('24 new', { exact: true })).toBeVisible()
  expect(await placeOf(page, '24 new')).toBeGreaterThan(0.1)
  expect(await placeOf(page, '24 new')).toBeLessThan(1 / 3)
  await expect(note(page, last)).not.toBeInViewport()
  for (const each of [page, phone]) await expect(row(each)).toContainText(badgeText.manyUnread)
  await expect(pill(page)).not.toHaveText('24 new')
  const left = Number.parseInt((await pill(page).textContent()) ?? '', 10)
  const marker = async () => (await alice.call('/v2/read_markers')).body.read_markers[0].read_to
  const newest = (await alice.call('/v2/history?conversation=email:bob@example.org&limit=1')).body.pushes[0].created
  const seen = 24 - left
  await expect.poll(async () => Math.abs(Math.round((newest - (await marker())) / 20) - (24 - seen))).toBeLessThanOrEqual(1)
  await pill(page).click()
  await expect(note(page, last)).toBeInViewport()
  for (const each of [page, phone]) await expect(row(each)).not.toContainText('unread')
  await wheel(page, -500)
  await expect(history(page).getByText('24 new', { exact: true })).toHaveCount(1)
})

test('with 3 unread a conversation opens at its end, where all of it is read', async ({ actor, server }) => {
  const { page, last } = await withUnread(actor, server, 3)
  await row(page).click()
  await expect(note(page, last)).toBeInViewport()
  await expect(history(page).getByText(landingStage.new, { exact: true })).toBeInViewport()
  await expect(row(page)).not.toContainText('unread')
})

test('400 unread open at the first of them, End goes to the newest, and a message that is sent reads all', async ({
  actor,
  server,
}) => {
  const { page, last } = await withUnread(actor, server, 400)
  await row(page).click()
  await expect(note(page, 61)).toBeInViewport()
  await expect(history(page).getByText('400 new', { exact: true })).toBeVisible()
  expect(await placeOf(page, '400 new')).toBeLessThan(1 / 3)
  await expect(row(page)).toContainText('unread')
  await scroller(page).focus()
  await page.keyboard.press(supportStrip.end)
  await expect(note(page, last)).toBeInViewport()
  await say(page, 'All of it')
  await expect(row(page)).not.toContainText('unread')
})

test('a conversation is marked as unread from a message or as a whole, in every window and after a reload, until it is opened again (acceptance point 11)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  for (const body of ['one', 'two', 'three']) await bob.call('/v2/pushes', { type: 'note', body, email: alice.email })
  const page = await alice.open()
  const second = await alice.open()
  const phone = await alice.openElsewhere()
  const everywhere = [page, second, phone]
  await row(page).click()
  for (const each of everywhere) await expect(row(each)).not.toContainText('unread')
  const message = history(page).getByRole('article').nth(1)
  await message.focus()
  await page.keyboard.press('Shift+U')
  for (const each of everywhere) await expect(row(each)).toContainText(badgeText.marked)
  await page.reload()
  await expect(history(page).getByText('three')).toBeVisible()
  await page.mouse.move(300, 300)
  for (const each of [...everywhere, page]) await expect(row(each)).toContainText(badgeText.marked)
  expect(await seriousFaults(page)).toEqual([])
  await row(second).click()
  await expect(history(second).getByText('2 new', { exact: true })).toBeVisible()
  for (const each of everywhere) await expect(row(each)).not.toContainText('unread')
  await second.getByRole('link', { name: /^Me/ }).click()
  await row(second).click({ button: 'right' })
  await second.getByRole('menuitem', { name: markAsUnread }).click()
  for (const each of everywhere) await expect(row(each)).toContainText(badgeText.marked)
})

test('a badge ends at 9+, also from right to left (acceptance point 12)', async ({ actor, server }) => {
  const { page } = await withUnread(actor, server, 12)
  await expect(row(page).getByText('9+', { exact: true })).toBeVisible()
  const order = () =>
    row(page)
      .getByText('9+', { exact: true })
      .evaluate((badge) => {
        const range = new Range()
        const at = (index: number) => {
          range.setStart(badge.firstChild as Node, index)
          range.setEnd(badge.firstChild as Node, index + 1)
          return range.getBoundingClientRect().left
        }
        return at(0) < at(1)
      })
  expect(await order()).toBe(true)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  expect(await order()).toBe(true)
})
