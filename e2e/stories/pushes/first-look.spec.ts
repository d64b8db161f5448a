import { type Actor, expect, history, openAtNewest, say, test } from '../../actors/actors.ts'
import { hold } from '../../actors/hold-requests.ts'
import { fill, note, scroller } from '../../actors/many-notes.ts'

/** One push of each type with a picture, as tall as possible. */
async function everyType(from: Actor, email: string): Promise<void> {
  const picture = { file_name: 'hills.png', file_type: 'image/png', file_url: `https://files.example.org/hills.png` }
  for (let round = 0; round < 4; round++) {
    await from.call('/v2/pushes', { type: 'address', title: 'Harbour Hall', body: '12 Quay Street', email })
    await from.call('/v2/pushes', { type: 'list', title: 'Bring', body: 'tags\nchairs\nprojector', email })
    await from.call('/v2/pushes', { type: 'file', ...picture, image_url: picture.file_url, body: 'The view', email })
    await from.call('/v2/pushes', { type: 'link', title: 'Plan', url: 'https://example.org/plan', body: 'Left is ours.', email })
  }
  await from.call('/v2/pushes', { type: 'note', body: 'the very last word', email })
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`HIST-002 a conversation opens at its end, however tall its messages are, and stays there, ${viewport.width} px`, async ({
    actor,
  }) => {
    const [alice, bob] = [await actor('alice', { viewport }), await actor('bob')]
    await everyType(bob, alice.email)
    await openAtNewest(alice)
    const page = await alice.context.newPage()
    // The fonts arrive late, as on a slow network, and must not push the end out of view.
    await page.route('**/*.woff2', async (route) => {
      await history(page).getByText('the very last word').waitFor()
      await route.continue()
    })
    await page.route('https://files.example.org/**', (route) => route.abort())
    await page.goto('/#people/bob@example.org')
    const last = history(page).getByText('the very last word')
    await expect(last).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => document.fonts.ready)
    const fromEnd = () => scroller(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)
    await expect.poll(fromEnd).toBeLessThanOrEqual(1)
    await page.setViewportSize({ width: viewport.width, height: 560 })
    await expect.poll(fromEnd).toBeLessThanOrEqual(1)
    await bob.call('/v2/pushes', { type: 'list', title: 'And', body: 'a\nb\nc\nd\ne\nf', email: alice.email })
    await expect(history(page).getByText('And', { exact: true })).toBeVisible()
    await expect.poll(fromEnd).toBeLessThanOrEqual(1)
  })
}

test('SYNC-003 (deviates) at the very first opening the open conversation is there before all others, and what is said there is sent after them', async ({
  actor,
  server,
}) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await alice.call('/v2/chats', { email: bob.email })
  await fill(server, alice, { count: 30, from: bob })
  await alice.call('/v2/pushes', { type: 'note', body: 'a note of mine' })
  const page = await alice.context.newPage()
  const goOn = await hold(page, '**/v2/history/newest')
  await page.goto('/#people/me')
  await expect(history(page).getByText('a note of mine')).toBeInViewport()
  await say(page, 'said early')
  await expect(history(page).getByText('said early')).toBeInViewport()
  await expect(history(page).getByText('Sending', { exact: true })).toBeVisible()
  goOn()
  await expect(history(page).getByText('Sending', { exact: true })).toHaveCount(0)
  await expect(history(page).getByText('said early')).toHaveCount(1)
  await page.getByRole('link', { name: /^Bob/ }).click()
  await expect(note(page, 30)).toBeInViewport()
})
