import { paneHeader } from '@waypost/web/words/page/shell'
import { jumpToTheNewest } from '@waypost/web/words/push'
import { searchWords } from '@waypost/web/words/sidebar'
import { foundList, foundTexts, searchFilters } from '@waypost/web/words/sidebar/found'
import { seriousFaults } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { fill, note, scroller, wheel } from '../../actors/many-notes.ts'
import { connectPhone, dana, incoming } from '../../actors/phone.ts'
import { sentence } from '../../actors/words/sentence.ts'

type Server = Parameters<typeof fill>[0]

const day = 86_400
const field = (page: Page) => page.getByRole('searchbox', { name: searchWords.label })
const found = (page: Page) => page.getByRole('region', { name: foundList.heading }).getByRole('link')
const send = (actor: Actor, fields: object) => actor.call('/v2/pushes', { type: 'note', ...fields })

async function years(
  server: Server,
  alice: Actor,
  bob: Actor,
  { count = 1_500, other = [0, ''] }: { count?: number; other?: [note: number, words: string] } = {},
): Promise<void> {
  await send(bob, { body: 'hello', email: alice.email })
  await fill(server, alice, { count, every: day, from: bob })
  const [one, words] = other
  await server.app.db.write((tx) => tx.run('UPDATE push SET body = $1 WHERE body = $2', [words, `note ${one}.`]))
  const { body: me } = await alice.call('/v2/users/me')
  server.app.indexer.isBehind(me.iden)
  await server.app.indexer.idle()
}

test('a message of years ago is found by half a word, opened in its place, and from there one goes on in both directions and back', async ({
  actor,
  server,
}) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await years(server, alice, bob, { other: [700, 'where the Crème brûlée was'] })
  const page = await alice.open('/#people/me')
  await field(page).fill('creme bru')
  await expect(found(page)).toHaveCount(1)
  await expect(found(page)).toContainText('Bob')
  await expect(found(page).locator('mark')).toHaveText(['Crème', 'brûlée'])
  await found(page).click()
  const message = history(page).getByRole('article', { name: /where the Crème brûlée was/ })
  await expect(message).toBeFocused()
  await expect(page).toHaveURL(/#people\/bob@example.org$/)
  for (const number of [690, 699, 701, 710]) await expect(note(page, number)).toBeAttached()
  await expect(note(page, 1_500)).toHaveCount(0)
  await wheel(page, -20_000)
  await expect(note(page, 660)).toBeAttached()
  await wheel(page, 40_000)
  await expect(note(page, 730)).toBeAttached()
  await page.getByRole('button', { name: jumpToTheNewest }).click()
  await expect(history(page).getByText('hello')).toBeVisible()
  await expect(note(page, 700)).toHaveCount(0)
})

test('a message sent while reading far back is shown at the end', async ({ actor, server }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await years(server, alice, bob)
  const page = await alice.open('/#people/bob@example.org')
  await expect(history(page).getByText('hello')).toBeVisible()
  await field(page).fill('"note 300"')
  await found(page).click()
  await expect(note(page, 300)).toBeVisible()
  await composer(page).fill('I remember')
  await composer(page).press('Enter')
  await expect(history(page).getByText('I remember')).toBeVisible()
  await expect(history(page).getByText('hello')).toBeVisible()
})

test('files, links and people are found by their parts, and filters narrow the search', async ({ actor }) => {
  const [alice, bob, cleo] = [await actor('alice'), await actor('bob'), await actor('cleo')]
  await send(bob, { body: 'the harbour at night', email: alice.email })
  await send(cleo, { body: 'the harbour at noon', email: alice.email })
  await send(alice, { type: 'link', url: 'https://www.example.org/tide-tables?year=2025' })
  await send(alice, {
    type: 'file',
    file_name: 'Harbour_Plan-final.pdf',
    file_url: 'https://files.example/x',
    file_type: 'application/pdf',
  })
  const page = await alice.open('/#people/me')
  await expect(history(page).getByText('Harbour_Plan-final.pdf').first()).toBeVisible()
  await field(page).fill('harb')
  await expect(found(page)).toHaveCount(3)
  await page.getByRole('group', { name: searchFilters.label }).getByRole('button', { name: searchFilters.file }).click()
  await expect(field(page)).toHaveValue('harb has:file')
  await expect(found(page)).toHaveText([/Harbour_Plan-final.pdf/])
  await page.getByRole('group', { name: searchFilters.label }).getByRole('button', { name: searchFilters.file }).click()
  await field(page).fill('harb from:')
  await page.getByRole('group', { name: searchFilters.names }).getByRole('button', { name: /^cleo/i }).click()
  await expect(found(page)).toHaveText([/the harbour at noon/])
  await field(page).fill('tables?year')
  await expect(found(page)).toHaveText([/tide-tables/])
  await field(page).fill('noon from:bob')
  await expect(page.getByText(foundList.none)).toBeVisible()
  await page.getByRole('button', { name: sentence(foundList.drop, { filter: 'from:bob' }) }).click()
  await expect(found(page)).toHaveText([/the harbour at noon/])
})

