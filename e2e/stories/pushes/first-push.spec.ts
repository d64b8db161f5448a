import { inviteOne } from '@waypost/web/words/people'
import { noMessages } from '@waypost/web/words/push/history'
import { localWay } from '@waypost/web/words/sign-in/ways-in'
import { undo } from '@waypost/web/words/ui/words'
import { chooseFor, composer, expect, history, say, test } from '../../actors/actors.ts'
import { signUpAs } from '../../actors/sign-in.ts'
import { goOffline } from '../../actors/waiting.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('SHELL-003 SYNC-001 a visitor creates an account, writes a note, and sees it live in a second window and after a restart', async ({
  visitor,
  server,
}) => {
  const first = await visitor()
  await first.goto('/')
  await first.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await first.getByRole('button', { name: localWay.toSignUp }).click()
  await signUpAs(first, { name: 'Mira Holm', email: 'mira@example.org', password: 'correct horse battery' })
  await expect(first.getByRole('heading', { level: 1, name: 'Me' })).toBeVisible()
  await expect(first.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()

  const second = await first.context().newPage()
  await second.goto('/#people/me')
  await expect(second.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()
  await say(first, 'Milk, bread, and the blue paint')
  await expect(composer(first)).toHaveValue('')
  await expect(history(second).getByText('Milk, bread, and the blue paint')).toBeVisible()
  await expect(history(first).getByText('Sent', { exact: true })).toBeVisible()

  await server.restart()
  await first.reload()
  await expect(history(first).getByText('Milk, bread, and the blue paint')).toHaveCount(1)
  await say(first, 'Still here')
  await expect(history(second).getByText('Still here')).toBeVisible()
})

test('API-021 a push of another program appears in every window', async ({ actor }) => {
  const alice = await actor('alice')
  const windows = [await alice.open(), await alice.open()]
  for (const page of windows) await expect(page.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()
  await alice.call('/v2/pushes', { type: 'note', body: 'hello' })
  for (const page of windows) await expect(history(page).getByText('hello')).toBeVisible()
})

test('SHELL-063 PUSH-001 HIST-007 two people talk: the push is outgoing here, incoming there, and both have the chat', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const hers = await alice.open('/#people/new')
  const his = await bob.open()
  await hers.getByLabel(inviteOne.who).fill('bob@example.org')
  await hers.getByRole('button', { name: 'Start talking' }).click()
  await expect(hers.getByText(sentence(noMessages.hello, { name: 'Bob' }))).toBeVisible()
  await say(hers, 'Are the slides done?')
  const item = his.getByRole('link', { name: /Alice/ })
  await expect(item).toContainText('1')
  await item.click()
  await expect(history(his).getByText('Are the slides done?')).toBeVisible()
  await say(his, 'Almost. https://example.org/slides')
  await expect(history(hers).getByRole('link', { name: /example.org\/slides/ })).toBeVisible()
  await expect(item).not.toContainText('unread')
})

test('PUSH-009 PUSH-013 PUSH-014 PUSH-015 PUSH-016 the form sends notes and links, and nothing empty', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await composer(page).fill('   ')
  await composer(page).press('Enter')
  await composer(page).fill('two')
  await composer(page).press('Shift+Enter')
  await composer(page).pressSequentially('lines')
  await composer(page).press('Enter')
  await say(page, '  https://example.org/a?b=1  ')
  await expect(history(page).getByRole('article')).toHaveCount(2)
  await expect
    .poll(async () => (await alice.call('/v2/pushes')).body.pushes.map((push: { type: string }) => push.type))
    .toEqual(['link', 'note'])
  const { pushes } = (await alice.call('/v2/pushes')).body
  expect(pushes[0]).toMatchObject({ url: 'https://example.org/a?b=1' })
  expect(pushes[0]).not.toHaveProperty('body')
  expect(pushes[1].body).toBe('two\nlines')
})

test('PUSH-019 PUSH-021 pushes written offline wait as ghosts and are sent once, in order', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await say(page, 'before')
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  await goOffline(alice.context)
  for (const words of ['one', 'two', 'three']) await say(page, words)
  await expect(history(page).getByText('Sending', { exact: true })).toHaveCount(3)
  await page.reload().catch(() => {})
  await alice.context.setOffline(false)
  await page.goto('/#people/me')
  await page.reload()
  const kept = async () => (await alice.call('/v2/pushes')).body.pushes.map((push: { body: string }) => push.body).reverse()
  await expect.poll(kept).toEqual(['before', 'one', 'two', 'three'])
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  await expect(history(page).getByText('Sending', { exact: true })).toHaveCount(0)
  expect(await kept()).toHaveLength(4)
})

test('PUSH-027 a deletion holds if its window closes while it can be undone', async ({ actor }) => {
  const alice = await actor('alice')
  for (const body of ['keep me', 'delete me']) await alice.call('/v2/pushes', { type: 'note', body })
  const page = await alice.open()
  const other = await alice.open()
  const article = history(page).getByRole('article', { name: /delete me/ })
  await chooseFor(article, 'Delete')
  await expect(history(page).getByRole('button', { name: undo })).toBeVisible()
  await page.close()
  await expect(history(other).getByText('delete me')).toHaveCount(0)
  await expect(history(other).getByText('keep me')).toBeVisible()
})

test('PUSH-027 SYNC-021 a deleted push can be restored for a moment, then is gone everywhere', async ({ actor }) => {
  const alice = await actor('alice')
  for (const body of ['keep me', 'delete me']) await alice.call('/v2/pushes', { type: 'note', body })
  const page = await alice.open()
  const other = await alice.open()
  await page.clock.install()
  const article = history(page).getByRole('article', { name: /delete me/ })
  await chooseFor(article, 'Delete')
  await history(page).getByRole('button', { name: undo }).click()
  await expect(history(page).getByText('delete me')).toBeVisible()
  await chooseFor(article, 'Delete')
  await page.mouse.move(0, 0)
  await page.clock.runFor(7_000)
  await expect(history(other).getByText('delete me')).toHaveCount(0)
  await expect(history(page).getByText('delete me')).toHaveCount(0)
  await expect(history(page).getByText('keep me')).toBeVisible()
})
