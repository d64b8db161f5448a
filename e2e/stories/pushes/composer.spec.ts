import { emojiPicker } from '@waypost/web/words/push/emoji'
import { itemMarks } from '@waypost/web/words/push/item'
import { editScheduled, scheduledMessages, sendLater } from '@waypost/web/words/push/scheduled'
import { desktopScreen, phoneScreen, seriousFaults } from '../../actors/accessibility.ts'
import { chooseFor, composer, expect, history, type Page, say, test } from '../../actors/actors.ts'

const message = (page: Page, words: string | RegExp) => history(page).getByRole('article').filter({ hasText: words })
const picker = (page: Page) => page.getByRole('dialog', { name: emojiPicker.list })
const search = (page: Page) => page.getByRole('searchbox', { name: emojiPicker.search })
/** The height of the box around the field, in pixels. */
const height = (page: Page) =>
  composer(page).evaluate((area) => area.parentElement?.parentElement?.getBoundingClientRect().height ?? 0)

test('↑ in the empty field edits the last own message, Enter saves it, Esc takes the edit back, and a half-written draft stays', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await say(page, 'Nine works for me')
  await expect(message(his, 'Nine works')).toBeVisible()
  await say(his, 'Good')
  await expect(message(page, 'Good')).toBeVisible()
  await composer(page).press('ArrowUp')
  await expect(page.getByText(editScheduled.heading)).toBeVisible()
  await expect(composer(page)).toHaveValue('Nine works for me')
  await expect(composer(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  await composer(page).fill('Half past nine works for me')
  await composer(page).press('Enter')
  await expect(message(his, 'Half past nine')).toContainText(itemMarks.edited)
  await expect(composer(page)).toHaveValue('')

  await composer(page).press('ArrowUp')
  await composer(page).fill('Something else')
  await composer(page).press('Escape')
  await expect(page.getByText(editScheduled.heading)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('')
  await composer(page).fill('half a sen')
  await composer(page).press('ArrowUp')
  await expect(page.getByText(editScheduled.heading)).toHaveCount(0)
  await chooseFor(message(page, 'Half past nine'), scheduledMessages.edit)
  await composer(page).press('Escape')
  await expect(composer(page)).toHaveValue('half a sen')
  await composer(page).fill('')
  await composer(page).press('Shift+ArrowUp')
  await expect(message(page, 'Good')).toBeFocused()
  await expect(message(his, 'Half past nine works for me')).toBeVisible()
})

test('an edit that changes nothing saves nothing; without an own message ↑ goes to the last one', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const page = await alice.open('/#people/bob@example.org')
  await bob.call('/v2/pushes', { type: 'note', body: 'from Bob', email: alice.email })
  await expect(message(page, 'from Bob')).toBeVisible()
  await composer(page).press('ArrowUp')
  await expect(message(page, 'from Bob')).toBeFocused()
  await say(page, 'mine')
  await expect(
    history(page)
      .getByText('Sent')
      .or(history(page).getByRole('img', { name: /Sent|Delivered/ }))
      .first(),
  ).toBeVisible()
  await composer(page).press('ArrowUp')
  await expect(composer(page)).toHaveValue('mine')
  await composer(page).press('Enter')
  await expect(page.getByText(editScheduled.heading)).toHaveCount(0)
  await expect(message(page, 'mine')).not.toContainText(itemMarks.edited)
})

for (const screen of [desktopScreen, phoneScreen]) {
  test(`PUSH-005 the box is 80 px high at ${screen.viewport.width} px and grows to 200; compact it is 48 and grows to 144; the focus stays in it on Send`, async ({
    actor,
  }) => {
    const alice = await actor('alice', screen)
    const page = await alice.open()
    const send = page.getByRole('button', { name: 'Send', exact: true })
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n')
    await expect.poll(() => height(page)).toBe(80)
    expect((await composer(page).boundingBox())?.height).toBe(80)
    await composer(page).fill(lines)
    await expect.poll(() => height(page)).toBe(200)
    await page.evaluate(() => document.documentElement.setAttribute('data-density', 'compact'))
    await expect.poll(() => height(page)).toBe(144)
    await composer(page).fill('words')
    await expect.poll(() => height(page)).toBe(48)
    await page.evaluate(() => document.documentElement.removeAttribute('data-density'))
    await composer(page).focus()
    await page.evaluate(() => {
      const left: unknown[] = []
      Object.assign(window, { left })
      document.addEventListener('focusout', () => left.push(document.activeElement))
    })
    await send.click()
    await expect(composer(page)).toHaveValue('')
    await expect(composer(page)).toBeFocused()
    expect(await page.evaluate(() => (window as unknown as { left: unknown[] }).left.length)).toBe(0)
  })
}

test('a placeholder that has no room is shorter, on a phone too', async ({ actor }) => {
  const alice = await actor('alice', phoneScreen)
  const long = 'a.person.with.an.address.that.is.much.too.long.for.a.phone@example.org'
  for (const email of ['bob@example.org', long]) await alice.call('/v2/chats', { email })
  const page = await alice.open('/#people/bob@example.org')
  await expect(composer(page)).toHaveAttribute('placeholder', 'Message to bob@example.org')
  await page.goto(`/#people/${long}`)
  await expect(composer(page)).toHaveAttribute('placeholder', 'Message')
})

test('an emoji is put at the caret, found by its name, and stands first the next time; the picker is accessible', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(page.url()).host) foreign.push(request.url())
  })
  await composer(page).fill('Hello !')
  await composer(page).press('ArrowLeft')
  await page.getByRole('button', { name: emojiPicker.list, exact: true }).click()
  await expect(search(page)).toBeFocused()
  await expect(picker(page).getByRole('gridcell').first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await search(page).fill('waving')
  await expect(picker(page).getByRole('gridcell').first()).toHaveAccessibleName('Waving hand')
  await expect(picker(page).getByRole('gridcell', { name: 'Waving hand' })).toHaveAttribute('aria-selected', 'true')
  await search(page).press('Enter')
  await expect(picker(page)).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue('Hello 👋!')
  await composer(page).press('x')
  await expect(composer(page)).toHaveValue('Hello 👋x!')
  await expect(history(page)).toHaveCount(0)

  await page.getByRole('button', { name: emojiPicker.list, exact: true }).click()
  await expect(picker(page).getByRole('gridcell').first()).toHaveAccessibleName('Waving hand')
  await page.getByRole('button', { name: emojiPicker.tone }).click()
  await expect(picker(page).getByRole('gridcell').first()).toHaveText('👋🏻')
  await search(page).fill('nothing is called so')
  await expect(picker(page).getByText(emojiPicker.none)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(picker(page)).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  expect(foreign).toEqual([])
})

