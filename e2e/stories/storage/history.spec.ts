import { headerWords } from '@waypost/web/words/page/header'
import { composer, expect, history, type Page, sendChosen, test } from '../../actors/actors.ts'
import { storedIn } from '../../actors/database.ts'
import { fill, note, scroller } from '../../actors/many-notes.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { sentence } from '../../actors/words/sentence.ts'

// Older history, once loaded, is stored in this browser.

async function loadUntil(page: Page, number: number): Promise<void> {
  const more = page.getByRole('button', { name: 'Load more' })
  await expect(async () => {
    await scroller(page).evaluate((element) => element.scrollTo(0, 0))
    if (await more.isVisible()) await more.press('Enter', { timeout: 1_000 })
    await expect(note(page, number)).toBeAttached({ timeout: 500 })
  }).toPass()
}

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('HIST-004 SYNC-005 history beyond the 40 newest is shown after the page was loaded again', async ({ server, actor }) => {
    const [alice, bob] = [await actor('alice'), await actor('bob')]
    await alice.call('/v2/chats', { email: 'bob@example.org' })
    await fill(server, alice, { count: 120, from: bob })
    const page = await alice.open('/#people/bob@example.org')
    await expect(note(page, 120)).toBeVisible()
    await loadUntil(page, 1)
    await expect.poll(async () => (await storedIn(page)).pushes.length).toBe(120)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await expect(note(page, 120)).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.controller?.state)

    await alice.context.setOffline(true)
    await page.reload()
    await expect(note(page, 120)).toBeVisible()
    await loadUntil(page, 1)
    await expect(note(page, 2)).toBeAttached()
    await expect(page.getByText('No more history')).toBeVisible()
  })
})

test('HIST-004 deletions and edits while the page is closed reach the older history too', async ({ server, actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await alice.call('/v2/chats', { email: 'bob@example.org' })
  await fill(server, alice, { count: 120, from: bob })
  const page = await alice.open('/#people/bob@example.org')
  await loadUntil(page, 1)
  await expect.poll(async () => (await storedIn(page)).pushes.length).toBe(120)
  const pushes = (await alice.call('/v2/pushes?limit=500')).body.pushes as { iden: string; body: string }[]
  await page.goto('about:blank')
  const gone = pushes.find(({ body }) => body === 'note 5.')
  await alice.call(`/v2/pushes/${gone?.iden}`, undefined, 'DELETE')

  const asked = await refuse(page, '**/v2/history?*')
  await page.goto('/#people/bob@example.org')
  await loadUntil(page, 1)
  await expect(note(page, 4)).toBeAttached()
  await expect(note(page, 5)).toHaveCount(0)
  await expect(note(page, 6)).toBeAttached()
  expect((await storedIn(page)).pushes).not.toContain(gone?.iden)
  await asked()
  await expect(history(page)).toBeVisible()
})

test('AUTH-039 signing out leaves nothing in the database', async ({ server, actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await alice.call('/v2/chats', { email: 'bob@example.org' })
  await fill(server, alice, { count: 60, from: bob })
  const page = await alice.open('/#people/bob@example.org')
  await loadUntil(page, 1)
  await page.route('**/v3/upload/**', () => {})
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles([{ name: 'secret.txt', mimeType: 'text/plain', buffer: Buffer.from('secret') }])
  await sendChosen(page)
  await expect.poll(async () => (await storedIn(page)).files.length).toBe(1)
  await expect.poll(async () => (await storedIn(page)).pushes.length).toBe(60)
  const other = await alice.open('/#people/me')
  await expect(composer(other)).toBeVisible()
  expect((await storedIn(page)).texts).toContain('worker')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: sentence(headerWords.account, { name: 'Alice' }) }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  for (const window of [page, other])
    await expect(window.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await storedIn(page)).toEqual({ texts: [], files: [], pushes: [] })
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})
