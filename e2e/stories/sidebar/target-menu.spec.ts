import { conversationHeader, deviceName } from '@waypost/web/words/push'
import { blockedBar } from '@waypost/web/words/push/form'
import { pushItem } from '@waypost/web/words/push/item'
import { sidebarWords, targetItem } from '@waypost/web/words/sidebar'
import { blockWords, clearConversation, targetActionsWords } from '@waypost/web/words/target'
import { composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { channel, items, list } from '../../actors/sidebar.ts'
import { sentence } from '../../actors/words/sentence.ts'

async function openMenu(page: Page, name: string): Promise<void> {
  await list(page)
    .getByRole('button', { name: sentence(targetItem.actions, { name }) })
    .click()
}

test('SIDE-018 SIDE-019 SIDE-020 the selected item has a caret where the list is wider than 200, and ⋯ below (acceptance point 16)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await actor('bob')
  await alice.call('/v2/chats', { email: 'bob@example.org' })
  await alice.call('/v2/chats', { email: 'cyrus@example.org' })
  const page = await alice.open('/#people/bob@example.org')
  const carets = list(page).getByRole('button', { name: /^Actions for/ })
  const actions = ['Mute', 'Pin', 'Archive', 'Block', targetActionsWords.clear, 'Hide']
  await page.setViewportSize({ width: 667, height: 700 })
  await expect(carets).toHaveCount(1)
  await openMenu(page, 'Bob')
  await expect(page.getByRole('menuitem')).toHaveText(actions)
  await expect(page.locator('[role=menu]:popover-open hr + *')).toHaveText([targetActionsWords.clear])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 663, height: 700 })
  await expect(carets).toHaveCount(0)
  await page.getByRole('button', { name: conversationHeader.actions }).click()
  await expect(page.getByRole('menuitem')).toHaveText(actions)
})

test('SIDE-016 SIDE-021 LIST-008 muting works at once, is shown, and can be undone', async ({ actor }) => {
  const alice = await actor('alice')
  await actor('bob')
  const { body: chat } = await alice.call('/v2/chats', { email: 'bob@example.org' })
  const page = await alice.open('/#people/bob@example.org')
  await openMenu(page, 'Bob')
  await page.getByRole('menuitem', { name: 'Mute' }).click()
  await page.getByRole('menuitem', { name: targetActionsWords.always }).click()
  const item = list(page).getByRole('link', { name: /Bob/ })
  await expect(item).toHaveAccessibleName(/Muted/)
  await openMenu(page, 'Bob')
  await expect(page.getByRole('menuitem').first()).toHaveText('Unmute')
  await page.keyboard.press('Escape')
  const muted = async () =>
    (await alice.call('/v2/chats')).body.chats.find(({ iden }: { iden: string }) => iden === chat.iden).muted
  await expect.poll(muted).toBe(true)
  await page.getByRole('button', { name: targetActionsWords.undo }).click()
  await expect(item).not.toHaveAccessibleName(/Muted/)
  await expect.poll(muted).toBeFalsy()
})

test('LIST-009 LIST-010 SIDE-021 blocking explains what happens to the chat, asks, and ends at the list; unblocking reverts it', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await bob.call('/v2/pushes', { type: 'note', body: 'buy now', email: alice.email })
  const page = await alice.open('/#people/bob@example.org')
  const blocks = async () => (await alice.call('/v2/blocks?active=true')).body.blocks.length
  await openMenu(page, 'Bob')
  await page.getByRole('menuitem', { name: 'Block' }).dblclick()
  const question = page.getByRole('alertdialog', { name: sentence(blockWords.title, { name: 'Bob' }) })
  await expect(question).toContainText('your conversation with them leaves your list')
  await expectReadOut(page, 'block or not')
  expect(await blocks()).toBe(0)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await openMenu(page, 'Bob')
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Block' }).click()
  await expect(items(page)).toHaveCount(1)
  await expect(page).toHaveURL(/#people\/me$/)
  expect(await blocks()).toBe(1)
  expect((await alice.call('/v2/chats?active=true')).body.chats).toEqual([])
  await page.goto('/#people/bob@example.org')
  await page.getByRole('button', { name: conversationHeader.actions }).click()
  await page.getByRole('menuitem', { name: 'Unblock' }).click()
  await expect.poll(blocks).toBe(0)
})

