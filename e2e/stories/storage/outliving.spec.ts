import { composer, expect, history, say, test } from '../../actors/actors.ts'
import {
  attachTwo,
  closeOffline,
  expectArrived,
  goOffline,
  openStored,
  pushesOf,
  waitingIn,
  writeAway,
} from '../../actors/waiting.ts'

// The outbox outlives its window.

const toBob = '/#people/bob@example.org'

test('PUSH-019 PUSH-026 ten messages that were written without a network, two of them files, arrive once each after the tab was closed; a draft stays', async ({
  actor,
}) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  const first = await openStored(await alice.open(toBob))
  await goOffline(alice.context)
  await writeAway(first)
  await closeOffline(first)
  expect(await pushesOf(bob)).toEqual([])

  await alice.context.setOffline(false)
  const page = await alice.open(toBob)
  await expectArrived(alice, bob)
  await expect(history(page).getByRole('article')).toHaveCount(10)
  await expect(history(page).getByText('not sent', { exact: true })).toHaveCount(0)
  await expect(composer(page)).toHaveValue('not sent yet')
  await expect.poll(() => waitingIn(page)).toEqual([0, 0])
  await page.reload()
  await expect(history(page).getByRole('article')).toHaveCount(10)
  expect(await pushesOf(bob)).toHaveLength(10)
})

test('PUSH-019 a message is kept although its tab is closed at once', async ({ actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  const first = await openStored(await alice.open(toBob))
  await goOffline(alice.context)
  await say(first, 'the last words')
  await closeOffline(first)
  await alice.context.setOffline(false)
  await alice.open(toBob)
  await expect.poll(async () => (await pushesOf(bob)).map(({ body }) => body)).toEqual(['the last words'])
})

test('PUSH-019 what an earlier version left in local storage is sent', async ({ actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  const first = await openStored(await alice.open(toBob))
  const { iden } = (await alice.call('/v2/users/me')).body
  await first.goto('/icon.svg')
  await first.evaluate(
    ([user, created]) => {
      const fields = { type: 'note', body: 'from before', email: 'bob@example.org' }
      localStorage.setItem('outbox.0123', JSON.stringify({ guid: '0123', user, created, fields }))
    },
    [iden, Date.now() / 1_000] as const,
  )
  await first.goto(toBob)
  await expect.poll(async () => (await pushesOf(bob)).map(({ body }) => body)).toEqual(['from before'])
  await expect.poll(() => first.evaluate(() => localStorage.getItem('outbox.0123'))).toBe(null)
  expect(await waitingIn(first)).toEqual([0, 0])
})

test('SYNC-012 without a database messages and files are sent all the same', async ({ actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await alice.context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { get: () => undefined })
  })
  const page = await alice.open(toBob)
  await say(page, 'words')
  await attachTwo(page)
  await expect.poll(async () => (await pushesOf(bob)).length).toBe(3)
  await expect(history(page).getByRole('article')).toHaveCount(3)
})
