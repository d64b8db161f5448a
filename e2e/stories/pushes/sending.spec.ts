import { connectionWords } from '@waypost/web/words/page'
import { composer, expect, history, say, test } from '../../actors/actors.ts'
import { goOffline } from '../../actors/waiting.ts'

test('PUSH-006 PUSH-018 a post to an own channel has its own title and link', async ({ actor }) => {
  const alice = await actor('alice')
  await alice.call('/v2/channels', { tag: 'mine', name: 'My channel' })
  const page = await alice.open('/#following/mine')
  await page.getByRole('textbox', { name: 'Title' }).fill('The plan')
  await page.getByRole('textbox', { name: 'Link' }).fill('https://example.org/plan')
  await composer(page).fill('Second floor')
  await page.getByRole('textbox', { name: 'Link' }).press('Enter')
  await expect(history(page).getByRole('link', { name: /The plan/ })).toBeVisible()
  await expect(history(page).getByText('Second floor')).toBeVisible()
  for (const name of ['Title', 'Link']) await expect(page.getByRole('textbox', { name })).toHaveValue('')
  await expect
    .poll(async () => (await alice.call('/v2/pushes')).body.pushes[0])
    .toMatchObject({ type: 'link', title: 'The plan', url: 'https://example.org/plan', body: 'Second floor' })
})

test('PUSH-019 PUSH-020 the ghost is there before the server is asked and the pushed copy replaces it without a shift (acceptance points 8, 9)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await alice.call('/v2/pushes', { type: 'note', body: 'before' })
  const page = await alice.open()
  await expect(history(page).getByText('before')).toBeVisible()
  await page.evaluate(() => {
    const seen: string[] = []
    let first: Element | undefined
    const look = () => {
      const articles = [...document.querySelectorAll<HTMLElement>('article')].filter((article) =>
        article.textContent?.includes('hello there'),
      )
      first ??= articles[0]
      if (first)
        seen.push(
          [
            articles.length,
            articles[0] === first,
            first.clientHeight,
            (first.parentElement as HTMLElement).style.transform,
          ].join(),
        )
      requestAnimationFrame(look)
    }
    look()
    Object.assign(globalThis, { seen })
  })
  // The stream delivers the push before the call is answered.
  await page.route('**/v2/pushes', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await expect(history(page).getByText('hello there')).toBeVisible()
    const response = await route.fetch()
    await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
    await route.fulfill({ response })
  })
  await composer(page).fill('hello there')
  await composer(page).press('Enter')
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue('')
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  const frame = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.length)
  const here = await frame()
  await expect.poll(frame).toBeGreaterThan(here + 3)
  const seen = new Set(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.slice(3)))
  expect([...seen]).toHaveLength(1)
  expect([...seen][0]).toMatch(/^1,true,/)
})

test('PUSH-021 pushes written offline wait in order, and are sent once when the network is back (acceptance point 10)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await expect(page.getByText('Say hello to Bob')).toBeVisible()
  // The code that draws messages is loaded a moment after an empty conversation is shown.
  const fetched = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/messages-'))
  await expect.poll(() => page.evaluate(fetched)).toBe(true)
  await goOffline(alice.context)
  for (const words of ['one', 'two', 'three']) await say(page, words)
  await expect(history(page).getByText('Sending', { exact: true })).toHaveCount(3)
  await expect(page.getByText(connectionWords.offline)).toBeVisible()
  await alice.context.setOffline(false)
  await expect(history(his).getByRole('article')).toHaveCount(3)
  await expect(history(page).getByText('Sending', { exact: true })).toHaveCount(0)
  for (const who of [page, his])
    expect(
      await history(who)
        .getByRole('article')
        .evaluateAll((articles) => articles.map((article) => /one|two|three/.exec(article.textContent ?? '')?.[0])),
    ).toEqual(['one', 'two', 'three'])
  expect((await bob.call('/v2/pushes')).body.pushes).toHaveLength(3)
})

test('PUSH-022 PUSH-023 PUSH-024 PUSH-025 a refused push keeps its place and later ones are sent; Retry succeeds there (acceptance point 11)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  const error = { code: 'invalid_param', type: 'invalid_request', message: "The param 'body' has an invalid value." }
  await page.route('**/v2/pushes', (route) =>
    route.request().postData()?.includes('second') ? route.fulfill({ status: 400, json: { error } }) : route.continue(),
  )
  for (const words of ['first', 'second', 'third']) await say(page, words)
  const failed = history(page).getByRole('article').filter({ hasText: 'not sent' })
  await expect(failed).toContainText('second')
  await expect(failed).toContainText(error.message)
  await expect(failed.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'not sent: ' })).toContainText(error.message)
  await expect.poll(async () => (await alice.call('/v2/pushes')).body.pushes.length).toBe(2)
  await page.unroute('**/v2/pushes')
  await composer(page).press('Shift+ArrowUp')
  await page.keyboard.press('r')
  await expect(failed).toHaveCount(0)
  await expect(history(page).getByRole('article')).toHaveCount(3)
  await expect.poll(async () => (await alice.call('/v2/pushes')).body.pushes.length).toBe(3)
})
