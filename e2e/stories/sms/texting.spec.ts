import { seal, sealKey } from '@waypost/protocol'
import { pageCommands, paneHeader, sections as sectionsText, shortcuts } from '@waypost/web/words/page/shell'
import { textBubble, textStates, textThread } from '@waypost/web/words/sms'
import {
  desktopScreen,
  faultsOnEachScreen,
  load,
  phoneScreen,
  type Screen,
  seriousFaults,
  showOn,
} from '../../actors/accessibility.ts'
import { expect, history, test } from '../../actors/actors.ts'
import {
  bubble,
  connectPhone,
  dana,
  eli,
  incoming,
  minutesAgo,
  openDana,
  reply,
  threads,
  title,
  type,
  withDana,
} from '../../actors/phone.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('TEXT-001 TEXT-002 TEXT-003 TEXT-004 TEXT-006 TEXT-009 TEXT-010 TEXT-012 TEXT-015 TEXT-018 TEXT-019 TEXT-021 SHELL-073 SHELL-074 SIDE-004 a conversation is opened and answered', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const start = await alice.open()
  const sections = start.getByRole('navigation', { name: sectionsText.label })
  await expect(sections.getByRole('link', { name: 'People' })).toBeVisible()
  await expect(sections.getByRole('link', { name: 'Texting' })).toHaveCount(0)
  const phone = await connectPhone(alice)
  await phone.keep([
    { id: '8', recipients: [eli], messages: [incoming(9, 60 * 24 * 3, 'See you')] },
    { id: '7', recipients: [dana], messages: [incoming(1, 40, 'Are you there?'), incoming(2, 3, 'On the bus')] },
  ])
  await sections.getByRole('link', { name: 'Texting' }).click()
  const page = start
  // The first phone, and its latest conversation.
  await expect(page).toHaveURL(new RegExp(`#sms/${phone.iden}/7$`))
  await expect(title(page)).toHaveText('Dana')
  await expect(page).toHaveTitle(/^Dana/)
  await expect(threads(page)).toHaveText([/DanaOn the bus.*Now/, /EliSee you/])
  await expect(bubble(page, 'Are you there?').locator('time')).toHaveCount(1)
  await expect(bubble(page, 'On the bus').locator('time')).toHaveCount(2)
  await expect(bubble(page, 'On the bus').getByText('Now', { exact: true })).toBeVisible()

  const paperclip = page.getByRole('button', { name: pageCommands.attach })
  const send = page.getByRole('button', { name: shortcuts.send, exact: true })
  await expect(paperclip).toBeVisible()
  await reply(page).press('Enter')
  await reply(page).fill('  ')
  await expect(send).toHaveCount(0)
  await reply(page).press('Enter')
  await reply(page).fill('Me')
  await reply(page).press('Shift+Enter')
  await reply(page).pressSequentially('too')
  await expect(send).toBeVisible()
  await expect(paperclip).toHaveCount(0)
  await reply(page).press('Enter')
  await expect(reply(page)).toHaveValue('')
  await expect(reply(page)).toBeFocused()
  const sent = bubble(page, 'Me\ntoo')
  await expect(sent.getByText('Pending', { exact: true })).toBeVisible()
  await expect(threads(page).first()).toContainText('Pending')
  const [text] = await phone.waiting(1)
  expect(text?.data).toMatchObject({ message: 'Me\ntoo', addresses: [dana.address] })
  await page.evaluate(() => {
    const article = [...document.querySelectorAll('[role=feed] article')].at(-1)
    Object.assign(window, { article })
  })

  if (text) await phone.says(text, 'sent')
  await expect(sent.getByText('Now', { exact: true })).toBeVisible()
  await expect(history(page).getByText('Pending')).toHaveCount(0)
  const own = { id: '3', timestamp: minutesAgo(0), direction: 'outgoing' as const, body: 'Me\ntoo', guid: text?.data.guid ?? '' }
  const messages = [incoming(1, 40, 'Are you there?'), incoming(2, 3, 'On the bus'), own, incoming(4, 0, 'Lovely')]
  await phone.keep([
    { id: '8', recipients: [eli], messages: [] },
    { id: '7', recipients: [dana], messages },
  ])
  await phone.tell([{ thread_id: '7', title: 'Dana', body: 'Lovely', timestamp: minutesAgo(0) }])
  await expect(bubble(page, 'Lovely')).toBeVisible()
  await expect(page.getByRole('log').getByText('Dana: Lovely')).toHaveCount(1)
  await expect(history(page).getByRole('article')).toHaveCount(4)
  await expectReadOut(page, 'answered')
  // The item stays the same element, so nothing flickers.
  expect(await page.evaluate(() => (window as unknown as { article: Element }).article.isConnected)).toBe(true)

  await threads(page).filter({ hasText: 'Eli' }).getByRole('link').click()
  await expect(title(page)).toHaveText('Eli')
  await page.goto(`/#sms/${phone.iden}`)
  await expect(page).toHaveURL(new RegExp(`#sms/${phone.iden}/8$`))
})

