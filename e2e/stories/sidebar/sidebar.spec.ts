import { supportStrip } from '@waypost/web/words/page'
import { headerWords } from '@waypost/web/words/page/header'
import { minibarWords, sections as sectionsText } from '@waypost/web/words/page/shell'
import { openAt } from '@waypost/web/words/settings'
import { searchWords } from '@waypost/web/words/sidebar'
import { composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { hueOf, isRed } from '../../actors/colours.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { channel, items, list } from '../../actors/sidebar.ts'

const names = (page: Page, section?: string) => items(page, section).allInnerTexts()

test('SIDE-001 SIDE-002 SIDE-004 SIDE-005 SIDE-006 SIDE-007 SIDE-008 SIDE-009 the sections are in order, each with its list and its way to more; those without a page or a use stay hidden, and so does help without an address', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  const sections = page.getByRole('navigation', { name: sectionsText.label }).getByRole('link')
  await expect(sections).toContainText(['People', 'Devices', 'Following', 'Settings'])
  await expect(page.locator('[aria-current=page]').and(sections)).toHaveText('People')
  for (const hidden of ['Texting', 'Help']) await expect(sections.filter({ hasText: hidden })).toHaveCount(0)
  await expect(items(page).first()).toContainText('Me')
  for (const [section, add, route] of [
    ['People', 'Add a friend', '#people/new'],
    ['Devices', 'Add a device', '#devices/new'],
    ['Following', 'Follow something', '#following/new'],
  ] as const) {
    await sections.filter({ hasText: section }).click()
    await expect(list(page, section).getByRole('link', { name: add })).toHaveAttribute('href', route)
  }
})

test('SIDE-001 help is shown where its address is configured, and phones keep what does not fit in one menu', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await alice.context.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue()
    const answer = await route.fetch()
    const meta = '<meta name="link-help" content="https://help.example.org/" />'
    return route.fulfill({ response: answer, body: (await answer.text()).replace('</head>', `${meta}</head>`) })
  })
  const page = await alice.open('/#people')
  const sections = page.getByRole('navigation', { name: sectionsText.label })
  const help = sections.getByRole('link').last()
  await expect(help).toHaveText('Help')
  await expect(help).toHaveAttribute('href', 'https://help.example.org/')
  await expect(help).toHaveAttribute('target', '_blank')
  await page.setViewportSize({ width: 390, height: 844 })
  // The open conversation now fills the page; before that, `#people` would return to it.
  await expect(sections).toHaveCount(0)
  await page.goto('/#people')
  await expect(sections.getByRole('link')).toHaveText([
    'People',
    'Devices',
    'Following',
    sectionsText.sources,
    minibarWords.files,
  ])
  await expect(sections.locator('[aria-current=page]')).toHaveText('People')
  await page.getByRole('button', { name: headerWords.menu }).click()
  const items = page.getByRole('menuitem')
  await expect(items).toHaveText([
    'My Account',
    'Invite Friends',
    'Home',
    'Apps',
    'Channels',
    'Pro',
    'API',
    'Setup',
    'Settings',
    'Help',
    'Sign Out',
  ])
  for (const [key, at] of [
    ['ArrowUp', 10],
    ['ArrowUp', 9],
    ['End', 10],
    ['ArrowDown', 0],
    ['ArrowDown', 1],
    ['Home', 0],
    ['h', 2],
    ['q', 2],
  ] as const) {
    await page.keyboard.press(key)
    await expect(items.nth(at)).toBeFocused()
  }
  await items.filter({ hasText: 'Settings' }).click()
  await expect(page).toHaveURL(/#settings/)
})

