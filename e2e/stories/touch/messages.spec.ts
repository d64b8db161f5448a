import { messageDialogs } from '@waypost/web/words/push/history'
import { reactionsWords } from '@waypost/web/words/push/item'
import { emojiRow, messageTools } from '@waypost/web/words/push/menu'
import { phoneScreen, seriousFaults } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, openAtNewest, type Page, test } from '../../actors/actors.ts'
import { pointIn, swipe, touchesOn, watchesTouch } from '../../actors/touch.ts'
import { sentence } from '../../actors/words/sentence.ts'

const article = (page: Page, words: string) => history(page).getByRole('article').filter({ hasText: words })
const bubble = (page: Page, words: string) => article(page, words).locator('[data-shape]')
const menu = (page: Page) => page.getByRole('menu', { name: messageTools.menu })

async function openWithMessages(alice: Actor, bob: Actor): Promise<Page> {
  await openAtNewest(alice)
  for (let count = 1; count <= 14; count++) {
    const [from, to] = count % 2 === 0 ? [alice, bob] : [bob, alice]
    await from.call('/v2/pushes', { type: 'note', body: `message number ${count}.`, email: to.email })
  }
  const page = await alice.open('/#people/bob@example.org')
  await watchesTouch(page)
  await expect(article(page, 'number 14.')).toBeVisible()
  await expect(page.locator('[data-replies]')).toBeVisible()
  return page
}

async function press(page: Page, words: string): Promise<void> {
  const session = await touchesOn(page)
  const at = await pointIn(bubble(page, words))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await expect(menu(page)).toBeVisible()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  const isStill = () => document.getAnimations().every((animation) => animation.playState !== 'running')
  await expect.poll(() => page.evaluate(isStill)).toBe(true)
}

/** Whether a finger would hit the copy of a message at its top, middle and end, and not something covering it. */
const uncovered = (page: Page) =>
  menu(page).evaluate((element) => {
    const copy = element.querySelector<HTMLElement>('[inert]')
    if (!copy) return 'there is no copy'
    const box = copy.getBoundingClientRect()
    if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) return 'it is cut off'
    const parts = [...element.querySelectorAll('[data-part]')].map((part) => part.getBoundingClientRect())
    if (parts.some((part) => part.top < 0 || part.bottom > innerHeight)) return 'the menu is cut off'
    const covered = parts.some((part) => part.top < box.bottom - 0.5 && part.bottom > box.top + 0.5)
    return covered ? 'it is covered' : (copy.textContent ?? '')
  })

test('a message under a resting finger is lifted with its menu, and nothing covers it: the first, one in the middle and the last of the view', async ({
  actor,
}) => {
  const alice = await actor('alice', phoneScreen)
  const bob = await actor('bob')
  const page = await openWithMessages(alice, bob)
  const shown = await history(page)
    .getByRole('article')
    .evaluateAll((all) => {
      const pane = document.querySelector('[data-region=history]')?.getBoundingClientRect()
      const inside = all.filter((each) => {
        const box = each.querySelector('[data-shape]')?.getBoundingClientRect()
        return box && pane && box.top >= pane.top && box.bottom <= pane.bottom
      })
      return inside.map((each) => /message number \d+\./.exec(each.textContent ?? '')?.[0] ?? '')
    })
  for (const words of [shown[0], shown[Math.floor(shown.length / 2)], shown.at(-1)]) {
    if (words === undefined) throw new Error('No message is in view.')
    await press(page, words)
    expect(await uncovered(page)).toContain(words)
    await expect(menu(page).getByRole('menuitemcheckbox', { name: sentence(emojiRow.react, { emoji: '👍' }) })).toBeFocused()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(menu(page)).toHaveCount(0)
    await expect(article(page, words)).toBeFocused()
  }
})

test('of a long message at most two fifths of the window are lifted; a tap beside the menu closes it, and a reaction is given', async ({
  actor,
}) => {
  const alice = await actor('alice', phoneScreen)
  const bob = await actor('bob')
  const page = await openWithMessages(alice, bob)
  await bob.call('/v2/pushes', { type: 'note', body: 'A long one. '.repeat(120), email: alice.email })
  await expect(article(page, 'A long one.')).toBeVisible()
  await press(page, 'A long one.')
  expect(await uncovered(page)).toContain('A long one.')
  const { height = 0 } = (await menu(page).locator('[inert]').boundingBox()) ?? {}
  expect(height).toBeLessThanOrEqual(0.4 * phoneScreen.viewport.height)
  await page.touchscreen.tap(385, 5)
  await expect(menu(page)).toHaveCount(0)
  await article(page, 'number 13.').scrollIntoViewIfNeeded()
  await press(page, 'number 13.')
  await menu(page)
    .getByRole('menuitemcheckbox', { name: sentence(emojiRow.react, { emoji: '❤️' }) })
    .tap()
  await expect(
    article(page, 'number 13.').getByRole('button', { name: sentence(reactionsWords.yours, { emoji: '❤️' }) }),
  ).toBeVisible()
  await press(page, 'number 13.')
  await menu(page).getByRole('menuitem', { name: emojiRow.more }).tap()
  const sheet = page.getByRole('dialog', { name: messageDialogs.react })
  await expect(sheet.getByRole('gridcell').first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  const box = await sheet.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(phoneScreen.viewport.height)
  await sheet.getByRole('gridcell').nth(3).tap()
  await expect(sheet).toHaveCount(0)
  await expect(article(page, 'number 13.').getByRole('button', { name: /, yours/ })).toBeVisible()
})

test('a swipe of 56 px towards the end of a line replies; a shorter one springs back, and edges and other directions are left alone', async ({
  actor,
}) => {
  const alice = await actor('alice', phoneScreen)
  const bob = await actor('bob')
  const page = await openWithMessages(alice, bob)
  const moved = (words: string) => bubble(page, words).evaluate((element) => element.style.translate)
  const from = await pointIn(bubble(page, 'number 13.'))
  const replying = page.getByText('Reply to Bob')
  await swipe(page, { from, by: { x: 50 }, before: async () => expect(await moved('number 13.')).not.toBe('') })
  await expect.poll(() => moved('number 13.')).toBe('')
  await swipe(page, { from, by: { x: -120 } })
  await swipe(page, { from, by: { x: 30, y: -160 } })
  await swipe(page, { from: { x: 20, y: from.y }, by: { x: 60 }, during: 600 })
  await expect(page).toHaveURL(/#people\/bob@example\.org$/)
  await expect(replying).toHaveCount(0)
  await swipe(page, { from: await pointIn(bubble(page, 'number 13.')), by: { x: 70, y: 6 } })
  await expect(replying).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await expect.poll(() => moved('number 13.')).toBe('')
  await expect(page.locator('[data-replies] [data-shape] > [data-far]')).toHaveCount(0)
})

test('from right to left it is the other way, and with reduced motion nothing moves', async ({ actor }) => {
  const alice = await actor('alice', { ...phoneScreen, reducedMotion: 'reduce' })
  const bob = await actor('bob')
  const page = await openWithMessages(alice, bob)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  const from = await pointIn(bubble(page, 'number 13.'))
  await swipe(page, { from, by: { x: 100 } })
  await expect(page.getByText('Reply to Bob')).toHaveCount(0)
  await swipe(page, {
    from,
    by: { x: -100 },
    before: async () => expect(await bubble(page, 'number 13.').evaluate((element) => element.style.translate)).toBe(''),
  })
  await expect(page.getByText('Reply to Bob')).toBeVisible()
})