test('from right to left the arrows of the picker follow the eye', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await page.getByRole('button', { name: emojiPicker.list, exact: true }).click()
  await expect(picker(page).getByRole('gridcell').first()).toBeVisible()
  await search(page).press('ArrowDown')
  await search(page).press('ArrowLeft')
  await expect(picker(page).getByRole('gridcell').nth(1)).toHaveAttribute('aria-selected', 'true')
})

test('on a phone there is no emoji button and no clock, and a long press on Send sends later', async ({ actor }) => {
  const alice = await actor('alice', phoneScreen)
  const page = await alice.open()
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible()
  await expect(page.getByRole('button', { name: emojiPicker.list, exact: true })).toHaveCount(0)
  await composer(page).fill('good night')
  await expect(page.getByRole('button', { name: sendLater.later })).toHaveCount(0)
  const send = page.getByRole('button', { name: 'Send', exact: true })
  const isStill = () => document.getAnimations().every((animation) => animation.playState !== 'running')
  await expect.poll(() => page.evaluate(isStill)).toBe(true)
  const box = await send.boundingBox()
  if (!box) throw new Error('The button has no place.')
  expect([box.width, box.height]).toEqual([44, 44])
  const touches = await page.context().newCDPSession(page)
  const at = { x: box.x + 20, y: box.y + 20 }
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  const tomorrow = page.getByRole('menuitem', { name: /^Tomorrow morning/ })
  await expect(tomorrow).toBeVisible()
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  expect(await seriousFaults(page)).toEqual([])
  await tomorrow.tap()
  await expect(page.getByRole('region', { name: scheduledMessages.region })).toContainText('good night')
  expect((await alice.call('/v2/pushes')).body.pushes).toEqual([])
})