test('TEXT-012 TEXT-013 TEXT-016 after 30 seconds a pending text offers help, and a phone that does not answer is named', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const phone = await withDana(alice)
  const page = await alice.context.newPage()
  await page.clock.install()
  await page.goto(`/#sms/${phone.iden}/7`)
  await expect(bubble(page, 'On the bus')).toBeVisible()
  await type(page, 'Anybody?')
  const item = bubble(page, 'Anybody?')
  await expect(item.getByText('Pending', { exact: true })).toBeVisible()
  await phone.waiting(1)
  await page.clock.fastForward(7_000)
  await expect(item.getByText(sentence(textStates.away, { device: 'Pixel 8' }))).toBeVisible()
  const plate = await item.evaluate(
    (element) => getComputedStyle(element.querySelector('[data-state=waiting]') as Element, '::before').opacity,
  )
  expect(Number(plate)).toBe(0.5)
  // The clock keeps running, by seconds on a busy machine.
  await page.clock.fastForward(13_000)
  await expect(item.getByRole('link', { name: 'Stuck pending?' })).toHaveCount(0)
  await page.clock.fastForward(11_000)
  await expect(item.getByRole('link', { name: 'Stuck pending?' })).toHaveAttribute('href', '/support')
})

test('TEXT-011 TEXT-014 GAP-087 a failed text is tinted, is sent again, copied, and can be discarded, unless the server refuses', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const phone = await withDana(alice)
  const page = await openDana(alice, phone)
  await type(page, 'Hello')
  const [first] = await phone.waiting(1)
  if (first) await phone.says(first, 'failed')
  const item = bubble(page, 'Hello')
  await expect(item.getByText(textBubble.failed, { exact: true })).toBeVisible()
  const tint = await item.evaluate((element) => {
    const plate = getComputedStyle(element.querySelector('[data-state=failed]') as Element, '::before').backgroundColor
    const probe = document.createElement('i')
    probe.style.color = 'var(--bubble-failed)'
    element.append(probe)
    const wanted = getComputedStyle(probe).color
    probe.remove()
    return [plate, wanted]
  })
  expect(tint[0]).toBe(tint[1])
  await item.getByRole('button', { name: 'Retry' }).click()
  await expect(item.getByText('Pending', { exact: true })).toBeVisible()
  const [second] = await phone.waiting(1)
  expect(second?.data.guid).not.toBe(first?.data.guid)
  if (second) await phone.says(second, 'failed')
  await expect(item.getByText(textBubble.failed, { exact: true })).toBeVisible()
  await alice.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await item.focus()
  await page.keyboard.press('c')
  await expect(page.getByRole('status').filter({ hasText: textBubble.copied })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Hello')
  const takeAgain = await refuse(page, '**/v3/delete-text')
  await item.focus()
  await page.keyboard.press('Delete')
  const banner = page.getByRole('alert').filter({ hasText: textBubble.discarding })
  await expect(banner).toContainText('Not today.')
  await expect(item.getByText(textBubble.failed, { exact: true })).toBeVisible()
  await takeAgain()
  await item.focus()
  await page.keyboard.press('Delete')
  await expect(item).toHaveCount(0)
  expect((await alice.call('/v2/texts?active=true')).body.texts).toEqual([])
})

