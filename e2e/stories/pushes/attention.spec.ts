import { composer, expect, history, type Page, say, test } from '../../actors/actors.ts'
import { fill, note } from '../../actors/many-notes.ts'

/** Records what live regions say from now on. @returns a function that reads it */
async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const spoken: string[] = []
    Object.assign(globalThis, { spoken })
    for (const region of document.querySelectorAll('[role=log], [role=alert]'))
      new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) spoken.push(node.textContent ?? '')
      }).observe(region, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { spoken: string[] }).spoken)
}

test('SYNC-001 one incoming message is announced once, and none while older ones load (acceptance point 24)', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await bob.call('/v2/chats', { email: alice.email })
  await fill(server, alice, { count: 60, from: bob })
  const page = await alice.open('/#people/bob@example.org')
  await expect(note(page, 60)).toBeVisible()
  const spoken = await listenTo(page)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(spoken).toEqual(['25 earlier messages'])
  await bob.call('/v2/pushes', { type: 'note', body: 'Are you there?', email: alice.email })
  await expect.poll(spoken).toEqual(['25 earlier messages', 'Bob: Are you there?'])
  await say(page, 'Yes')
  await expect.poll(spoken).toEqual(['25 earlier messages', 'Bob: Are you there?', 'Sent'])
})

test('of messages in another conversation only the sender is spoken, and nothing while it is muted; the open one is read out either way', async ({
  actor,
}) => {
  const [alice, bob, carol, dave] = [await actor('alice'), await actor('bob'), await actor('carol'), await actor('dave')]
  for (const { email } of [bob, carol, dave]) await alice.call('/v2/chats', { email })
  const { chats } = (await alice.call('/v2/chats')).body
  const muted = chats.find((chat: { with: { email: string } }) => chat.with.email === carol.email)
  await alice.call(`/v2/chats/${muted.iden}`, { muted: true })
  const page = await alice.open('/#people/bob@example.org')
  await expect(composer(page)).toBeVisible()
  const spoken = await listenTo(page)
  const write = (from: typeof bob, body: string) => from.call('/v2/pushes', { type: 'note', body, email: alice.email })
  await write(carol, 'psst')
  await write(dave, 'hello')
  await write(bob, 'hi')
  await expect.poll(spoken).toEqual(['New from Dave', 'Bob: hi'])
  await page.getByRole('link', { name: /^Carol/ }).click()
  await expect(history(page).getByText('psst')).toBeVisible()
  await write(carol, 'listen')
  await expect.poll(spoken).toEqual(['New from Dave', 'Bob: hi', 'Carol: listen'])
})

test('SYNC-030 SYNC-021 messages seen in one window are seen in the other, and both share one outbox', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const first = await alice.open()
  const second = await alice.open()
  await bob.call('/v2/pushes', { type: 'note', body: 'hello', email: alice.email })
  const item = (page: Page) => page.getByRole('link', { name: /^Bob/ })
  for (const page of [first, second]) await expect(item(page)).toContainText('unread')
  await item(first).click()
  await expect(history(first).getByText('hello')).toBeVisible()
  await expect(item(second)).not.toContainText('unread')
  const newest = async () => (await alice.call('/v2/pushes')).body.pushes[0]
  await expect.poll(newest).toMatchObject({ direction: 'incoming', dismissed: true })

  let sent = 0
  alice.context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v2/pushes')) sent++
  })
  await item(second).click()
  await say(second, 'hello yourself')
  for (const page of [first, second]) await expect(history(page).getByText('hello yourself')).toHaveCount(1)
  await expect(history(first).getByText('Sent', { exact: true })).toBeVisible()
  expect(sent).toBe(1)
})

