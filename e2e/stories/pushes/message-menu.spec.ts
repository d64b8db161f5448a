import { seriousFaults } from '../../actors/accessibility.ts'
import { chooseFor, composer, expect, history, openMenuOf, type Page, say, test } from '../../actors/actors.ts'

const message = (page: Page, words: string | RegExp) => history(page).getByRole('article').filter({ hasText: words })

test('a reply quotes its message in both windows; a press goes to it, however old, and a press leads back', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/pushes', { type: 'note', body: 'the very first', email: bob.email })
  for (let count = 0; count < 120; count++) {
    await alice.call('/v2/pushes', { type: 'note', body: `filler ${count}`, email: bob.email })
  }
  await alice.call('/v2/pushes', { type: 'note', body: 'Lunch?', email: bob.email })
  const [first] = (await bob.call('/v2/history?conversation=email:alice@example.org&limit=500')).body.pushes.slice(-1)
  await bob.call('/v2/pushes', { type: 'note', body: 'an answer', email: alice.email, reply_to: first.iden })

  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await chooseFor(message(his, 'Lunch?'), 'Reply')
  await expect(his.getByText('Reply to Alice')).toBeVisible()
  await expect(composer(his)).toBeFocused()
  await say(his, 'Gladly')
  await expect(his.getByText('Reply to Alice')).toHaveCount(0)
  await expect(message(page, 'Gladly').getByRole('button', { name: 'In reply to You: Lunch?' })).toBeVisible()
  await expect(message(his, 'Gladly').getByRole('button', { name: 'In reply to Alice: Lunch?' })).toBeVisible()

  await message(page, 'an answer').getByRole('button', { name: 'In reply to You: the very first' }).click()
  const original = history(page).getByRole('article', { name: /^You, message: the very first/ })
  await expect(original).toBeInViewport()
  await expect(original).toBeFocused()
  await page.getByRole('button', { name: 'Back to the reply' }).click()
  await expect(message(page, 'an answer')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Back to the reply' })).toHaveCount(0)
})

test('Esc and a press on the cross cancel a reply, and the draft stays', async ({ actor }) => {
  const alice = await actor('alice')
  await alice.call('/v2/pushes', { type: 'note', body: 'note to self' })
  const page = await alice.open()
  await composer(page).fill('half a sentence')
  await chooseFor(message(page, 'note to self'), 'Reply')
  await expect(page.getByText('Reply to yourself')).toBeVisible()
  await composer(page).press('Escape')
  await expect(page.getByText('Reply to yourself')).toHaveCount(0)
  await message(page, 'note to self').focus()
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Cancel the reply' }).click()
  await expect(composer(page)).toHaveValue('half a sentence')
  await expect(composer(page)).toBeFocused()
})

test('an edit changes the message in both windows, marked as edited, and leaves the draft alone', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await say(page, 'See you at nien')
  await expect(message(his, 'nien')).toBeVisible()
  await composer(page).fill('my next thought')
  await chooseFor(message(page, 'nien'), 'Edit')
  await expect(page.getByText('Edit message')).toBeVisible()
  await expect(composer(page)).toHaveValue('See you at nien')
  await composer(page).fill('See you at nine')
  await composer(page).press('Enter')
  await expect(message(his, 'See you at nine')).toContainText('edited')
  await expect(message(page, 'See you at nine')).toContainText('edited')
  await expect(history(his).getByRole('article')).toHaveCount(1)
  await expect(composer(page)).toHaveValue('my next thought')
  await openMenuOf(message(his, 'See you at nine'))
  await expect(his.getByRole('menuitem', { name: 'Reply' })).toBeVisible()
  await expect(his.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0)
})

test('an edit that is refused keeps its text, and says why', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await say(page, 'short')
  await chooseFor(message(page, 'short'), 'Edit')
  const [push] = (await alice.call('/v2/pushes')).body.pushes
  await page.context().route(`**/v2/pushes/${push.iden}`, (route) => route.fulfill({ status: 507, json: full }))
  await composer(page).fill('longer')
  await composer(page).press('Enter')
  await expect(page.getByRole('alert').getByText('No room')).toBeVisible()
  await expect(composer(page)).toHaveValue('longer')
  await page.context().unroute(`**/v2/pushes/${push.iden}`)
  await composer(page).press('Enter')
  await expect(message(page, 'longer')).toContainText('edited')
})
const full = { error: { code: 'storage_full', type: 'server', message: 'No room' } }

test('a reaction is seen by both at once, joined, and taken back', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/pushes', { type: 'note', body: 'I got the job', email: bob.email })
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await message(his, 'I got the job').click({ button: 'right' })
  await his.getByRole('menuitemcheckbox', { name: 'React with 🎉' }).click()
  await message(page, 'I got the job').getByRole('button', { name: '🎉 from Bob' }).click()
  const both = message(his, 'I got the job').getByRole('button', { name: '🎉, yours and from Alice' })
  await expect(both).toHaveText('🎉2')
  await both.click()
  await expect(message(page, 'I got the job').getByRole('button', { name: '🎉, yours' })).toHaveText('🎉')
  await chooseFor(message(his, 'I got the job'), 'More emoji')
  await his.getByRole('textbox', { name: 'Another emoji' }).fill('🦊')
  await expect(message(page, 'I got the job').getByRole('button', { name: '🦊 from Bob' })).toBeVisible()
})

