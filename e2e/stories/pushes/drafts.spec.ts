import { type Actor, composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { openDana, reply, withDana } from '../../actors/phone.ts'
import { list } from '../../actors/sidebar.ts'
import { goOffline } from '../../actors/waiting.ts'

const row = (page: Page) => list(page).getByRole('link', { name: /^bob/ })
const kept = async (alice: Actor): Promise<string[]> =>
  (await alice.call('/v2/drafts?active=true')).body.drafts.map(({ body }: { body: string }) => body)

async function twoBrowsers(alice: Actor): Promise<[Page, Page]> {
  await alice.call('/v2/chats', { email: 'bob@example.org' })
  const address = '/#people/bob@example.org'
  const both: [Page, Page] = [await alice.open(address), await alice.openElsewhere(address)]
  for (const page of both) await expect(composer(page)).toBeVisible()
  return both
}

test('a draft typed in one browser is in the other, in its field and its list; sending it clears both', async ({ actor }) => {
  const alice = await actor('alice')
  const [one, two] = await twoBrowsers(alice)
  await composer(one).fill('Dear Bob')
  await expect(composer(two)).toHaveValue('Dear Bob')
  await two.goto('/#people/me')
  await expect(row(two)).toHaveAccessibleName(/Draft: Dear Bob/)
  await composer(one).fill('Dear Bob, how are you?')
  await expect(row(two)).toHaveAccessibleName(/Draft: Dear Bob, how are you\?/)
  await row(two).click()
  await composer(two).press('Enter')
  await expect(history(one).getByText('Dear Bob, how are you?')).toBeVisible()
  await expect(composer(one)).toHaveValue('')
  for (const page of [one, two]) {
    await page.goto('/#people/me')
    await expect(row(page)).toHaveAccessibleName(/You: Dear Bob, how are you\?/)
  }
  expect(await kept(alice)).toEqual([])
})

test('two browsers that are typed in at the same time keep both texts, and the text does not change while it is typed', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const [one, two] = await twoBrowsers(alice)
  await composer(one).focus()
  await composer(two).focus()
  await composer(one).pressSequentially('from the laptop')
  await composer(two).pressSequentially('from the desk')
  await expect.poll(() => kept(alice)).toHaveLength(1)
  await expect(composer(one)).toHaveValue('from the laptop')
  await expect(composer(two)).toHaveValue('from the desk')
  for (const page of [one, two]) await page.getByRole('heading', { level: 1 }).focus()
  const both = /^(from the laptop\n\nfrom the desk|from the desk\n\nfrom the laptop)$/
  for (const page of [one, two]) await expect(composer(page)).toHaveValue(both)
  await expect.poll(async () => (await composer(one).inputValue()) === (await composer(two).inputValue())).toBe(true)
})

test('a draft typed without a network joins the text of another browser, as soon as the network is back', async ({ actor }) => {
  const alice = await actor('alice')
  const [one, two] = await twoBrowsers(alice)
  await goOffline(one.context())
  await composer(one).fill('on the train')
  await composer(two).fill('at home')
  await expect.poll(() => kept(alice)).toEqual(['at home'])
  await expect(composer(one)).toHaveValue('on the train')
  for (const page of [one, two]) await page.getByRole('heading', { level: 1 }).focus()
  await one.context().setOffline(false)
  for (const page of [one, two]) await expect(composer(page)).toHaveValue('on the train\n\nat home')
  await one.reload()
  await expect(composer(one)).toHaveValue('on the train\n\nat home')
  expect(await kept(alice)).toEqual(['on the train\n\nat home'])
})

test('a draft is told to the server as its page is left', async ({ actor }) => {
  const alice = await actor('alice')
  const [one, two] = await twoBrowsers(alice)
  await two.goto('/#people/me')
  await composer(one).fill('I must go')
  await one.goto('/channels')
  await expect(row(two)).toHaveAccessibleName(/Draft: I must go/)
})

test('drafts that an earlier version kept in this browser are still there, and now everywhere', async ({ actor }) => {
  const alice = await actor('alice')
  const { iden } = (await alice.call('/v2/users/me')).body
  await alice.context.addInitScript((key) => {
    if (!sessionStorage.getItem('planted')) localStorage.setItem(key, JSON.stringify({ body: 'typed long ago' }))
    sessionStorage.setItem('planted', 'yes')
  }, `draft_${iden}_bob@example.org`)
  const [one, two] = await twoBrowsers(alice)
  for (const page of [one, two]) await expect(composer(page)).toHaveValue('typed long ago')
  await composer(one).fill('')
  await expect(composer(two)).toHaveValue('')
  await one.reload()
  await expect(composer(one)).toHaveValue('')
})

test('the draft of an SMS stays in its browser, as the server must not read it', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await withDana(alice)
  const page = await openDana(alice, phone)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await reply(page).fill('a secret')
  await page.goto('/#people/me')
  await composer(page).fill('no secret')
  await expect.poll(() => kept(alice)).toEqual(['no secret'])
  expect(asked.filter((call) => call === 'POST /v2/drafts')).toHaveLength(1)
  await page.goto(`/#sms/${phone.iden}/7`)
  await expect(reply(page)).toHaveValue('a secret')
})
