import { paneHeader } from '@waypost/web/words/page/shell'
import { phoneScreen } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { iPhone, pointIn, swipe, touchesOn, watchesTouch } from '../../actors/touch.ts'
import { sentence } from '../../actors/words/sentence.ts'

const { width } = phoneScreen.viewport
const pane = (page: Page) => page.getByRole('main')
const toPeople = (page: Page) => page.getByRole('link', { name: sentence(paneHeader.back, { section: 'People' }) })
const rowOf = (page: Page) => pane(page).getByRole('link', { name: /bob/i })
/** What a swipe uncovers; it can't be clicked. */
const behind = (page: Page) => page.locator('div[inert]')
const startOf = async (page: Page) => (await pane(page).boundingBox())?.x
/** A point in the history, near the edge where text starts. */
const nearEdge = { x: 60, y: 400 }

/** Opens the conversation with Bob from the list, on a phone that is ready for swipes. */
async function openBob(alice: Actor): Promise<Page> {
  await alice.call('/v2/chats', { email: 'bob@example.org' })
  const page = await alice.open('/#people')
  await watchesTouch(page)
  await rowOf(page).tap()
  await expect(composer(page)).toBeVisible()
  return page
}

/** The number of pages that can be gone back. */
const depth = (page: Page) =>
  page.evaluate(() => (window as unknown as { navigation: Navigation }).navigation.currentEntry?.index)