test('a message that is deleted is gone from the results of another window', async ({ actor }) => {
  const alice = await actor('alice')
  const { body: push } = await send(alice, { body: 'a needle' })
  const [page, other] = [await alice.open('/#people/me'), await alice.open('/#people/me')]
  for (const window of [page, other]) {
    await field(window).fill('needle')
    await expect(found(window)).toHaveCount(1)
  }
  await alice.call(`/v2/pushes/${push.iden}`, undefined, 'DELETE')
  for (const window of [page, other]) await expect(found(window)).toHaveCount(0)
})

test('without a network the search finds what the browser keeps, and says so', async ({ actor }) => {
  const alice = await actor('alice')
  for (const body of ['a needle', 'hay']) await send(alice, { body })
  const page = await alice.open('/#people/me')
  await expect(history(page).getByText('hay')).toBeVisible()
  await field(page).fill('hay')
  await expect(found(page)).toHaveText([/hay/])
  await alice.context.setOffline(true)
  await field(page).fill('needle')
  await expect(found(page)).toHaveText([/a needle/])
  await expect(page.getByText(foundList.kept)).toBeVisible()
  await alice.context.setOffline(false)
  await expect(page.getByText('You’re offline. These')).toHaveCount(0)
})

test('a text message of a phone is found by its words, and its conversation is opened', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await connectPhone(alice)
  await phone.keep([{ id: '7', recipients: [dana], messages: [incoming(1, 1, 'at the harbour, at noon')] }])
  const page = await alice.open('/#people/me')
  await field(page).fill('harb')
  const text = page.getByRole('region', { name: foundTexts.heading }).getByRole('link')
  await expect(text).toHaveText([/Dana.*at the harbour/])
  await text.click()
  await expect(page.getByRole('main').getByText('at the harbour, at noon')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`#sms/${phone.iden}/7$`))
})

test('by the keyboard alone: the palette and the field of the sidebar lead to a message', async ({ actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await send(bob, { body: 'where the needle is', email: alice.email })
  const page = await alice.open('/#people/me')
  await expect(composer(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('needle')
  await expect(page.getByRole('option', { name: /where the needle is/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(history(page).getByRole('article', { name: /where the needle is/ })).toBeFocused()
  await page.goto('/#people/me')
  await expect(composer(page)).toBeFocused()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('needle')
  await expect(found(page)).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(found(page)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(history(page).getByRole('article', { name: /where the needle is/ })).toBeFocused()
})

test('the search has no serious fault of accessibility at 1280 and 390 px', async ({ actor }) => {
  const alice = await actor('alice')
  await send(alice, { body: 'a needle' })
  const page = await alice.open('/#people/me')
  await field(page).fill('needle')
  await expect(found(page)).toHaveCount(1)
  expect(await seriousFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: sentence(paneHeader.back, { section: 'People' }) }).click()
  await field(page).fill('needle')
  await expect(found(page)).toHaveCount(1)
  expect(await seriousFaults(page)).toEqual([])
})

test('a search that was over before all was compared says so and goes on; a query that is too long is reported', async ({
  actor,
}) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  for (const words of ['tent one', 'tent two']) await send(bob, { body: words, email: alice.email })
  const page = await alice.open()
  // As if each call only had time for one message.
  await page.route('**/v3/search?*', async (route) => {
    const address = new URL(route.request().url())
    address.searchParams.set('limit', '1')
    const response = await route.fetch({ url: `${address}` })
    await route.fulfill({ response, json: { ...(await response.json()), partial: true } })
  })
  await field(page).fill('tent')
  await expect(found(page)).toHaveCount(1)
  const messages = page.getByRole('region', { name: foundList.heading })
  await expect(messages.getByRole('status')).toHaveText(foundList.partial)
  const searchOn = page.getByRole('button', { name: foundList.searchOn })
  expect(await seriousFaults(page)).toEqual([])
  await searchOn.press('Enter')
  await expect(found(page)).toHaveCount(2)
  // There is nothing left to search: the focus moves from the button to the last message.
  await expect(searchOn).toHaveCount(0)
  await expect(found(page).last()).toBeFocused()
  await expect(messages.getByRole('status')).toHaveText(foundList.partialEnd)
  await page.unrouteAll({ behavior: 'wait' })
  await field(page).fill('tent '.repeat(210))
  await expect(page.getByText(foundList.cut)).toBeVisible()
  await expect(found(page)).toHaveCount(2)
  await field(page).fill('tent one')
  await expect(found(page)).toHaveCount(1)
  await expect(messages.getByText(/Your search is too long|Not all messages/)).toHaveCount(0)
})

test('on a phone a message is found and opened', async ({ actor, server }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await years(server, alice, bob, { count: 300 })
  const page = await alice.open('/#people/me')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: sentence(paneHeader.back, { section: 'People' }) }).click()
  await field(page).fill('"note 77"')
  await found(page).click()
  await expect(note(page, 77)).toBeVisible()
  await expect(scroller(page)).toBeVisible()
})
