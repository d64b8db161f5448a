import { composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { channel, list, rows } from '../../actors/sidebar.ts'

async function openMenu(page: Page, name: string): Promise<void> {
  await list(page)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
}

test('SIDE-018 SIDE-019 SIDE-020 the selected row has a caret where the list is wider than 200, and ⋯ has the same below (acceptance point 16)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await actor('bob')
  await alice.call('/v2/chats', { email: 'bob@example.org' })
  await alice.call('/v2/chats', { email: 'cyrus@example.org' })
  const page = await alice.open('/#people/bob@example.org')
  const carets = list(page).getByRole('button', { name: /^Actions for/ })
  const actions = ['Mute', 'Block', 'Clear this conversation', 'Hide']
  await page.setViewportSize({ width: 667, height: 700 })
  await expect(carets).toHaveCount(1)
  await openMenu(page, 'Bob')
  await expect(page.getByRole('menuitem')).toHaveText(actions)
  // Destructive actions are last, below a separator.
  await expect(page.locator('[role=menu]:popover-open hr + *')).toHaveText(['Clear this conversation'])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 663, height: 700 })
  await expect(carets).toHaveCount(0)
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(actions)
})

test('SIDE-016 SIDE-021 LIST-008 muting happens at once, shows, and can be undone', async ({ actor }) => {
  const alice = await actor('alice')
  await actor('bob')
  const { body: chat } = await alice.call('/v2/chats', { email: 'bob@example.org' })
  const page = await alice.open('/#people/bob@example.org')
  await openMenu(page, 'Bob')
  await page.getByRole('menuitem', { name: 'Mute' }).click()
  const row = list(page).getByRole('link', { name: /Bob/ })
  await expect(row).toHaveAccessibleName(/Muted/)
  await openMenu(page, 'Bob')
  await expect(page.getByRole('menuitem').first()).toHaveText('Unmute')
  await page.keyboard.press('Escape')
  const muted = async () =>
    (await alice.call('/v2/chats')).body.chats.find(({ iden }: { iden: string }) => iden === chat.iden).muted
  expect(await muted()).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).not.toHaveAccessibleName(/Muted/)
  await expect.poll(muted).toBeFalsy()
})

test('LIST-009 LIST-010 SIDE-021 blocking says what becomes of the chat, asks, and ends at the list; unblocking undoes it', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await bob.call('/v2/pushes', { type: 'note', body: 'buy now', email: alice.email })
  const page = await alice.open('/#people/bob@example.org')
  const blocks = async () => (await alice.call('/v2/blocks?active=true')).body.blocks.length
  await openMenu(page, 'Bob')
  await page.getByRole('menuitem', { name: 'Block' }).dblclick()
  const question = page.getByRole('alertdialog', { name: 'Block Bob?' })
  await expect(question).toContainText('your chat with Bob is deleted from your list')
  await expectReadOut(page, 'block or not')
  expect(await blocks()).toBe(0)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await openMenu(page, 'Bob')
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Block' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/#people\/me$/)
  expect(await blocks()).toBe(1)
  expect((await alice.call('/v2/chats?active=true')).body.chats).toEqual([])
  await page.goto('/#people/bob@example.org')
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Unblock' }).click()
  await expect.poll(blocks).toBe(0)
})

test('SIDE-022 SIDE-023 GAP-088 (deviates) a chat is hidden, a subscription ends, and both come back on Undo; a device is deleted after two presses', async ({
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
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list(page).getByRole('link', { name: /Bob/ })).toBeVisible()

  await page.goto('/#following/bobnews')
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Unsubscribe' }).click()
  await expect(rows(page, 'Following')).toHaveCount(0)
  await expect(page.getByText('You follow nothing yet')).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'following nothing')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(rows(page, 'Following')).toHaveCount(1)

  await page.goto(`/#devices/${device.iden}`)
  await page.getByRole('button', { name: 'Device actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Clear this conversation', 'Delete'])
  await expect(page.locator('[role=menu]:popover-open hr')).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Delete' }).dblclick()
  const sure = page.getByRole('group', { name: 'Delete Laptop' }).getByRole('menuitem', { name: 'Delete' })
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

test('a conversation is cleared in every window after a second word; the other person keeps theirs', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  for (const body of ['one', 'two']) await alice.call('/v2/pushes', { type: 'note', body, email: bob.email })
  await bob.call('/v2/pushes', { type: 'note', body: 'three', email: alice.email })
  const page = await alice.open('/#people/bob@example.org')
  const other = await alice.open('/#people/bob@example.org')
  await expect(history(other).getByRole('article')).toHaveCount(3)
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Clear this conversation' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Clear this conversation?' })
  await expect(dialog).toContainText('Bob keeps theirs')
  await expectReadOut(page, 'clear or not')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(history(page).getByRole('article')).toHaveCount(3)

  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Clear this conversation' }).click()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  for (const each of [page, other]) await expect(each.getByText('Say hello to Bob')).toBeVisible()
  expect((await bob.call('/v2/pushes?active=true')).body.pushes).toHaveLength(3)
})

test('a deleted message says that only the own copy goes, where somebody else has one', async ({ actor }) => {
  const alice = await actor('alice')
  await actor('bob')
  await alice.call('/v2/pushes', { type: 'note', body: 'to bob', email: 'bob@example.org' })
  await alice.call('/v2/pushes', { type: 'note', body: 'to myself' })
  const page = await alice.open('/#people/bob@example.org')
  const row = history(page).getByRole('article')
  await row.focus()
  await page.keyboard.press('Delete')
  await expect(row).toContainText('Only your copy is deleted.')
  await expectReadOut(page.getByRole('main'), 'only the own copy')
  await row.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: /^Me/ }).click()
  await history(page)
    .getByRole('article', { name: /to myself/ })
    .focus()
  await page.keyboard.press('Delete')
  await expect(row.getByText('Deleted.')).toBeVisible()
  await expect(row).not.toContainText('Only your copy')
})

test('the conversation with somebody who is blocked says so in every window, and lifts the block', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await bob.call('/v2/pushes', { type: 'note', body: 'buy now', email: alice.email })
  const [page, other] = [await alice.open('/#people/bob@example.org'), await alice.open('/#people/bob@example.org')]
  for (const each of [page, other]) await expect(composer(each)).toBeVisible()
  await alice.call('/v2/blocks', { email: bob.email })
  for (const each of [page, other]) {
    await expect(each.getByText("You blocked Bob. What they send doesn't reach you.")).toBeVisible()
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

test('the name of a device is changed over its conversation: Enter or leaving saves and says so, Esc takes it back', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const { body: device } = await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  const page = await alice.open(`/#devices/${device.iden}`)
  const pencil = (name: string) => page.getByRole('button', { name: `Rename ${name}` })
  const field = page.getByRole('textbox', { name: 'Nickname' })
  const title = page.getByRole('heading', { level: 1 })
  const saved = page.getByRole('main').getByRole('status').filter({ hasText: 'Saved' })
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
