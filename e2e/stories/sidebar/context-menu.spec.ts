import { supportStrip } from '@waypost/web/words/page'
import { targetItem } from '@waypost/web/words/sidebar'
import { blockWords, targetActionsWords } from '@waypost/web/words/target'
import { type Actor, expect, test } from '../../actors/actors.ts'
import { list } from '../../actors/sidebar.ts'
import { sentence } from '../../actors/words/sentence.ts'

const actions = ['Mute', 'Pin', 'Archive', 'Block', targetActionsWords.clear, 'Hide']

async function withFriends(alice: Actor): Promise<void> {
  for (const email of ['bob@example.org', 'cyrus@example.org']) await alice.call('/v2/chats', { email })
}

test('the menu of any row opens by a right click and by the key for menus, and gives the focus back', async ({ actor }) => {
  const alice = await actor('alice')
  await withFriends(alice)
  const page = await alice.open()
  const [bob, cyrus] = [/^bob/, /^cyrus/].map((name) => list(page).getByRole('link', { name }))
  const items = page.getByRole('menuitem')
  await cyrus?.click({ button: 'right' })
  await expect(page.getByRole('menu', { name: sentence(targetItem.actions, { name: 'cyrus@example.org' }) })).toBeVisible()
  await expect(items).toHaveText(actions)
  await expect(items.first()).toBeFocused()
  await bob?.click({ button: 'right' })
  await expect(page.getByRole('menu')).toHaveAccessibleName(sentence(targetItem.actions, { name: 'bob@example.org' }))
  await items.filter({ hasText: 'Mute' }).click()
  await items.filter({ hasText: targetActionsWords.always }).click()
  await expect(bob ?? page.locator('none')).toHaveAccessibleName(/Muted/)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page).toHaveURL(/#people\/me$/)
  await bob?.focus()
  await page.keyboard.press('Shift+F10')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press(supportStrip.end)
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(bob ?? page.locator('none')).toBeFocused()
  // A click beside it closes it, and does nothing beyond what that click does.
  await bob?.click({ button: 'right' })
  await page.getByRole('main').click({ position: { x: 300, y: 300 } })
  await expect(page.getByRole('menu')).toHaveCount(0)
  await bob?.click({ button: 'right' })
  await items.filter({ hasText: 'Block' }).click()
  await expect(page.getByRole('alertdialog', { name: sentence(blockWords.title, { name: 'bob@example.org' }) })).toBeVisible()
})

test('on touch a long press opens the menu of a row, without following its link or selecting its words', async ({ actor }) => {
  const alice = await actor('alice', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await withFriends(alice)
  const page = await alice.open('/#people')
  const row = page.getByRole('link', { name: /^bob/ })
  const box = await row.boundingBox()
  const [x, y] = [Math.round((box?.x ?? 0) + 100), Math.round((box?.y ?? 0) + 30)]
  const touches = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: [number, number]) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] })
  await touch('touchStart', [x, y])
  await expect(page.getByRole('menuitem')).toHaveText(actions)
  await touch('touchEnd')
  await expect(page.getByRole('menuitem')).toHaveText(actions)
  await expect(page).toHaveURL(/#people$/)
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
  await page.getByRole('menuitem', { name: 'Mute' }).tap()
  await page.getByRole('menuitem', { name: targetActionsWords.always }).tap()
  await expect(row).toHaveAccessibleName(/Muted/)
  await row.tap()
  await expect(page).toHaveURL(/#people\/bob@example.org$/)
})
