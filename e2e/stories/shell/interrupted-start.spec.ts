import { paneWords } from '@waypost/web/words/page/shell'
import { lastLine } from '@waypost/web/words/sidebar'
import { seriousFaults } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, say, test } from '../../actors/actors.ts'

/** Opens a first page whose own conversation is shown while the others are still loading, and takes it offline. */
async function openInterrupted(alice: Actor): Promise<Page> {
  for (const body of ['Buy salt', 'Call the dentist']) await alice.call('/v2/pushes', { type: 'note', body })
  await alice.call('/v2/pushes', { type: 'note', body: 'Hello Bob', email: 'bob@example.org' })
  const page = await alice.context.newPage()
  const held = Promise.withResolvers<void>()
  await page.route(/\/v2\/history\/newest/, async (route) => {
    await held.promise
    await route.abort('internetdisconnected')
  })
  await page.goto('/#people/me')
  await expect(history(page).getByText('Call the dentist')).toBeVisible()
  await alice.context.setOffline(true)
  held.resolve()
  await expect(page.getByRole('status').filter({ hasText: paneWords.restFailed })).toBeVisible()
  await page.unrouteAll()
  return page
}

test('messages that are shown stay when the network goes before all others have come, and what is written there is sent with it', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await actor('bob')
  const page = await openInterrupted(alice)
  await expect(history(page).getByRole('article')).toHaveCount(2)
  await expect(page.getByText('Couldn’t load your messages.')).toHaveCount(0)
  // Nobody knows yet whether there are any.
  await expect(page.getByRole('link', { name: /^Bob/ })).toBeVisible()
  await expect(page.getByText(lastLine.nothing)).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await say(page, 'Written meanwhile')
  await alice.context.setOffline(false)
  await expect(page.getByText(paneWords.restFailed)).toHaveCount(0)
  await expect(history(page).getByRole('article')).toHaveCount(3)
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Bob/ }).click()
  await expect(history(page).getByText('Hello Bob')).toBeVisible()
})

test('a press loads the rest, while the shown messages and what is typed stay', async ({ actor }) => {
  const alice = await actor('alice')
  await actor('bob')
  const page = await openInterrupted(alice)
  await composer(page).fill('half a sentence')
  const again = page.getByRole('status').getByRole('button', { name: paneWords.retry })
  await again.click()
  await expect(again).toBeVisible()
  await expect(history(page).getByRole('article')).toHaveCount(2)
  // The browser isn't told about a network that came back elsewhere.
  await page.evaluate(() => window.addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true }))
  await alice.context.setOffline(false)
  await expect(again).toHaveCount(0)
  await expect(history(page).getByRole('article')).toHaveCount(2)
  await expect(composer(page)).toHaveValue('half a sentence')
})

test('parts that come after the first page and do not arrive leave it as it is, their style sheets too', async ({ actor }) => {
  const alice = await actor('alice')
  await alice.call('/v2/pushes', { type: 'note', body: 'Buy salt' })
  const page = await alice.context.newPage()
  const styles = /\/assets\/(soon|later|landing)-[^/]*\.css$/
  await page.route(styles, (route) => route.abort())
  const missing = page.waitForEvent('requestfailed', (request) => styles.test(request.url()))
  await page.goto('/#people/me')
  await missing
  await say(page, 'still here')
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  await expect(history(page).getByRole('article')).toHaveCount(2)
})
