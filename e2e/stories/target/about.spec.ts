import { aboutDevice, about as aboutText, sharedWords } from '@waypost/web/words/push/about'
import { targetActionsWords } from '@waypost/web/words/target'
import { close } from '@waypost/web/words/ui/words'
import { phoneScreen, seriousFaults } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { channel, list } from '../../actors/sidebar.ts'
import { keepToasts } from '../../actors/toasts.ts'
import { sentence } from '../../actors/words/sentence.ts'

const header = (page: Page, name = 'Bob') => page.getByRole('button', { name: sentence(aboutText.title, { name }), exact: true })
const about = (page: Page, name = 'Bob') => page.getByRole('complementary', { name: sentence(aboutText.title, { name }) })
/** The number of history entries before the current one. */
const depth = (page: Page) =>
  page.evaluate(() => (window as unknown as { navigation: Navigation }).navigation.currentEntry?.index ?? 0)
const bobsRow = (page: Page) => list(page).getByRole('link', { name: /Bob/ })

/** Bob has sent three links, a file and two pictures that no longer exist. */
async function friends(actor: (name: string, more?: object) => Promise<Actor>, more?: object): Promise<[Actor, Actor]> {
  const [alice, bob] = [await actor('alice', more), await actor('bob')]
  const send = (fields: object) => bob.call('/v2/pushes', { email: alice.email, ...fields })
  for (const name of ['tides', 'ferries', 'weather']) await send({ type: 'link', url: `https://${name}.example.org/` })
  const file = { type: 'file', file_url: 'https://files.example.org/gone' }
  await send({ ...file, file_name: 'plan.pdf', file_type: 'application/pdf' })
  for (const name of ['pond', 'boat']) await send({ ...file, file_name: `${name}.png`, file_type: 'image/png' })
  await send({ body: 'Bring the spare anchor' })
  return [alice, bob]
}

