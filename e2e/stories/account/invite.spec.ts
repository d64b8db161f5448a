import { invitationLink, inviteOne, inviteOutcome, inviteSeveral, personPicker } from '@waypost/web/words/people'
import { setupDoing } from '@waypost/web/words/setup'
import { desktopScreen, faultsOnEachScreen } from '../../actors/accessibility.ts'
import { type Actor, expect, type Page } from '../../actors/actors.ts'
import { hold } from '../../actors/hold-requests.ts'
import { test } from '../../actors/mail-server.ts'
import { sentence } from '../../actors/words/sentence.ts'

const one = (page: Page) => page.getByRole('region', { name: 'Invite your friends' })
const several = (page: Page) => page.getByRole('region', { name: inviteSeveral.title })
const invite = (page: Page) => one(page).getByRole('button', { name: 'Invite', exact: true })
const invited = (page: Page, name: string) => one(page).getByRole('status').getByText(sentence(inviteOutcome.invited, { name }))
const picker = (page: Page) => page.getByRole('combobox', { name: inviteOne.who })
const boxes = (page: Page) => several(page).getByRole('list').getByRole('checkbox')

async function withContacts(actor: Actor, ...names: string[]): Promise<void> {
  for (const name of names) await actor.call('/v2/contacts', { name, email: `${name.toLowerCase()}@example.org` })
}

/** The invited addresses, in order. */
function asked(page: Page): string[] {
  const emails: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v3/send-invite')) emails.push(request.postDataJSON().email)
  })
  return emails
}

