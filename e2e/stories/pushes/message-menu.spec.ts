import { supportStrip } from '@waypost/web/words/page'
import { composingWords } from '@waypost/web/words/push/composing'
import { forwardWords } from '@waypost/web/words/push/dialogs'
import { emojiPicker } from '@waypost/web/words/push/emoji'
import { messagesWords } from '@waypost/web/words/push/history'
import { itemButtons, itemMarks, pushItem, quoteWords, reactionsWords } from '@waypost/web/words/push/item'
import { emojiRow, messageMenuWords } from '@waypost/web/words/push/menu'
import { messageDeleted } from '@waypost/web/words/ui/words'
import { seriousFaults } from '../../actors/accessibility.ts'
import { chooseFor, composer, expect, history, openAtNewest, openMenuOf, type Page, say, test } from '../../actors/actors.ts'
import { goOffline } from '../../actors/waiting.ts'
import { sentence } from '../../actors/words/sentence.ts'

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

  await openAtNewest(bob)
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await chooseFor(message(his, 'Lunch?'), messageMenuWords.reply)
  await expect(his.getByText(sentence(composingWords.reply, { name: 'Alice' }))).toBeVisible()
  await expect(composer(his)).toBeFocused()
  await say(his, 'Gladly')
  await expect(his.getByText(sentence(composingWords.reply, { name: 'Alice' }))).toHaveCount(0)
  await expect(
    message(page, 'Gladly').getByRole('button', { name: sentence(quoteWords.label, { sender: 'You', words: 'Lunch?' }) }),
  ).toBeVisible()
  await expect(
    message(his, 'Gladly').getByRole('button', { name: sentence(quoteWords.label, { sender: 'Alice', words: 'Lunch?' }) }),
  ).toBeVisible()

  await message(page, 'an answer').getByRole('button', { name: 'In reply to You: the very first' }).click()
  const original = history(page).getByRole('article', { name: /^You, message: the very first/ })
  await expect(original).toBeInViewport()
  await expect(original).toBeFocused()
  await page.getByRole('button', { name: messagesWords.back }).click()
  await expect(message(page, 'an answer')).toBeInViewport()
  await expect(page.getByRole('button', { name: messagesWords.back })).toHaveCount(0)
})

test('Esc and a press on the cross cancel a reply, and the draft stays', async ({ actor }) => {
  const alice = await actor('alice')
  await alice.call('/v2/pushes', { type: 'note', body: 'note to self' })
  const page = await alice.open()
  await composer(page).fill('half a sentence')
  await chooseFor(message(page, 'note to self'), messageMenuWords.reply)
  await expect(page.getByText(composingWords.replyToSelf)).toBeVisible()
  await composer(page).press('Escape')
  await expect(page.getByText(composingWords.replyToSelf)).toHaveCount(0)
  await message(page, 'note to self').focus()
  await page.keyboard.press('r')
  await page.getByRole('button', { name: composingWords.cancelReply }).click()
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
  await chooseFor(message(page, 'nien'), messageMenuWords.edit)
  await expect(page.getByText(composingWords.edit)).toBeVisible()
  await expect(composer(page)).toHaveValue('See you at nien')
  await composer(page).fill('See you at nine')
  await composer(page).press('Enter')
  await expect(message(his, 'See you at nine')).toContainText(itemMarks.edited)
  await expect(message(page, 'See you at nine')).toContainText(itemMarks.edited)
  await expect(history(his).getByRole('article')).toHaveCount(1)
  await expect(composer(page)).toHaveValue('my next thought')
  await openMenuOf(message(his, 'See you at nine'))
  await expect(his.getByRole('menuitem', { name: messageMenuWords.reply })).toBeVisible()
  await expect(his.getByRole('menuitem', { name: messageMenuWords.edit })).toHaveCount(0)
})

test('an edit that is refused keeps its text, and says why', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await say(page, 'short')
  await chooseFor(message(page, 'short'), messageMenuWords.edit)
  const [push] = (await alice.call('/v2/pushes')).body.pushes
  await page.context().route(`**/v2/pushes/${push.iden}`, (route) => route.fulfill({ status: 507, json: full }))
  await composer(page).fill('longer')
  await composer(page).press('Enter')
  await expect(message(page, 'longer')).toContainText(pushItem.notSaved)
  await expect(message(page, 'longer')).toContainText('No room')
  expect(await seriousFaults(page)).toEqual([])
  await page.reload()
  await expect(message(page, 'longer')).toContainText('No room')
  await page.context().unroute(`**/v2/pushes/${push.iden}`)
  await message(page, 'longer').getByRole('button', { name: 'Retry' }).click()
  await expect(message(page, 'longer')).not.toContainText('not saved')
  await expect.poll(async () => (await alice.call(`/v2/pushes/${push.iden}`)).body.body).toBe('longer')
})
const full = { error: { code: 'storage_full', type: 'server', message: 'No room' } }