test('a swipe from the edge moves the conversation with the finger, and shows the list behind it; a short one springs back', async ({
  actor,
}) => {
  const alice = await actor('alice', phoneScreen)
  const page = await openBob(alice)
  await swipe(page, {
    from: nearEdge,
    by: { x: 100, y: 6 },
    during: 800,
    before: async () => {
      await expect.poll(() => startOf(page)).toBeGreaterThan(80)
      expect(await startOf(page)).toBeLessThan(101)
      await expect(behind(page).getByRole('link', { name: /bob/i, includeHidden: true })).toBeInViewport()
    },
  })
  await expect.poll(() => startOf(page)).toBe(0)
  await expect(page).toHaveURL(/#people\/bob@example\.org$/)
  await expect(behind(page)).toHaveCount(0)
})

test('a long swipe goes back to the list, at the row that was open, and the back button then leaves the list', async ({
  actor,
}) => {
  const alice = await actor('alice', phoneScreen)
  const page = await openBob(alice)
  const opened = await depth(page)
  await swipe(page, { from: nearEdge, by: { x: 240, y: 10 }, during: 900 })
  await expect(page).toHaveURL(/#people$/)
  await expect(rowOf(page)).toBeFocused()
  expect(await startOf(page)).toBe(0)
  expect(await depth(page)).toBe((opened ?? 0) - 1)
  await rowOf(page).tap()
  await expect(composer(page)).toBeVisible()
  expect(await startOf(page)).toBe(0)
  await toPeople(page).tap()
  await expect(page).toHaveURL(/#people$/)
  expect(await depth(page)).toBe((opened ?? 0) - 1)
})

test('a short swipe goes back if it is fast, also to a list that was not open before', async ({ actor }) => {
  const alice = await actor('alice', phoneScreen)
  const page = await openBob(alice)
  await page.goto('/#people/me')
  await expect(page.getByRole('heading', { level: 1, name: 'Me' })).toBeVisible()
  await swipe(page, { from: nearEdge, by: { x: 140 }, during: 75 })
  await expect(page).toHaveURL(/#people$/)
})

test('a swipe that the system takes over, that turns back, or that a second finger joins, springs back', async ({ actor }) => {
  const alice = await actor('alice', phoneScreen)
  const page = await openBob(alice)
  const moves = () => expect.poll(() => startOf(page)).toBeGreaterThan(180)
  const far = { from: nearEdge, by: { x: 240 }, during: 300 }
  const touches = async (type: 'touchMove' | 'touchStart', touchPoints: { x: number; y: number; id?: number }[]) =>
    (await touchesOn(page)).send('Input.dispatchTouchEvent', { type, touchPoints })
  await swipe(page, { ...far, canceled: true, before: moves })
  await expect.poll(() => startOf(page)).toBe(0)
  await swipe(page, {
    ...far,
    before: async () => {
      await moves()
      for (const x of [250, 200, 150, 100]) await touches('touchMove', [{ x, y: nearEdge.y }])
    },
  })
  await expect.poll(() => startOf(page)).toBe(0)
  await swipe(page, {
    ...far,
    before: async () => {
      await moves()
      await touches('touchStart', [
        { x: 300, y: nearEdge.y, id: 0 },
        { x: 200, y: 600, id: 1 },
      ])
    },
  })
  await expect.poll(() => startOf(page)).toBe(0)
  await expect(page.getByRole('heading', { level: 1, name: /bob/i })).toBeVisible()
})

test('nothing is swiped from the middle, up or down, along a field, over what scrolls sideways, or with a mouse', async ({
  actor,
}) => {
  const alice = await actor('alice', phoneScreen)
  const bob = await actor('bob')
  await sendWideText(bob, alice)
  const page = await openBob(alice)
  const stays = async () => {
    expect(await startOf(page)).toBe(0)
    await expect(behind(page)).toHaveCount(0)
    await expect(page).toHaveURL(/#people\/bob@example\.org$/)
  }
  const long = { x: 200 }
  await swipe(page, { from: { x: width / 2, y: 400 }, by: { x: 150 }, before: stays })
  await swipe(page, { from: nearEdge, by: { x: 40, y: 200 }, before: stays })
  await swipe(page, { from: await pointIn(composer(page), { x: 30 }), by: long, before: stays })
  await history(page).getByRole('button', { name: 'Show all' }).tap()
  const lines = history(page).getByText('export const wide')
  await lines.evaluate((element) => element.closest('pre')?.scrollTo({ left: 400 }))
  await swipe(page, { from: await pointIn(lines, { x: 460, y: 10 }), by: long, during: 400, before: stays })
  await expect.poll(() => lines.evaluate((element) => element.closest('pre')?.scrollLeft)).toBeLessThan(350)
  await page.mouse.move(nearEdge.x, nearEdge.y)
  await page.mouse.down()
  await page.mouse.move(300, nearEdge.y, { steps: 10 })
  await stays()
  await page.mouse.up()
  await stays()
  await swipe(page, { from: { x: 110, y: 32 }, by: long })
  await expect(page).toHaveURL(/#people$/)
})

test('from right to left the swipe begins at the right edge', async ({ actor }) => {
  const alice = await actor('alice', phoneScreen)
  const page = await openBob(alice)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await swipe(page, { from: nearEdge, by: { x: 240 } })
  await expect(page).toHaveURL(/#people\/bob@example\.org$/)
  await swipe(page, {
    from: { x: width - 60, y: 400 },
    by: { x: -240 },
    before: async () => {
      await expect.poll(() => startOf(page)).toBeLessThan(-200)
    },
  })
  await expect(page).toHaveURL(/#people$/)
})

test('with reduced motion the conversation does not move, and a swipe goes back', async ({ actor }) => {
  const alice = await actor('alice', { ...phoneScreen, reducedMotion: 'reduce' })
  const page = await openBob(alice)
  await swipe(page, { from: nearEdge, by: { x: 240 }, before: async () => expect(await startOf(page)).toBe(0) })
  await expect(page).toHaveURL(/#people$/)
})

test('on iOS the edge is left to its own swipe', async ({ actor }) => {
  const alice = await actor('alice', iPhone)
  const page = await openBob(alice)
  await swipe(page, { from: { x: 12, y: 400 }, by: { x: 240 }, before: async () => expect(await startOf(page)).toBe(0) })
  await expect(page).toHaveURL(/#people\/bob@example\.org$/)
  await swipe(page, { from: { x: 40, y: 400 }, by: { x: 240 } })
  await expect(page).toHaveURL(/#people$/)
})

test('every pane of every section is swiped away', async ({ actor }) => {
  const alice = await actor('alice', phoneScreen)
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  const page = await openBob(alice)
  for (const [section, item] of [
    ['people', 'new'],
    ['devices', 'new'],
    ['following', 'new'],
    ['settings', 'account'],
    ['settings', 'encryption'],
    ['setup', 'progress'],
  ] as const) {
    await page.goto(`/#${section}/${item}`)
    await page.locator('main h1:not(.hidden-words)').waitFor()
    await swipe(page, { from: { x: 20, y: 500 }, by: { x: 240 } })
    await expect(page).toHaveURL(new RegExp(`#${section}$`))
  }
})

async function sendWideText(from: Actor, to: Actor): Promise<void> {
  const lines = [
    `export const wide = '${'far out '.repeat(40)}'`,
    ...Array.from({ length: 30 }, (_, at) => `const line${at} = ${at}`),
  ]
  const bytes = new TextEncoder().encode(lines.join('\n'))
  const { body } = await from.call('/v3/start-upload', { name: 'wide.ts', size: bytes.length, type: 'text/plain' })
  await fetch(body.piece_urls[0], { method: 'POST', body: bytes })
  const { body: done } = await from.call('/v3/finish-upload', { id: body.id })
  await from.call('/v2/pushes', { type: 'file', file_url: done.file_url, email: to.email })
}
