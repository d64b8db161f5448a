import { sections as sectionsText } from '@waypost/web/words/page/shell'
import { desktopScreen, faultsOnEachScreen } from '../../actors/accessibility.ts'
import { composer, expect, history, type Page, say, test } from '../../actors/actors.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { channel, list } from '../../actors/sidebar.ts'

const row = (page: Page, name: string | RegExp, section?: string) => list(page, section).getByRole('link', { name })

test('a row says who sent the last message, its kind and time, in every window as soon as it arrives', async ({ actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await alice.call('/v2/pushes', { type: 'note', body: 'hello', email: bob.email })
  const page = await alice.open()
  const elsewhere = await alice.openElsewhere()
  await expect(row(page, /^Bob/)).toHaveAccessibleName(/^Bob You: hello \d+:\d\d/)
  for (const [push, line] of [
    [{ type: 'note', body: 'see you\nat nine' }, /^Bob see you at nine \d+:\d\d.* 1 unread$/],
    [{ type: 'link', url: 'https://www.example.org/plan' }, /^Bob Link example\.org\/plan \d/],
    [{ type: 'list', title: 'Shopping', items: ['Milk'] }, /^Bob List Shopping \d/],
  ] as const) {
    await bob.call('/v2/pushes', { ...push, email: alice.email })
    for (const each of [page, elsewhere]) await expect(row(each, /^Bob/)).toHaveAccessibleName(line)
  }
  const weight = () =>
    row(page, /^Bob/)
      .getByText('Bob', { exact: true })
      .evaluate((name) => getComputedStyle(name).fontWeight)
  expect(await weight()).toBe('650')
  await row(page, /^Bob/).click()
  await expect(row(page, /^Bob/)).not.toHaveAccessibleName(/unread/)
  await say(page, 'fine')
  for (const each of [page, elsewhere]) await expect(row(each, /^Bob/)).toHaveAccessibleName(/^Bob You: fine/)
})

test('a deleted last message gives way to the one before, and an idle device still shows its last message', async ({ actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  const { body: phone } = await alice.call('/v2/devices', { nickname: 'Old phone', type: 'android' })
  await alice.call('/v2/pushes', { type: 'note', body: 'long ago', device_iden: phone.iden })
  for (let n = 0; n < 90; n++) await alice.call('/v2/pushes', { type: 'note', body: `note ${n}` })
  await bob.call('/v2/pushes', { type: 'note', body: 'first', email: alice.email })
  await bob.call('/v2/pushes', { type: 'note', body: 'second', email: alice.email })
  const asked: string[] = []
  const page = await alice.open('about:blank')
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/#people/${bob.email}`)
  await expect(row(page, /^Bob/)).toHaveAccessibleName(/^Bob second/)
  await history(page)
    .getByRole('article', { name: /second/ })
    .focus()
  await page.keyboard.press('Delete')
  await expect(row(page, /^Bob/)).toHaveAccessibleName(/^Bob first/)
  await page.goto('/#devices')
  await expect(row(page, /Old phone/, 'Devices')).toHaveAccessibleName(/Old phone You: long ago/)
  expect(asked.filter((path) => path === '/v2/history/latest')).toHaveLength(1)
})

test('a row shows an edited message as it is now, and one that was deleted for everyone as deleted', async ({ actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  const { body: push } = await bob.call('/v2/pushes', { type: 'note', body: 'see you at nien', email: alice.email })
  const page = await alice.open()
  await expect(row(page, /^Bob/)).toHaveAccessibleName(/^Bob see you at nien/)
  await bob.call(`/v2/pushes/${push.iden}`, { body: 'see you at nine' })
  await expect(row(page, /^Bob/)).toHaveAccessibleName(/^Bob see you at nine/)
  await bob.call(`/v2/pushes/${push.iden}?everyone=true`, undefined, 'DELETE')
  await expect(row(page, /^Bob/)).toHaveAccessibleName(/^Bob This message was deleted\./)
})

test('a draft shows in the list of every window until it is sent; a message that fails says so', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await bob.call('/v2/pushes', { type: 'note', body: 'hello', email: alice.email })
  const page = await alice.open(`/#people/${bob.email}`)
  const other = await alice.open('/#people/me')
  await composer(page).fill('I will be')
  // The open conversation shows it in its field.
  await expect(row(page, /^Bob/)).toHaveAccessibleName(/^Bob hello/)
  await expect(row(other, /^Bob/)).toHaveAccessibleName(/^Bob Draft: I will be/)
  await row(page, /^Me/).click()
  await expect(row(page, /^Bob/)).toHaveAccessibleName(/^Bob Draft: I will be/)
  await row(page, /^Bob/).click()
  await say(page, 'I will be late')
  for (const each of [page, other]) await expect(row(each, /^Bob/)).toHaveAccessibleName(/^Bob You: I will be late/)
  await alice.context.route('**/v2/pushes', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { error: { code: 'invalid_request', message: 'No.' } } })
      : route.continue(),
  )
  await say(page, 'refused')
  await expect(row(page, /^Bob/)).toHaveAccessibleName(/^Bob You: refused not sent/)
})