test('SIDE-011 SIDE-015 people are in the order of their last push, and unread counts are red and end at nine (acceptance point 18)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const [bob, cyrus] = [await actor('bob'), await actor('cyrus')]
  for (const address of ['zoe@example.org', 'adam@example.org']) await alice.call('/v2/chats', { email: address })
  await cyrus.call('/v2/pushes', { type: 'note', body: 'early', email: alice.email })
  for (let index = 1; index <= 9; index++)
    await bob.call('/v2/pushes', { type: 'note', body: `note ${index}`, email: alice.email })
  const page = await alice.open()
  await expect
    .poll(async () => (await names(page)).map((text) => text.split('\n')[0]))
    .toEqual(['Me', 'Bob', 'Cyrus', 'adam@example.org', 'zoe@example.org'])
  const item = list(page).getByRole('link', { name: /Bob/ })
  await expect(item.getByText('9', { exact: true })).toBeVisible()
  await expect(item).toHaveAccessibleName(/9 unread/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect
      .poll(async () => isRed(await hueOf(item.getByText('9', { exact: true }).locator('..'), 'background-color')))
      .toBe(true)
  }
  await bob.call('/v2/pushes', { type: 'note', body: 'the tenth', email: alice.email })
  await expect(item.getByText('9+', { exact: true })).toBeVisible()
  await expect(item).toHaveAccessibleName(/more than 9 unread/)
  await cyrus.call('/v2/pushes', { type: 'note', body: 'late', email: alice.email })
  await expect(items(page).nth(1)).toContainText('Cyrus')
})

