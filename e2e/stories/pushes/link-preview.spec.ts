import type { Locator } from '@playwright/test'
import { linkPreviews } from '@waypost/web/words/settings'
import { faultsOnEachScreen, seriousFaults } from '../../actors/accessibility.ts'
import { history, type Page, say } from '../../actors/actors.ts'
import { expect, test } from '../../actors/linked-site.ts'
import { fill, scroller } from '../../actors/many-notes.ts'

const card = (page: Page, name: RegExp) => history(page).getByRole('link', { name })
const lighthouses = /How lighthouses were lit before electricity/
const loaded = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

test('a link gets its title, description and picture at both people while they look, from our own origin', async ({
  actor,
  server,
  site,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const hers = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  const elsewhere: string[] = []
  for (const page of [hers, his])
    page.on('request', (request) => {
      if (!request.url().startsWith(server.origin)) elsewhere.push(request.url())
    })
  const release = site.hold()
  await say(hers, `${site.url}/lighthouses`)
  for (const page of [hers, his]) await expect(history(page).getByRole('link', { name: /\/lighthouses/ })).toBeVisible()
  const before = (await bob.call('/v2/pushes')).body.pushes[0]
  expect(before).not.toHaveProperty('preview')
  release()
  for (const page of [hers, his]) {
    const link = card(page, lighthouses)
    await expect(link).toBeVisible()
    await expect(link).toContainText('Coal, oil and gas')
    await expect(link).toContainText(new URL(site.url).host)
    await expect.poll(() => loaded(link.locator('img').last())).toBe(true)
    await expect(link).toHaveAttribute('href', `${site.url}/lighthouses`)
    await expect(link).toHaveAttribute('rel', /noreferrer/)
  }
  expect(site.asked).toEqual(['/lighthouses'])
  expect(elsewhere.filter((url) => url.startsWith('http'))).toEqual([])
  // A program that knows nothing of previews keeps the push it had, updated like any other.
  const { preview, modified, ...rest } = (await bob.call(`/v2/pushes?modified_after=${before.modified}`)).body.pushes[0]
  expect({ ...rest, modified: before.modified }).toEqual(before)
  expect(modified).toBeGreaterThan(before.modified)
  expect(preview.title).toMatch(lighthouses)
  expect(await seriousFaults(his)).toEqual([])
})

test('the place of a picture is kept free before it is loaded, and a preview above the reader moves nothing', async ({
  actor,
  server,
  site,
}) => {
  const alice = await actor('alice')
  await fill(server, alice, { count: 40 })
  const page = await alice.open()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/previews/**', async (route) => {
    await held
    await route.continue()
  })
  const releaseSite = site.hold()
  await say(page, `${site.url}/lighthouses`)
  await expect(history(page).getByRole('link', { name: /\/lighthouses/ })).toBeVisible()
  for (const words of ['one', 'two']) await say(page, words)
  // Each scrolls to the end in its own frame.
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  // Somebody reading further up isn't moved.
  const middle = await scroller(page).evaluate((element) => {
    element.scrollTo(0, element.scrollHeight - 3 * element.clientHeight)
    return element.scrollTop
  })
  const reading = history(page).getByText('note 20.', { exact: true })
  const place = await reading.boundingBox()
  releaseSite()
  await expect
    .poll(async () => (await alice.call('/v2/pushes')).body.pushes.some((push: { preview?: object }) => push.preview))
    .toBe(true)
  await expect(card(page, lighthouses)).toHaveCount(1)
  expect(await reading.boundingBox()).toEqual(place)
  expect(await scroller(page).evaluate((element) => element.scrollTop)).toBe(middle)

  const link = card(page, lighthouses)
  await link.scrollIntoViewIfNeeded()
  const box = await link.boundingBox()
  expect(box?.height).toBeGreaterThan(200)
  release()
  await expect.poll(() => loaded(link.locator('img').last())).toBe(true)
  expect(await link.boundingBox()).toEqual(box)
})

test('the first link of a note is shown under its words; a small picture stands beside them, and a page may have neither', async ({
  actor,
  site,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await say(page, `Have a look at ${site.url}/square before Monday.`)
  await expect(card(page, /A record shop/)).toBeVisible()
  await expect(history(page).getByText('before Monday.')).toBeVisible()
  await say(page, `${site.url}/plain`)
  await expect(card(page, /A page with nothing but a title/)).toBeVisible()
  await say(page, `${site.url}/lighthouses`)
  await expect(card(page, lighthouses)).toBeVisible()
  await expect(page.locator('article img').first()).toBeVisible()
  expect(await faultsOnEachScreen(page, 'previews', card(page, lighthouses), { readOut: page })).toEqual([])
})

test('previews are switched off in the settings: nothing is fetched any more, and those that are there are hidden', async ({
  actor,
  site,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await say(page, `${site.url}/plain`)
  await expect(card(page, /A page with nothing but a title/)).toBeVisible()
  const settings = await alice.open('/#settings/history')
  const choice = settings.getByRole('checkbox', { name: linkPreviews.choice })
  await expect(choice).toBeChecked()
  await choice.uncheck()
  await expect(card(page, /A page with nothing but a title/)).toHaveCount(0)
  await expect(history(page).getByRole('link', { name: /\/plain/ })).toBeVisible()
  await settings.reload()
  await expect(choice).not.toBeChecked()
  await say(page, `${site.url}/square`)
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  await choice.check()
  await say(page, `${site.url}/lighthouses`)
  await expect(card(page, lighthouses)).toBeVisible()
  expect(site.asked).toEqual(['/plain', '/lighthouses'])
})