test('an address is in the header and the tooltip, and in the row only of people with the same name', async ({ actor }) => {
  const alice = await actor('alice')
  for (const [name, email] of [
    ['Sam Hill', 'sam@example.org'],
    ['Sam Hill', 'other.sam@example.org'],
    ['Eve Long', 'eve@example.org'],
  ] as const) {
    await alice.call('/v2/contacts', { name, email })
    await alice.call('/v2/chats', { email })
  }
  const page = await alice.open('/#people/eve@example.org')
  await expect(row(page, 'Eve Long')).toHaveAccessibleName('Eve Long No messages yet')
  await expect(row(page, 'Eve Long')).toHaveAttribute('title', 'Eve Long\neve@example.org')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Eve Long')
  await expect(page.getByRole('main').getByText('eve@example.org')).toBeVisible()
  for (const address of ['sam@example.org', 'other.sam@example.org'])
    await expect(row(page, `Sam Hill ${address}`).getByText(address, { exact: true })).toBeVisible()
})

test('the sections say how many conversations have something unread, beside the list and at the bottom of a phone', async ({
  actor,
}) => {
  const [alice, bob, cyrus] = [await actor('alice'), await actor('bob'), await actor('cyrus')]
  await channel(bob, 'bobnews', 'News of Bob')
  await alice.call('/v2/subscriptions', { channel_tag: 'bobnews' })
  const page = await alice.open('/#devices')
  const sections = page.getByRole('navigation', { name: sectionsText.label })
  const people = sections.getByRole('link', { name: /^People/ })
  await expect(people).toHaveAccessibleName('People')
  for (const body of ['one', 'two']) await bob.call('/v2/pushes', { type: 'note', body, email: alice.email })
  await cyrus.call('/v2/pushes', { type: 'note', body: 'three', email: alice.email })
  await expect(people).toHaveAccessibleName('People 2 unread')
  await bob.call('/v2/pushes', { type: 'note', body: 'news', channel_tag: 'bobnews' })
  await expect(sections.getByRole('link', { name: /^Following/ })).toHaveAccessibleName('Following 1 unread')
  const { body } = await alice.call('/v2/chats')
  const chat = body.chats.find((each: { with: { email: string } }) => each.with.email === cyrus.email)
  await alice.call(`/v2/chats/${chat.iden}`, { muted: true })
  await expect(people).toHaveAccessibleName('People 1 unread')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(list(page, 'Devices')).toHaveCount(0)
  await page.goto('/#devices')
  await expect(people).toHaveAccessibleName('People 1 unread')
  // Someone who clicks is looking.
  await people.click()
  await page.getByRole('link', { name: /^Bob/ }).click()
  await expect(history(page).getByText('two')).toBeVisible()
  // Read once they have been on screen for a moment.
  const readTo = async () => {
    const { read_markers } = (await alice.call('/v2/read_markers')).body
    return read_markers.find((each: { conversation: string }) => each.conversation === `email:${bob.email}`)?.read_to ?? 0
  }
  await expect.poll(readTo).toBeGreaterThan(0)
  await page.goto('/#devices')
  await expect(people).toHaveAccessibleName('People')
})

test('Me has a glyph, and people beside each other have different hues, the same in the row and in the header', async ({
  actor,
}) => {
  const alice = await actor('alice')
  for (let n = 0; n < 40; n++) await alice.call('/v2/chats', { email: `friend-${n}@example.org` })
  const page = await alice.open('/#people/friend-7@example.org')
  await expect(list(page).getByRole('listitem')).toHaveCount(41)
  const hues = await list(page)
    .locator('a[data-row] [style*="--hue"]')
    .evaluateAll((tiles) =>
      tiles.map((tile) => (tile.querySelector('svg') ? 'glyph' : getComputedStyle(tile).getPropertyValue('--hue').trim())),
    )
  expect(hues[0]).toBe('glyph')
  for (const [index, hue] of hues.entries()) expect([index, hue]).not.toEqual([index, hues[index - 1]])
  const hueIn = (part: string) =>
    page.locator(`${part} [style*="--hue"]`).evaluate((tile) => getComputedStyle(tile).getPropertyValue('--hue').trim())
  expect(await hueIn('main header')).toBe(await hueIn('a[aria-current=page][data-row]'))
})

test('axe finds nothing serious in a list with every kind of last message', async ({ actor }) => {
  const alice = await actor('alice', desktopScreen)
  const bob = await actor('bob')
  await alice.call('/v2/pushes', { type: 'link', url: 'https://example.org/x', title: 'Venue plan' })
  await bob.call('/v2/pushes', { type: 'note', body: 'unread', email: alice.email })
  await alice.call('/v2/pushes', { type: 'note', body: 'mine', email: 'cyrus@example.org' })
  await alice.call('/v2/chats', { email: 'dora@example.org' })
  const page = await alice.open('/#people/dora@example.org')
  await composer(page).fill('a draft')
  await row(page, /^Me/).click()
  await expectReadOut(list(page), 'last messages')
  expect(await faultsOnEachScreen(page, 'last messages', history(page))).toEqual([])
})