test('a press on the header tells of a person: what was sent, a search, a mute that ends by itself; Esc gives the focus back', async ({
  actor,
  server,
}) => {
  const [alice] = await friends(actor)
  const page = await alice.open('/#people/bob@example.org')
  const other = await alice.openElsewhere('/#people/me')
  await page.clock.install()
  await header(page).press('Enter')
  await expect(about(page).getByRole('button', { name: close })).toBeFocused()
  // There is no room for both.
  await expect(composer(page)).toBeHidden()
  await expect(about(page).getByRole('tab')).toHaveText(['Pictures 2', 'Links 3', 'Files 1'])
  await expect(about(page)).toContainText(/Stored on localhost:\d+, whose operator could read it\./)
  await about(page).getByRole('tab', { name: 'Pictures 2' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(about(page).getByRole('link', { name: /weather\.example\.org/ })).toHaveAttribute(
    'href',
    'https://weather.example.org/',
  )
  expect(await seriousFaults(page)).toEqual([])

  await about(page).getByRole('button', { name: 'Mute' }).click()
  await page.getByRole('menuitem', { name: /^1 hour/ }).click()
  await expect(page.getByText(/^Bob muted until \d/).last()).toBeVisible()
  await expect(bobsRow(page)).toHaveAccessibleName(/Muted/)
  await expect(bobsRow(other)).toHaveAccessibleName(/Muted/)
  await page.clock.fastForward(59 * 60_000)
  await expect(bobsRow(page)).toHaveAccessibleName(/Muted/)
  await page.clock.fastForward(2 * 60_000)
  await expect(bobsRow(page)).not.toHaveAccessibleName(/Muted/)
  // For programs that don't know about the end of a mute, the server ends it.
  await server.app.jobs.processAll((Date.now() + 3_700_000) * 1_000)
  await expect(bobsRow(other)).not.toHaveAccessibleName(/Muted/)
  expect((await alice.call('/v2/chats')).body.chats[0]).not.toHaveProperty('muted')

  await about(page).getByRole('button', { name: aboutText.search }).click()
  await page.keyboard.type('anchor')
  await about(page)
    .getByRole('button', { name: /Bring the spare anchor/ })
    .click()
  await expect(history(page).getByRole('article', { name: /Bring the spare anchor/ })).toBeFocused()
  await expect(about(page)).toHaveCount(0)

  await header(page).click()
  await page.keyboard.press('Escape')
  await expect(about(page)).toHaveCount(0)
  await expect(header(page)).toBeFocused()
})

test('in a wide window it stands beside the conversation, also of the next one', async ({ actor }) => {
  const [alice] = await friends(actor, { viewport: { width: 1920, height: 1080 } })
  const page = await alice.open('/#people/bob@example.org')
  await header(page).click()
  await expect(about(page).getByRole('tab', { name: 'Files 1' })).toBeVisible()
  await expect(composer(page)).toBeVisible()
  expect((await about(page).boundingBox())?.width).toBe(320)
  expect(await seriousFaults(page)).toEqual([])
  const opened = await depth(page)
  await list(page).getByRole('link', { name: /^Me/ }).click()
  await expect(about(page, 'Me').getByText(sharedWords.noPictures)).toBeVisible()
  await expect(page).toHaveURL(/#people\/me\/about$/)
  await page.reload()
  await expect(about(page, 'Me').getByText(sharedWords.noPictures)).toBeVisible()
  await header(page, 'Me').click()
  await expect(about(page, 'Me')).toHaveCount(0)
  await expect(header(page, 'Me')).toBeFocused()
  await header(page, 'Me').click()
  await expect(about(page, 'Me')).toBeVisible()
  expect(await depth(page)).toBe(opened + 1)
})

test('on a phone the back button closes it and the conversation is still there; a reload keeps it', async ({ actor }) => {
  const [alice] = await friends(actor, phoneScreen)
  const page = await alice.open('/#people')
  const row = page.getByRole('main').getByRole('link', { name: /Bob/ })
  await row.tap()
  await expect(composer(page)).toBeVisible()
  const inConversation = await depth(page)
  await header(page).tap()
  await expect(about(page).getByRole('tab', { name: 'Links 3' })).toBeVisible()
  await page.goBack()
  await expect(about(page)).toHaveCount(0)
  await expect(composer(page)).toBeVisible()
  await expect(history(page).getByText('Bring the spare anchor')).toBeVisible()
  await expect(header(page)).toBeFocused()

  await header(page).tap()
  await expect(about(page)).toBeVisible()
  await page.reload()
  await expect(about(page).getByRole('tab', { name: 'Links 3' })).toBeVisible()
  await about(page).getByRole('button', { name: aboutText.search }).tap()
  await page.keyboard.type('anchor')
  await about(page)
    .getByRole('button', { name: /Bring the spare anchor/ })
    .tap()
  await expect(about(page)).toHaveCount(0)
  await expect(history(page).getByRole('article', { name: /Bring the spare anchor/ })).toBeFocused()
  await expect.poll(() => depth(page)).toBe(inConversation)
  await page.goBack()
  await expect(page).toHaveURL(/#people$/)
  await expect(row).toBeVisible()
})

test('on a phone it has the whole screen, for a device and for a channel, whose owner sees how many have a post', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice', phoneScreen)
  const bob = await actor('bob')
  const { body: phone } = await alice.call('/v2/devices', {
    nickname: 'Pocket',
    type: 'android',
    remote_files: 'enabled',
    shared_folders: 2,
    mirroring: 'enabled',
  })
  await channel(alice, 'river', 'River News')
  await bob.call('/v2/subscriptions', { channel_tag: 'river' })
  await alice.call('/v2/pushes', { channel_tag: 'river', body: 'High water at noon' })
  await server.app.jobs.processAll()
  await keepToasts(alice.context)
  const page = await alice.open(`/#devices/${phone.iden}`)
  // The button that renames it is in the middle.
  await header(page, 'Pocket').tap({ position: { x: 80, y: 10 } })
  await expect(about(page, 'Pocket').getByText(aboutDevice.password)).toBeVisible()
  await expect(about(page, 'Pocket').getByRole('link', { name: '2 shared folders' })).toBeVisible()
  await expect(about(page, 'Pocket').getByText(aboutDevice.mirrored)).toBeVisible()
  expect((await about(page, 'Pocket').boundingBox())?.width).toBe(390)
  expect(await seriousFaults(page)).toEqual([])
  await about(page, 'Pocket').getByRole('button', { name: aboutDevice.test }).tap()
  await expect(page.getByText(sentence(aboutDevice.tested, { name: 'Pocket' })).last()).toBeVisible()
  await page.goto('/#following/river')
  await header(page, 'River News').tap()
  await expect(about(page, 'River News').getByRole('listitem').filter({ hasText: 'High water at noon' })).toContainText(
    '1 follower has it',
  )
  expect(await seriousFaults(page)).toEqual([])
  await about(page, 'River News').getByRole('button', { name: close }).tap()
  await expect(composer(page)).toBeVisible()
})

test('a pinned conversation comes first, an archived one is folded away until it has a new message, in every window', async ({
  actor,
}) => {
  const [alice, bob] = await friends(actor)
  await alice.call('/v2/chats', { email: 'zoe@example.org' })
  await keepToasts(alice.context)
  const page = await alice.open('/#people/zoe@example.org')
  const other = await alice.openElsewhere('/#people/me')
  const rows = (window: Page) => list(window).getByRole('link', { name: /@example\.org|^Bob/ })
  await expect(rows(other)).toHaveText([/^Bob/, /^zoe/])
  await header(page, 'zoe@example.org').click()
  await about(page, 'zoe@example.org').getByRole('button', { name: targetActionsWords.pin }).click()
  await expect(rows(other)).toHaveText([/^zoe/, /^Bob/])
  await expect(rows(other).first()).toHaveAccessibleName(/Pinned/)

  await bobsRow(page).click({ button: 'right' })
  await page.getByRole('menuitem', { name: targetActionsWords.archive }).click()
  await expect(page.getByText(sentence(targetActionsWords.archived, { name: 'Bob' })).last()).toBeVisible()
  await expect(rows(other)).toHaveText([/^zoe/])
  const fold = list(other).getByRole('button', { name: 'Archived 1' })
  await fold.click()
  await expect(bobsRow(other)).toBeVisible()
  await fold.click()
  await expect(bobsRow(other)).toHaveCount(0)
  await bob.call('/v2/pushes', { email: alice.email, body: 'Are you there?' })
  await expect(bobsRow(other)).toBeVisible()
  await expect(fold).toHaveCount(0)
})