test('INVITE-001 INVITE-002 INVITE-003 INVITE-004 SHELL-042 a friend who is searched and selected gets an invitation, and no one before that', async ({
  actor,
  mails,
}) => {
  const alice = await actor('alice')
  await withContacts(alice, 'Carol')
  const page = await alice.open('/#people/me')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Invite Friends' }).click()
  await expect(page).toHaveURL(/#settings\/invite$/)
  const sent = asked(page)
  await invite(page).click()
  await expect(picker(page)).toBeFocused()
  await expect(picker(page)).toHaveAccessibleDescription(/Choose someone from the list/)
  await picker(page).fill('dora@exam')
  await page.keyboard.press('Escape')
  await invite(page).click()
  await expect(picker(page)).toHaveAccessibleDescription(/Choose someone from the list/)
  expect(sent).toEqual([])

  await picker(page).fill('car')
  await expect(page.getByRole('option', { name: /Carol/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(one(page).getByRole('button', { name: sentence(personPicker.remove, { name: 'Carol' }) })).toBeVisible()
  await expect(invite(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(invited(page, 'Carol')).toBeVisible()
  await picker(page).fill('dora@example.org')
  await page.getByRole('option', { name: /dora@example\.org/ }).click()
  await invite(page).click()
  await expect(invited(page, 'dora@example.org')).toBeVisible()
  expect(sent).toEqual(['carol@example.org', 'dora@example.org'])
  await expect.poll(() => mails.map(({ to }) => to.join()).toSorted()).toEqual(['carol@example.org', 'dora@example.org'])
  expect(mails[0]?.raw).toContain('Subject: Alice invites you to Waypost')
  expect(mails[0]?.raw).toMatch(/^Reply-To: .*alice@example\.org/im)

  await picker(page).fill('carol@example.org')
  await page.getByRole('option', { name: /Carol/ }).click()
  await invite(page).click()
  await expect(invited(page, 'Carol')).toBeVisible()
  expect(sent).toHaveLength(2)
})

test('INVITE-002 API-045 a suggested friend is selected by one press; a person with an account is not invited', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await actor('bob')
  await withContacts(alice, 'Carol', 'Bob')
  const page = await alice.open('/#settings/invite')
  const sent = asked(page)
  const suggested = one(page).getByRole('list', { name: inviteOne.suggested })
  await expect(suggested.getByRole('button')).toHaveText(['Carol'])
  await suggested.getByRole('button', { name: 'Carol' }).click()
  await expect(one(page).getByRole('button', { name: sentence(personPicker.remove, { name: 'Carol' }) })).toBeVisible()
  await invite(page).click()
  await expect(invited(page, 'Carol')).toBeVisible()
  await expect(suggested).toHaveCount(0)
  // The contact is picked before the server says that he has an account.
  const answer = await hold(page, '**/v3/autocomplete-targets')
  await picker(page).fill('bob')
  await expect(page.getByRole('option', { name: /Bob/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await invite(page).click()
  answer()
  await expect(one(page).getByText(sentence(inviteOne.here, { name: 'Bob' }))).toBeVisible()
  await one(page).getByRole('link', { name: 'Start talking' }).click()
  await expect(page).toHaveURL(/#people\/bob@example\.org$/)
  expect(sent).toEqual(['carol@example.org'])
})

test('INVITE-005 INVITE-006 API-046 GAP-021 selected people are invited, with progress; failures are named with the reason, and only those are sent again', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await withContacts(alice, 'Ana', 'Ben', 'Cleo', 'Dan')
  const page = await alice.open('/#settings/invite')
  const sent = asked(page)
  await expect(boxes(page)).toHaveCount(4)
  const send = (name: string) => several(page).getByRole('button', { name, exact: true })
  await send('Invite').click()
  await expect(several(page).getByRole('alert')).toHaveText(inviteSeveral.noneSelected)
  await several(page).getByRole('checkbox', { name: inviteSeveral.everybody }).check()
  await expect(several(page).getByText('4 selected', { exact: true })).toBeVisible()
  await several(page).getByRole('checkbox', { name: /^Ana/ }).uncheck()
  await expect(several(page).getByText('3 selected', { exact: true })).toBeVisible()
  await expect(several(page).getByRole('checkbox', { name: inviteSeveral.everybody })).not.toBeChecked()

  const answer = Promise.withResolvers<void>()
  await page.route('**/v3/send-invite', async (route) => {
    const { email } = route.request().postDataJSON()
    if (email === 'ben@example.org')
      await route.fulfill({
        status: 429,
        json: { error: { code: 'ratelimited', type: 'invalid_request', message: 'Go on tomorrow.' } },
      })
    else if (email === 'cleo@example.org') {
      await answer.promise
      await route.continue()
    } else await route.continue()
  })
  await send('Invite 3').click()
  await expect(several(page).getByRole('progressbar')).toBeVisible()
  await expect(several(page).getByText('Sending', { exact: true })).toBeVisible()
  await expect(several(page).getByRole('checkbox', { name: /^Cleo/ })).toBeDisabled()
  await send('Invite').dispatchEvent('click')
  await expect.poll(() => sent.includes('cleo@example.org')).toBe(true)
  answer.resolve()
  await expect(several(page).getByText('Invited 2 friends.')).toBeVisible()
  const failures = several(page).getByRole('alert')
  await expect(failures).toContainText('Couldn’t send 1 invitation:')
  await expect(failures.getByRole('listitem')).toHaveText(['Ben Go on tomorrow.'])
  expect(sent.toSorted()).toEqual(['ben@example.org', 'cleo@example.org', 'dan@example.org'])

  await page.unroute('**/v3/send-invite')
  await several(page).getByRole('button', { name: inviteSeveral.again }).click()
  await expect(several(page).getByText('Invited 1 friend.')).toBeVisible()
  expect(sent.slice(3)).toEqual(['ben@example.org'])
  for (const name of ['Ben', 'Cleo', 'Dan'])
    await expect(several(page).getByRole('checkbox', { name: new RegExp(`^${name}`) })).toBeDisabled()

  // The result stays as long as the page.
  await page.getByRole('tab', { name: 'Account', exact: true }).click()
  await page.getByRole('tab', { name: 'Invite', exact: true }).click()
  await expect(several(page).getByText('Invited', { exact: true })).toHaveCount(3)
  await several(page).getByRole('checkbox', { name: inviteSeveral.everybody }).check()
  await send('Invite 1').click()
  await expect(several(page).getByText('Invited 1 friend.')).toBeVisible()
  expect(sent.slice(4)).toEqual(['ana@example.org'])
})

test('INVITE-005 the list shows that it is loading, empty or not available, and offline an invitation says so', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#people/me')
  const answer = await hold(page, '**/v3/invite-targets', 'abort')
  await page.goto('/#settings/invite')
  await expect(several(page).getByText(inviteSeveral.looking)).toBeAttached()
  answer()
  await expect(several(page).getByText(inviteSeveral.failed)).toBeVisible()
  await page.unroute('**/v3/invite-targets')
  await several(page).getByRole('button', { name: inviteSeveral.retry }).click()
  await expect(several(page).getByText('No suggestions.', { exact: false })).toBeVisible()
  await picker(page).fill('dora@example.org')
  await page.getByRole('option', { name: /dora/ }).click()
  await page.route('**/v3/send-invite', (route) => route.abort())
  await invite(page).click()
  const failure = one(page).getByRole('alert')
  await expect(failure).toContainText('Couldn’t invite dora@example.org. Could not connect to server')
  await page.unroute('**/v3/send-invite')
  await failure.getByRole('button', { name: inviteSeveral.retry }).click()
  await expect(one(page).getByText(sentence(inviteOutcome.invited, { name: 'dora@example.org' }))).toBeVisible()
})

test('INVITE-001 GAP-065 the step of the checklist leads here, arrow keys keep the focus in the tabs, and the first invitation ticks the step', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#setup/invite')
  await page.getByRole('main').getByRole('link', { name: setupDoing.invite }).click()
  await expect(page).toHaveURL(/#settings\/invite$/)
  await page.getByRole('tab', { name: 'Devices', exact: true }).click()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('tab', { name: 'Invite', exact: true })).toBeFocused()
  await expect(picker(page)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Invite', exact: true })).toBeFocused()
  await picker(page).fill('dora@example.org')
  await page.getByRole('option', { name: /dora/ }).click()
  await page.getByRole('button', { name: inviteOne.makeLink }).click()
  await expect(page.getByRole('button', { name: sentence(invitationLink.copyThis, { name: 'dora@example.org' }) })).toBeVisible()
  await page.goto('/#setup')
  await expect(page.getByRole('link', { name: 'Invite Done' })).toBeVisible()
})

test('axe finds nothing serious in the invitations and their results at 1280 and 390 px (acceptance point 1)', async ({
  actor,
}) => {
  const alice = await actor('alice', desktopScreen)
  await withContacts(alice, 'Ana', 'Ben')
  const page = await alice.open('/#settings/invite')
  await boxes(page).first().check()
  expect(
    await faultsOnEachScreen(page, 'ticked', several(page).getByRole('button', { name: 'Invite 1' }), { readOut: several(page) }),
  ).toEqual([])
  await page.reload()
  await boxes(page).first().check()
  await page.route('**/v3/send-invite', (route) => route.abort())
  await several(page).getByRole('button', { name: 'Invite 1' }).click()
  expect(await faultsOnEachScreen(page, 'failed', several(page).getByRole('alert'), { readOut: several(page) })).toEqual([])
})