test('a deletion for everyone leaves nothing with the sender and a notice with the receiver, and can be undone at first', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  for (const body of ['stays', 'a slip']) await alice.call('/v2/pushes', { type: 'note', body, email: bob.email })
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await page.clock.install()
  await expect(message(his, 'a slip')).toBeVisible()
  await chooseFor(message(page, 'a slip'), 'Delete for everyone')
  await expect(history(page).getByText('For everyone.')).toBeVisible()
  // While the notice stands, nobody sees it any more, not even in the list.
  await expect(history(his).getByText('a slip')).toHaveCount(0)
  await expect(page.getByText('a slip')).toHaveCount(0)
  await history(page).getByRole('button', { name: 'Undo' }).click()
  await expect(message(page, 'a slip')).toBeVisible()
  await expect(message(his, 'a slip')).toBeVisible()
  await chooseFor(message(page, 'a slip'), 'Delete for everyone')
  await page.mouse.move(0, 0)
  await page.clock.runFor(7_000)
  await expect(history(his).getByText('This message was deleted.')).toBeVisible()
  await expect(history(his).getByText('a slip')).toHaveCount(0)
  await expect(history(page).getByRole('article')).toHaveCount(1)
  await chooseFor(history(his).getByRole('article').last(), 'Delete for me')
  await expect(history(his).getByText('This message was deleted.')).toHaveCount(0)
})

test('pins stand above the conversation of both, lead to their messages, and are unpinned by either', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  for (const body of ['the address', 'the key is under the mat']) {
    await alice.call('/v2/pushes', { type: 'note', body, email: bob.email })
  }
  for (let count = 0; count < 60; count++) {
    await alice.call('/v2/pushes', { type: 'note', body: `filler ${count}`, email: bob.email })
  }
  const page = await alice.open('/#people/bob@example.org')
  const [latest, ...rest] = (await alice.call('/v2/history?conversation=email:bob@example.org&limit=500')).body.pushes
  const [key, address] = [rest.at(-2), rest.at(-1)]
  expect([latest.body, key.body, address.body]).toEqual(['filler 59', 'the key is under the mat', 'the address'])
  await alice.call(`/v2/pushes/${address.iden}`, { pinned: true })
  await alice.call(`/v2/pushes/${key.iden}`, { pinned: true })

  const his = await bob.open('/#people/alice@example.org')
  await his.getByRole('button', { name: 'Pinned message 1 of 2 the key is under the mat' }).click()
  await expect(message(his, 'under the mat')).toBeInViewport()
  await his.getByRole('button', { name: 'Pinned message 2 of 2 the address' }).click()
  await expect(message(his, 'the address')).toBeInViewport()
  await his.getByRole('button', { name: 'Unpin' }).click()
  await expect(page.getByRole('button', { name: 'Pinned message the address' })).toBeVisible()
  await chooseFor(message(page, 'filler 59'), 'Pin')
  await expect(his.getByRole('button', { name: 'Pinned message 1 of 2 filler 59' })).toBeVisible()
})

test('a message is forwarded to several at once, with its file, and found with its own text', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const cleo = await actor('cleo')
  await bob.call('/v2/pushes', { type: 'link', url: 'https://example.org/plan', body: 'The plan', email: alice.email })
  await alice.call('/v2/chats', { email: cleo.email })
  const page = await alice.open('/#people/bob@example.org')
  await chooseFor(message(page, 'The plan'), 'Forward')
  const dialog = page.getByRole('dialog', { name: 'Forward to' })
  await dialog.getByRole('checkbox', { name: 'Me' }).check()
  await dialog.getByRole('textbox', { name: 'Search' }).fill('cleo')
  await dialog.getByRole('checkbox', { name: /cleo/i }).check()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Forward to 2' }).click()
  await expect(page.getByText('Forwarded to 2').last()).toBeVisible()
  await expect
    .poll(async () => (await cleo.call('/v2/pushes')).body.pushes)
    .toMatchObject([{ type: 'link', url: 'https://example.org/plan', body: 'The plan', sender_email: alice.email }])
  await expect
    .poll(async () => (await alice.call('/v2/pushes?self=true')).body.pushes)
    .toMatchObject([{ type: 'link', url: 'https://example.org/plan', body: 'The plan', direction: 'self' }])
})

test('the menu opens by the keyboard, moves by arrows, closes on Esc, and gives the focus back; it is accessible', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await alice.call('/v2/pushes', { type: 'note', body: 'words' })
  const page = await alice.open()
  await message(page, 'words').focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'Message actions' })
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('menuitemcheckbox', { name: 'React with 👍' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(menu.getByRole('menuitemcheckbox', { name: 'React with ❤️' })).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('End')
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(message(page, 'words')).toBeFocused()
  await chooseFor(message(page, 'words'), 'Details')
  const details = page.getByRole('dialog', { name: 'Details' })
  await expect(details.getByText('alice@example.org').first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('a long press opens the menu on a touch screen, and a message in Me says which device it came from', async ({ actor }) => {
  const alice = await actor('alice', { hasTouch: true, viewport: { width: 390, height: 800 } })
  const { iden } = (await alice.call('/v2/devices', { nickname: 'Pixel' })).body
  await alice.call('/v2/pushes', { type: 'note', body: 'from afar', source_device_iden: iden })
  const page = await alice.open()
  await expect(message(page, 'from afar')).toContainText('from Pixel')
  const box = await message(page, 'from afar').boundingBox()
  if (!box) throw new Error('The message has no place.')
  const session = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width - 60, y: box.y + 20 }
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await expect(page.getByRole('menu', { name: 'Message actions' })).toBeVisible()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Reply' }).tap()
  await expect(page.getByText('Reply to yourself')).toBeVisible()
})