test('SIDE-022 SIDE-023 GAP-088 (deviates) a chat is hidden, a subscription ends, and both return on Undo; a device is deleted after two presses', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await channel(bob, 'bobnews', 'News of Bob')
  const { body: subscription } = await alice.call('/v2/subscriptions', { channel_tag: 'bobnews' })
  const { body: chat } = await alice.call('/v2/chats', { email: 'bob@example.org' })
  const { body: device } = await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  const page = await alice.open('/#people/bob@example.org')
  const deleted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deleted.push(new URL(request.url()).pathname)
  })
  await openMenu(page, 'Bob')
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect(items(page)).toHaveCount(1)
  await page.getByRole('button', { name: targetActionsWords.undo }).click()
  await expect(list(page).getByRole('link', { name: /Bob/ })).toBeVisible()

  await page.goto('/#following/bobnews')
  await page.getByRole('button', { name: conversationHeader.actions }).click()
  await page.getByRole('menuitem', { name: 'Unsubscribe' }).click()
  await expect(items(page, 'Following')).toHaveCount(0)
  await expect(page.getByText(sidebarWords.noFollowing)).toBeVisible()
  await page.getByRole('button', { name: targetActionsWords.undo }).last().click()
  await expect(items(page, 'Following')).toHaveCount(1)

  await page.goto(`/#devices/${device.iden}`)
  await page.getByRole('button', { name: conversationHeader.deviceActions }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    targetActionsWords.pin,
    targetActionsWords.archive,
    targetActionsWords.clear,
    'Delete',
  ])
  await expect(page.locator('[role=menu]:popover-open hr + *')).toHaveText([targetActionsWords.clear])
  await page.getByRole('menuitem', { name: 'Delete' }).dblclick()
  const sure = page
    .getByRole('group', { name: sentence(targetActionsWords.deleteThis, { name: 'Laptop' }) })
    .getByRole('menuitem', { name: 'Delete' })
  await expect(sure).toHaveCount(0)
  expect((await alice.call('/v2/devices?active=true')).body.devices).toHaveLength(1)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('menuitem', { name: 'Cancel' })).toBeFocused()
  await expect(sure).toBeVisible()
  await confirm(page, 'Delete', 'menuitem')
  await expect.poll(async () => (await alice.call('/v2/devices?active=true')).body.devices).toEqual([])
  await expect(page).toHaveURL(/#devices\/new$/)
  expect(deleted).toEqual([`/v2/chats/${chat.iden}`, `/v2/subscriptions/${subscription.iden}`, `/v2/devices/${device.iden}`])
})

test('a conversation is cleared in every window after a confirmation; the other person keeps theirs', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  for (const body of ['one', 'two']) await alice.call('/v2/pushes', { type: 'note', body, email: bob.email })
  await bob.call('/v2/pushes', { type: 'note', body: 'three', email: alice.email })
  const page = await alice.open('/#people/bob@example.org')
  const other = await alice.open('/#people/bob@example.org')
  await expect(history(other).getByRole('article')).toHaveCount(3)
  await page.getByRole('button', { name: conversationHeader.actions }).click()
  await page.getByRole('menuitem', { name: targetActionsWords.clear }).click()
  const dialog = page.getByRole('alertdialog', { name: clearConversation.title })
  await expect(dialog).toContainText('Bob keeps theirs')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(history(page).getByRole('article')).toHaveCount(3)

  await page.getByRole('button', { name: conversationHeader.actions }).click()
  await page.getByRole('menuitem', { name: targetActionsWords.clear }).click()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  for (const each of [page, other]) await expect(each.getByText('Say hello to Bob')).toBeVisible()
  expect((await bob.call('/v2/pushes?active=true')).body.pushes).toHaveLength(3)
})