test('what is changed of messages without a network shows at once, and others see it when there is one', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  for (const body of ['a tpyo', 'I got the job', 'a slip', 'another slip'])
    await alice.call('/v2/pushes', { type: 'note', body, email: bob.email })
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await expect(message(his, 'another slip')).toBeVisible()
  for (const words of ['a slip', 'another slip']) {
    // The menu's code has to be loaded.
    await openMenuOf(message(page, words))
    await page.keyboard.press('Escape')
  }
  await chooseFor(message(page, 'a tpyo'), messageMenuWords.edit)
  await goOffline(page.context())
  await composer(page).fill('a typo')
  await composer(page).press('Enter')
  await expect(message(page, 'a typo')).toContainText(pushItem.saving)
  await openMenuOf(message(page, 'I got the job'))
  await page.getByRole('menuitemcheckbox', { name: sentence(emojiRow.react, { emoji: '👍' }) }).click()
  await expect(
    message(page, 'I got the job').getByRole('button', { name: sentence(reactionsWords.yours, { emoji: '👍' }) }),
  ).toBeVisible()
  await chooseFor(message(page, 'I got the job'), messageMenuWords.pin)
  await expect(page.getByRole('button', { name: 'Pinned message I got the job' })).toBeVisible()
  for (const words of ['a slip', 'another slip']) await chooseFor(message(page, words), messageMenuWords.deleteForAll)
  await expect(history(page).getByText(pushItem.allCopies)).toHaveCount(2)
  await history(page).getByRole('button', { name: pushItem.undo }).last().click()
  await expect(message(page, 'another slip')).toBeVisible()
  await expect(message(his, 'a tpyo')).toBeVisible()
  await page.context().setOffline(false)
  await expect(message(his, 'a typo')).toContainText(itemMarks.edited)
  await expect(
    message(his, 'I got the job').getByRole('button', { name: sentence(reactionsWords.theirs, { emoji: '👍', names: 'Alice' }) }),
  ).toBeVisible()
  await expect(history(his).getByText(messageDeleted)).toHaveCount(1)
  await expect(message(his, 'another slip')).toBeVisible()
  for (const words of ['a typo', 'another slip']) await expect(message(page, words)).not.toContainText('Saving')
})

test('a reaction is seen by both at once, joined, and taken back', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/pushes', { type: 'note', body: 'I got the job', email: bob.email })
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await message(his, 'I got the job').click({ button: 'right' })
  await his.getByRole('menuitemcheckbox', { name: sentence(emojiRow.react, { emoji: '🎉' }) }).click()
  await message(page, 'I got the job')
    .getByRole('button', { name: sentence(reactionsWords.theirs, { emoji: '🎉', names: 'Bob' }) })
    .click()
  const both = message(his, 'I got the job').getByRole('button', {
    name: sentence(reactionsWords.both, { emoji: '🎉', names: 'Alice' }),
  })
  await expect(both).toHaveText('🎉2')
  await both.click()
  await expect(
    message(page, 'I got the job').getByRole('button', { name: sentence(reactionsWords.yours, { emoji: '🎉' }) }),
  ).toHaveText('🎉')
  await chooseFor(message(his, 'I got the job'), emojiRow.more)
  await his.getByRole('searchbox', { name: emojiPicker.search }).fill('fox')
  await his.getByRole('gridcell', { name: 'Fox' }).click()
  await expect(
    message(page, 'I got the job').getByRole('button', { name: sentence(reactionsWords.theirs, { emoji: '🦊', names: 'Bob' }) }),
  ).toBeVisible()
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
  await chooseFor(message(page, 'a slip'), messageMenuWords.deleteForAll)
  await expect(history(page).getByText(pushItem.allCopies)).toBeVisible()
  await expect(history(his).getByText('a slip')).toHaveCount(0)
  await expect(page.getByText('a slip')).toHaveCount(0)
  await history(page).getByRole('button', { name: pushItem.undo }).click()
  await expect(message(page, 'a slip')).toBeVisible()
  await expect(message(his, 'a slip')).toBeVisible()
  await chooseFor(message(page, 'a slip'), messageMenuWords.deleteForAll)
  await page.mouse.move(0, 0)
  await page.clock.runFor(7_000)
  await expect(history(his).getByText(messageDeleted)).toBeVisible()
  await expect(history(his).getByText('a slip')).toHaveCount(0)
  await expect(history(page).getByRole('article')).toHaveCount(1)
  await chooseFor(history(his).getByRole('article').last(), messageMenuWords.deleteForMe)
  await expect(history(his).getByText(messageDeleted)).toHaveCount(0)
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
  await his.getByRole('button', { name: messageMenuWords.unpin }).click()
  await expect(page.getByRole('button', { name: 'Pinned message the address' })).toBeVisible()
  await chooseFor(message(page, 'filler 59'), messageMenuWords.pin)
  await expect(his.getByRole('button', { name: 'Pinned message 1 of 2 filler 59' })).toBeVisible()
})

