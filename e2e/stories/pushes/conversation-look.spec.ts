import type { Locator } from '@playwright/test'
import { forwardWords } from '@waypost/web/words/push/dialogs'
import { noMessages, selection } from '@waypost/web/words/push/history'
import { phoneScreen, seriousFaults } from '../../actors/accessibility.ts'
import { expect, history, type Page, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

const message = (page: Page, words: string) => history(page).getByRole('article').filter({ hasText: words })
const bubbleOf = (item: Locator) => item.locator('[data-shape]')
const minute = 60e6

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It has no place.')
  return box
}

test('messages of a side within five minutes are a group: 2 px apart, with one time; the newest has its time under it; own ones are teal', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const now = Date.now() * 1_000
  for (const [body, ago] of [
    ['one', 33],
    ['two', 31],
    ['three', 29],
    ['after fifteen', 14],
  ] as const) {
    await bob.call('/v2/pushes', { body, email: alice.email })
    await server.app.db.write((tx) => tx.run('UPDATE push SET created = $2 WHERE body = $1', [body, now - ago * minute]))
  }
  await alice.call('/v2/pushes', { body: 'newest', email: bob.email })
  const page = await alice.open('/#people/bob@example.org')
  await expect(message(page, 'newest')).toBeVisible()
  const boxes = []
  for (const words of ['one', 'two', 'three']) boxes.push(await boxOf(bubbleOf(message(page, words))))
  for (const at of [0, 1]) {
    const [above, below] = [boxes[at], boxes[at + 1]]
    if (above && below) expect(Math.round(below.y - above.y - above.height)).toBe(2)
  }
  for (const [words, times] of [
    ['one', 0],
    ['two', 0],
    ['three', 1],
    ['after fifteen', 1],
  ] as const)
    await expect(message(page, words).locator('time')).toHaveCount(times)
  await expect(bubbleOf(message(page, 'newest')).locator('time')).toHaveCount(0)
  await expect(message(page, 'newest').locator('time')).toHaveText('Sent')
  const colour = () => bubbleOf(message(page, 'newest')).evaluate((node) => getComputedStyle(node, '::before').backgroundColor)
  expect(await colour()).toBe('rgb(1, 97, 117)')
  expect(await seriousFaults(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await colour()).toBe('rgb(10, 86, 104)')
  expect(await seriousFaults(page)).toEqual([])

  const time = message(page, 'three').locator('time')
  await time.hover()
  await expect(time).toHaveText(/^\w{3} \w{3} \d{1,2}, \d{4}, \d{2}:\d{2}:\d{2}/)
  await message(page, 'one').hover()
  await expect(time).toHaveText(/^\d{1,2}:\d{2}( |\u202f)?[AP]?M?$/)
  await time.click()
  await expect(time).toHaveText(/\d{2}:\d{2}:\d{2}/)
})

test('the day of what is read stays 8 px under the header, in loaded history too, and gives way to the next day', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const day = 24 * 60 * minute
  const noon = new Date().setHours(12, 0, 0, 0) * 1_000 - day
  for (let index = 0; index < 150; index++) {
    const body = `message ${index}.`
    await alice.call('/v2/pushes', { body })
    const ago = Math.floor((149 - index) / 50)
    await server.app.db.write((tx) =>
      tx.run('UPDATE push SET created = $2 WHERE body = $1', [body, noon - ago * day + index * 1e6]),
    )
  }
  const page = await alice.open()
  await expect(message(page, 'message 149.')).toBeInViewport()
  const pane = page.getByRole('region', { name: sentence(noMessages.region, { name: 'Me' }) })
  const top = (await boxOf(pane)).y
  const pillAtTop = () =>
    pane.getByText(/^(Yesterday|Today|\w+day)$/).evaluateAll(
      (pills, top) =>
        pills
          .map((pill) => ({
            text: pill.textContent,
            at: Math.round(pill.getBoundingClientRect().top - top),
            high: pill.clientHeight,
          }))
          .filter(({ at }) => at <= 8 && at > -26),
      top,
    )
  expect(await pillAtTop()).toEqual([{ text: 'Yesterday', at: 8, high: 26 }])
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' }).format((noon - day) / 1_000)
  await pane.hover()
  await expect(async () => {
    await page.mouse.wheel(0, -600)
    expect(await pillAtTop()).toEqual([{ text: weekday, at: 8, high: 26 }])
  }).toPass()
})

test('neighbouring messages that their sender deleted are one line', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const idens: string[] = []
  for (const body of ['one', 'two', 'three']) idens.push((await bob.call('/v2/pushes', { body, email: alice.email })).body.iden)
  await bob.call('/v2/pushes', { body: 'stays', email: alice.email })
  const page = await alice.open('/#people/bob@example.org')
  await expect(message(page, 'three')).toBeVisible()
  for (const iden of idens) await bob.call(`/v2/pushes/${iden}?everyone=true`, undefined, 'DELETE')
  const line = page.getByText('3 messages deleted')
  await expect(line).toBeVisible()
  await expect(line).toHaveCSS('font-style', 'italic')
  await expect(history(page).getByRole('article')).toHaveCount(2)
  expect(await seriousFaults(page)).toEqual([])
})

test('Space selects messages, a press adds another one, they are copied together, and Esc ends the selection', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await alice.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const body of ['one', 'two', 'three']) await alice.call('/v2/pushes', { body })
  const page = await alice.open()
  await message(page, 'one').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected').first()).toBeVisible()
  await bubbleOf(message(page, 'three')).click()
  await expect(page.getByText('2 selected').first()).toBeVisible()
  const pane = await boxOf(page.getByRole('region', { name: sentence(noMessages.region, { name: 'Me' }) }))
  const band = await message(page, 'three').evaluate((node) => {
    const { backgroundColor, width } = getComputedStyle(node, '::before')
    return { backgroundColor, width: Number.parseFloat(width) }
  })
  expect(band.backgroundColor).toBe('rgb(217, 242, 251)')
  expect(Math.abs(band.width - pane.width)).toBeLessThan(20)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: selection.copy, exact: true }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('one\nthree')
  await expect(page.getByRole('button', { name: selection.end })).toHaveCount(0)
  await expect(history(page).getByRole('article').and(page.locator(':focus'))).toHaveCount(1)

  await message(page, 'two').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: selection.end })).toHaveCount(0)
  await expect(message(page, 'two')).toBeFocused()
})

test('selected messages are forwarded together, in their order', async ({ actor }) => {
  const [alice, bob] = [await actor('alice', phoneScreen), await actor('bob')]
  await alice.call('/v2/chats', { email: bob.email })
  for (const body of ['one', 'two', 'three']) await alice.call('/v2/pushes', { body })
  const page = await alice.open()
  await message(page, 'three').focus()
  await page.keyboard.press('Space')
  await bubbleOf(message(page, 'one')).tap()
  await expect(page.getByText('2 selected').first()).toBeVisible()
  await expect(page.getByRole('button', { name: selection.end })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: selection.forward, exact: true }).tap()
  const dialog = page.getByRole('dialog', { name: forwardWords.title })
  await expect(dialog.getByText('2 messages')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^bob/i }).check()
  await dialog.getByRole('button', { name: selection.forward, exact: true }).tap()
  await expect(page.getByRole('button', { name: selection.end })).toHaveCount(0)
  const got = async () => (await bob.call('/v2/history?conversation=email:alice@example.org')).body.pushes
  await expect.poll(async () => (await got()).map(({ body }: { body: string }) => body)).toEqual(['three', 'one'])
})