test('TEXT-036 TEXT-037 TEXT-038 TEXT-039 E2E-005 E2E-008 encrypted conversations open with the password, and answers are sent encrypted', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const { body: me } = await server.request('/v2/users/me', { token: alice.token })
  const key = await sealKey('river', me.iden)
  const phone = await connectPhone(alice)
  await phone.keep([{ id: '7', recipients: [dana], messages: [incoming(1, 1, 'The secret')] }], async (data) => ({
    encrypted: true,
    ciphertext: await seal(key, JSON.stringify(data)),
  }))
  const page = await alice.open(`/#sms/${phone.iden}/7`)
  await expect(title(page)).toHaveText(textStates.sealed)
  await expect(threads(page)).toHaveCount(0)
  const password = page.getByLabel(textStates.password)
  await expect(password).toBeFocused()
  await password.fill('lake')
  await password.press('Enter')
  await expect(page.getByText(textStates.wrong)).toBeVisible()
  await expect(password).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('e2e_key'))).toBeNull()
  await password.fill('river')
  await password.press('Enter')
  await expect(bubble(page, 'The secret')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('e2e_key'))).toBe(key)
  await type(page, 'Hush')
  const [text] = await phone.waiting(1)
  expect(text?.data).not.toHaveProperty('message')
  expect(text?.data).not.toHaveProperty('addresses')
  expect(text?.data.ciphertext).toMatch(/^[A-Za-z0-9+/]+=*$/)
  await page.reload()
  await expect(bubble(page, 'Hush').getByText('Pending', { exact: true })).toBeVisible()
})

test('TEXT-014 texts written offline survive a reload and are sent once', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await withDana(alice)
  const page = await openDana(alice, phone)
  await page.route('**/v3/create-text', (route) => route.abort('internetdisconnected'))
  await type(page, 'Later')
  await expect(bubble(page, 'Later').getByText('Pending', { exact: true })).toBeVisible()
  await page.reload()
  await expect(bubble(page, 'Later').getByText('Pending', { exact: true })).toBeVisible()
  await page.unroute('**/v3/create-text')
  await page.goto('/#people/me')
  await page.reload()
  const [text] = await phone.waiting(1)
  expect(text?.data.message).toBe('Later')
})

test('texting is accessible and no wider than the window, at 1280 and 390 px (acceptance point 1)', async ({ actor, server }) => {
  const alice = await actor('alice', desktopScreen)
  const phone = await withDana(alice)
  const page = await openDana(alice, phone)
  const judge = async ({ viewport }: Screen) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    return seriousFaults(page)
  }
  await type(page, 'Me too')
  const pending = bubble(page, 'Me too').getByText('Pending', { exact: true })
  const conversation = await faultsOnEachScreen(page, 'conversation', pending, {
    judge: async (screen) => {
      await expect(page.getByRole('button', { name: textThread.actions })).toBeInViewport()
      return judge(screen)
    },
  })
  expect(conversation).toEqual([])
  await load(page, `/#sms/${phone.iden}/new`)
  await expect(page.getByText('No Phone book returned.')).toBeVisible()
  await page.getByRole('combobox').fill('5550100199')
  expect(await faultsOnEachScreen(page, 'new', page.getByRole('option'), { readOut: page, judge })).toEqual([])

  const { body: me } = await server.request('/v2/users/me', { token: alice.token })
  const key = await sealKey('river', me.iden)
  const sealed = await connectPhone(alice, { nickname: 'Sealed' })
  await sealed.keep([{ id: '7', recipients: [dana], messages: [] }], async (data) => ({
    encrypted: true,
    ciphertext: await seal(key, JSON.stringify(data)),
  }))
  await load(page, `/#sms/${sealed.iden}`)
  expect(await faultsOnEachScreen(page, 'sealed', page.getByText(textStates.sealed))).toEqual([])
  const empty = await connectPhone(alice, { nickname: 'Empty' })
  await load(page, `/#sms/${empty.iden}`)
  expect(await faultsOnEachScreen(page, 'empty', page.getByText(textStates.empty))).toEqual([])

  await showOn(page, phoneScreen)
  await load(page, `/#sms/${sealed.iden}/7`)
  await expect(page.getByText(textStates.sealed)).toBeVisible()
  await page.getByRole('link', { name: sentence(paneHeader.back, { section: 'Texting' }) }).click()
  await load(page, `/#sms/${phone.iden}/7`)
  await page.getByRole('link', { name: sentence(paneHeader.back, { section: 'Texting' }) }).click()
  await expect(page.getByRole('link', { name: /^Dana/ })).toBeVisible()
  expect(['list', await seriousFaults(page)]).toEqual(['list', []])
})