test('SYNC-031 SIDE-015 GAP-070 (deviates) a message that arrives while another conversation is active is unread in every window and on every device, until it is read in one', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const carol = await actor('carol')
  for (const { email } of [bob, carol]) await alice.call('/v2/chats', { email })
  const [active, second] = [await alice.open('/#people/carol@example.org'), await alice.open()]
  const phone = await alice.openElsewhere()
  const everywhere = [active, second, phone]
  const item = (page: Page) => page.getByRole('link', { name: /^Bob/ })
  for (const page of everywhere) await expect(item(page)).toBeVisible()
  // One of the two windows reports for both.
  const told = alice.context.waitForEvent('response', (response) => response.url().endsWith('/v3/set-app-state'))
  await active.mouse.move(300, 300)
  await told
  await bob.call('/v2/pushes', { type: 'note', body: 'one', email: alice.email })
  await bob.call('/v2/pushes', { type: 'note', body: 'two', email: alice.email })
  for (const page of everywhere) await expect(item(page)).toContainText('2 unread')
  await expect(active).toHaveTitle('(1) Carol – Waypost')
  const { pushes } = (await alice.call('/v2/pushes')).body
  expect(pushes.map(({ dismissed }: { dismissed: boolean }) => dismissed)).toEqual([true, true])

  let calls = 0
  alice.context.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/v2/read_markers')) return
    // The same call reports deliveries.
    if (request.postDataJSON().markers.some(({ read_to }: { read_to: number }) => read_to > 0)) calls++
  })
  await item(active).click()
  await expect(history(active).getByText('two')).toBeVisible()
  await expect(history(active).getByRole('article').first().getByText('2 new', { exact: true })).toBeVisible()
  for (const page of everywhere) await expect(item(page)).not.toContainText('unread')
  await expect(active).toHaveTitle('Bob – Waypost')
  expect(calls).toBe(1)

  // A window that shows the conversation but is not in use does not mark it as read.
  await active.getByRole('link', { name: /^Carol/ }).click()
  await second.goto('/#people/carol@example.org')
  await phone.evaluate(() => {
    location.hash = '#people/bob@example.org'
  })
  await expect(history(phone).getByText('two')).toBeVisible()
  await bob.call('/v2/pushes', { type: 'note', body: 'three', email: alice.email })
  await expect(history(phone).getByText('three')).toBeVisible()
  for (const page of everywhere) await expect(item(page)).toContainText('1 unread')
  await phone.mouse.move(300, 300)
  for (const page of everywhere) await expect(item(page)).not.toContainText('unread')
})

test('SYNC-022 SYNC-024 API-037 GAP-045 a window reports activity once it is used, and counts as awake while it has the focus and was used in the last minute', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await expect(composer(page)).toBeVisible()
  await page.clock.install()
  const told: boolean[] = []
  const guids = new Set<string>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/v3/set-app-state')) return
    // After reports that were in flight at the same time, the state is reported again.
    const { guid, awake } = request.postDataJSON()
    guids.add(guid)
    if (awake !== told.at(-1)) told.push(awake)
  })
  await page.mouse.move(300, 300)
  await expect.poll(() => told).toEqual([true])
  expect([...guids]).toEqual([expect.stringMatching(/^web-/)])
  // Another window of the machine has the focus.
  await page.evaluate(() => {
    Object.assign(document, { hasFocus: () => false })
    dispatchEvent(new Event('blur'))
  })
  await expect.poll(() => told).toEqual([true, false])
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hasFocus')
    dispatchEvent(new Event('focus'))
  })
  await expect.poll(() => told).toEqual([true, false, true])
  await page.clock.fastForward(50_000)
  expect(told.at(-1)).toBe(true)
  await page.clock.fastForward(11_000)
  await expect.poll(() => told.at(-1)).toBe(false)
})

test('SYNC-033 SYNC-034 with permission a notification is shown, leads to its conversation, and closes when seen elsewhere', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.context.addInitScript(() => {
    const shown: object[] = []
    class Fake {
      static permission = 'granted'
      onclick?: () => void
      closed = false
      title: string
      body: string
      constructor(title: string, options: { body: string }) {
        this.title = title
        this.body = options.body
        shown.push(this)
      }
      close() {
        this.closed = true
      }
    }
    Object.assign(globalThis, { Notification: Fake, shown })
  })
  const page = await alice.open()
  const shown = () =>
    page.evaluate(() =>
      (globalThis as unknown as { shown: { title: string; body: string; closed: boolean }[] }).shown.map(
        ({ title, body, closed }) => ({
          title,
          body,
          closed,
        }),
      ),
    )
  await bob.call('/v2/pushes', { type: 'note', body: 'Are you there?', email: alice.email })
  await expect.poll(shown).toEqual([{ title: 'Bob', body: 'Are you there?', closed: false }])
  const { pushes } = (await alice.call('/v2/pushes')).body
  await alice.call(`/v2/pushes/${pushes[0].iden}`, { dismissed: true })
  await expect.poll(shown).toEqual([{ title: 'Bob', body: 'Are you there?', closed: true }])
  await bob.call('/v2/pushes', { type: 'note', body: 'And now?', email: alice.email })
  await expect.poll(async () => (await shown()).length).toBe(2)
  await page.evaluate(() => (globalThis as unknown as { shown: { onclick(): void }[] }).shown[1]?.onclick())
  await expect(history(page).getByText('And now?')).toBeVisible()
})