test('a message is forwarded to several at once, with its file, and found with its own text', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const cleo = await actor('cleo')
  await bob.call('/v2/pushes', { type: 'link', url: 'https://example.org/plan', body: 'The plan', email: alice.email })
  await alice.call('/v2/chats', { email: cleo.email })
  const page = await alice.open('/#people/bob@example.org')
  await chooseFor(message(page, 'The plan'), forwardWords.forward)
  const dialog = page.getByRole('dialog', { name: forwardWords.title })
  await dialog.getByRole('checkbox', { name: 'Me' }).check()
  await dialog.getByRole('textbox', { name: forwardWords.search }).fill('cleo')
  await dialog.getByRole('checkbox', { name: /cleo/i }).check()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Forward to 2' }).click()
  await expect(page.getByText(sentence(forwardWords.doneOne, { name: '2' })).last()).toBeVisible()
  await expect
    .poll(async () => (await cleo.call('/v2/pushes')).body.pushes)
    .toMatchObject([{ type: 'link', url: 'https://example.org/plan', body: 'The plan', sender_email: alice.email }])
  await expect
    .poll(async () => (await alice.call('/v2/pushes?self=true')).body.pushes)
    .toMatchObject([{ type: 'link', url: 'https://example.org/plan', body: 'The plan', direction: 'self' }])
  // It shows the author, even when forwarded again.
  await page.goto('/#people/me')
  await expect(message(page, 'The plan')).toContainText(sentence(pushItem.forwardedFrom, { name: 'Bob' }))
  await chooseFor(message(page, 'The plan'), forwardWords.forward)
  await dialog.getByRole('textbox', { name: forwardWords.search }).fill('bob')
  await dialog.getByRole('checkbox', { name: /bob/i }).check()
  await dialog.getByRole('button', { name: forwardWords.forward, exact: true }).click()
  const his = await bob.open('/#people/alice@example.org')
  await expect(message(his, sentence(pushItem.forwardedFrom, { name: 'Bob' }))).toBeVisible()
})

test('the menu opens by the keyboard, moves by arrows, closes on Esc, and gives the focus back; it is accessible', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await alice.call('/v2/pushes', { type: 'note', body: 'words' })
  const page = await alice.open()
  await message(page, 'words').focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: itemButtons.actions })
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('menuitemcheckbox', { name: sentence(emojiRow.react, { emoji: '👍' }) })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(menu.getByRole('menuitemcheckbox', { name: sentence(emojiRow.react, { emoji: '❤️' }) })).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press(supportStrip.end)
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(message(page, 'words')).toBeFocused()
  await chooseFor(message(page, 'words'), messageMenuWords.details)
  const details = page.getByRole('dialog', { name: messageMenuWords.details })
  await expect(details.getByText('alice@example.org').first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('a long press opens the menu on a touch screen, and a message in Me says which device it came from', async ({ actor }) => {
  const alice = await actor('alice', { hasTouch: true, viewport: { width: 390, height: 800 } })
  const { iden } = (await alice.call('/v2/devices', { nickname: 'Pixel' })).body
  await alice.call('/v2/pushes', { type: 'note', body: 'from afar', source_device_iden: iden })
  const page = await alice.open()
  await expect(message(page, 'from afar').getByRole('img', { name: sentence(itemMarks.from, { device: 'Pixel' }) })).toBeVisible()
  const box = await message(page, 'from afar').boundingBox()
  if (!box) throw new Error('The message has no place.')
  const session = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width - 60, y: box.y + 20 }
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await expect(page.getByRole('menu', { name: itemButtons.actions })).toBeVisible()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page.getByRole('menuitem', { name: messageMenuWords.reply })).toBeVisible()
  await page.getByRole('menuitem', { name: messageMenuWords.reply }).tap()
  await expect(page.getByText(composingWords.replyToSelf)).toBeVisible()
})