test('deleting a message says that another person keeps their copy', async ({ actor }) => {
  const alice = await actor('alice')
  await actor('bob')
  await alice.call('/v2/pushes', { type: 'note', body: 'to bob', email: 'bob@example.org' })
  await alice.call('/v2/pushes', { type: 'note', body: 'to myself' })
  const page = await alice.open('/#people/bob@example.org')
  const item = history(page).getByRole('article')
  await item.focus()
  await page.keyboard.press('Delete')
  await expect(item).toContainText(pushItem.ownCopy)
  await item.getByRole('button', { name: targetActionsWords.undo }).click()
  await page.getByRole('link', { name: /^Me/ }).click()
  await history(page)
    .getByRole('article', { name: /to myself/ })
    .focus()
  await page.keyboard.press('Delete')
  await expect(item.getByText(/^Deleted/)).toBeVisible()
  await expect(item).not.toContainText('for you')
})

test('the conversation with a blocked person says so in every window, and unblocks', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await bob.call('/v2/pushes', { type: 'note', body: 'buy now', email: alice.email })
  const [page, other] = [await alice.open('/#people/bob@example.org'), await alice.open('/#people/bob@example.org')]
  for (const each of [page, other]) await expect(composer(each)).toBeVisible()
  await alice.call('/v2/blocks', { email: bob.email })
  for (const each of [page, other]) {
    await expect(each.getByText(sentence(blockedBar.blocked, { name: 'Bob' }))).toBeVisible()
    await expect(history(each).getByText('buy now')).toBeVisible()
    await expect(composer(each)).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Unblock' }).press('Enter')
  for (const each of [page, other]) await expect(composer(each)).toBeVisible()
  await expect(composer(page)).toBeFocused()
  expect((await alice.call('/v2/blocks?active=true')).body.blocks).toEqual([])
  await bob.call('/v2/pushes', { type: 'note', body: 'sorry', email: alice.email })
  for (const each of [page, other]) await expect(history(each).getByText('sorry')).toBeVisible()
})

test('a device is renamed above its conversation: Enter or leaving saves and announces it, Esc reverts', async ({ actor }) => {
  const alice = await actor('alice')
  const { body: device } = await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  const page = await alice.open(`/#devices/${device.iden}`)
  const pencil = (name: string) => page.getByRole('button', { name: sentence(deviceName.rename, { name }) })
  const field = page.getByRole('textbox', { name: deviceName.label })
  const title = page.getByRole('heading', { level: 1 })
  const saved = page.getByRole('main').getByRole('status').filter({ hasText: deviceName.saved })
  const names = async () => (await alice.call('/v2/devices')).body.devices.map(({ nickname }: { nickname: string }) => nickname)
  await pencil('Laptop').click()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Laptop')
  // The text is selected, so typing replaces it.
  await page.keyboard.type('Kitchen')
  await page.keyboard.press('Enter')
  await expect(title).toHaveText('Kitchen')
  await expect(saved).toBeVisible()
  await expect(pencil('Kitchen')).toBeFocused()
  expect(await names()).toEqual(['Kitchen'])
  await expect(saved).toHaveCount(0)

  await pencil('Kitchen').click()
  await field.fill('Cellar')
  await page.keyboard.press('Escape')
  await expect(title).toHaveText('Kitchen')
  await expect(pencil('Kitchen')).toBeFocused()
  await pencil('Kitchen').click()
  await field.fill('  ')
  await page.keyboard.press('Enter')
  await expect(pencil('Kitchen')).toBeFocused()
  await expect(title).toHaveText('Kitchen')
  expect(await names()).toEqual(['Kitchen'])

  await pencil('Kitchen').click()
  await field.fill(' Attic ')
  await field.blur()
  await expect(title).toHaveText('Attic')
  expect(await names()).toEqual(['Attic'])
})