test('SIDE-010 SIDE-012 the search finds in all sections, by name and text, and Enter opens the first result in its own section', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await channel(bob, 'anthill', 'Ant hill')
  await alice.call('/v2/subscriptions', { channel_tag: 'anthill' })
  await channel(alice, 'anthem', 'My anthem')
  await alice.call('/v2/devices', { nickname: 'Giant screen', type: 'linux' })
  await alice.call('/v2/chats', { email: 'antonia@example.org' })
  const page = await alice.open()
  await expect(composer(page)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: searchWords.label })
  await expect(field).toBeFocused()
  await field.fill('ÁNT')
  for (const [section, count] of [
    ['People', 1],
    ['Devices', 1],
    ['Following', 2],
  ] as const) {
    await expect(list(page).getByRole('region', { name: section }).getByRole('listitem')).toHaveCount(count)
  }
  await expect(list(page).locator('mark').first()).toHaveText(/ant/i)
  await expectReadOut(list(page), 'found')
  await page.keyboard.press('ArrowDown')
  await expect(list(page).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field).toBeFocused()
  await field.fill('giant')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Giant screen' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: sectionsText.label }).getByRole('link', { name: 'Devices' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  // An opened dialog takes the focus a frame later.
  const focusMoved = () => expect.poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('main')))).toBe(true)
  await focusMoved()
  // From any list: a chat opens in People, a device in Devices, and all others in Following.
  for (const [typed, found, section] of [
    ['antonia', 'antonia@example.org', 'People'],
    ['ant hill', 'Ant hill', 'Following'],
    ['giant', 'Giant screen', 'Devices'],
    ['anthem', 'My anthem', 'Following'],
    ['antonia', 'antonia@example.org', 'People'],
  ] as const) {
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.getByRole('searchbox').fill(typed)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: found })).toBeVisible()
    const current = page.getByRole('navigation', { name: sectionsText.label }).locator('[aria-current=page]')
    await expect(current).toHaveAccessibleName(new RegExp(section))
    await focusMoved()
  }
  await page.getByRole('searchbox').fill('no such name')
  await expect(page.getByText('No matches for “no such name”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('SHELL-080 SIDE-014 each section returns to its last state, also after a restart', async ({ actor }) => {
  const alice = await actor('alice')
  await actor('bob')
  await channel(alice, 'mine', 'My own channel')
  await alice.call('/v2/chats', { email: 'bob@example.org' })
  const { body: first } = await alice.call('/v2/devices', { nickname: 'Laptop' })
  await alice.call('/v2/devices', { nickname: 'Phone' })
  const page = await alice.open('/#people/bob@example.org')
  await expect(page.getByRole('heading', { level: 1, name: 'Bob' })).toBeVisible()
  await page.goto(`/#devices/${first.iden}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Laptop' })).toBeVisible()
  const sections = page.getByRole('navigation', { name: sectionsText.label })
  await sections.getByRole('link', { name: 'Following' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My own channel' })).toBeVisible()
  await page.reload()
  await sections.getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bob' })).toBeVisible()
  await sections.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Laptop' })).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('sidebar_target') ?? '{}'))).toEqual({
    people: 'bob@example.org',
    devices: first.iden,
    following: 'mine',
  })
})

test('SIDE-013 (deviates) selecting a target shows the end of its history, also if the unread do not fit and it opens at the newest', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  for (let index = 1; index <= 30; index++)
    await bob.call('/v2/pushes', { type: 'note', body: `line ${index}`, email: alice.email })
  const page = await alice.open('/#settings/history')
  await page.getByRole('region', { name: openAt.title }).getByRole('radio', { name: openAt.newest }).check()
  const other = await alice.openElsewhere('/#settings/history')
  await expect(other.getByRole('radio', { name: openAt.newest })).toBeChecked()
  await page.goto('/#people')
  await list(page).getByRole('link', { name: /Bob/ }).click()
  await expect(history(page).getByText('line 30', { exact: true })).toBeInViewport()
})

test('SIDE-011 a long list of people is complete, and the open one is in view', async ({ actor }) => {
  const alice = await actor('alice')
  for (let index = 10; index < 60; index++) await alice.call('/v2/chats', { email: `friend-${index}@example.org` })
  const page = await alice.open('/#people/friend-59@example.org')
  await expect(list(page).locator('a[aria-current]')).toBeInViewport()
  await page.reload()
  await expect(list(page).locator('a[aria-current]')).toBeInViewport()
  await expect(items(page)).toHaveCount(51)
})

test('the list is one Tab stop with arrows, Home and End, and keys lead through targets and sections', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  for (const address of ['adam@example.org', 'carl@example.org']) await alice.call('/v2/chats', { email: address })
  await bob.call('/v2/pushes', { type: 'note', body: 'hello', email: alice.email })
  const page = await alice.open()
  await expect(items(page).nth(1)).toContainText('1 unread')
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Tab')
  await expect(list(page).getByRole('link', { name: /Me/ })).toBeFocused()
  await page.keyboard.press(supportStrip.end)
  await expect(list(page).getByRole('link', { name: /carl/ })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'adam@example.org' })).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('heading', { level: 1, name: 'carl@example.org' })).toBeVisible()
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await expect(page.getByRole('heading', { level: 1, name: 'Bob' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  for (const [keys, title] of [
    ['gf', 'Follow something'],
    ['gd', 'Add a device'],
    ['gp', 'Bob'],
  ] as const) {
    await page.getByRole('heading', { level: 1 }).focus()
    for (const key of keys) await page.keyboard.press(key)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'Find your friends' })).toBeVisible()
})

test('endless names, right-to-left names and script break no item and run nothing', async ({ actor }) => {
  const alice = await actor('alice')
  const names = [
    'n'.repeat(990),
    'שרה לוי \u202e abc',
    '<img src=x onerror="window.hurt = 1">',
    '\u0627\u0644\u0639\u0631\u0628\u064a\u0629',
  ]
  for (const nickname of names) await alice.call('/v2/devices', { nickname, model: nickname, manufacturer: nickname })
  await channel(alice, 'wild', `<b>${'w'.repeat(900)}</b>`)
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 550, height: 700 },
    { width: 390, height: 844 },
  ]) {
    const page = await alice.open('about:blank')
    await page.setViewportSize(viewport)
    await page.goto('/#devices')
    await expect(page.getByRole('link', { name: /שרה/ })).toBeVisible()
    for (const route of ['/#devices', '/#following/wild', '/#following/new', '/#people/new']) {
      await page.goto(route)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect([viewport.width, route, overflow]).toEqual([viewport.width, route, 0])
      for (const item of await page.locator('a[data-row]').all()) expect((await item.boundingBox())?.height).toBeLessThan(70)
    }
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
    await page.close()
  }
})
