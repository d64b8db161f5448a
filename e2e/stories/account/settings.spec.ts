import { supportStrip } from '@waypost/web/words/page'
import { paneHeader, settings } from '@waypost/web/words/page/shell'
import { noMessages } from '@waypost/web/words/push/history'
import { channelList, deleteHistory, exportDataWords } from '@waypost/web/words/settings'
import { expect, history, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { hold } from '../../actors/hold-requests.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { tab } from '../../actors/settings.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('SETT-002 SETT-004 SHELL-072 SHELL-080 the settings open at the account, and then at the tab that was open last', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings')
  await expect(page).toHaveURL(/#settings\/account$/)
  for (const name of ['Connected Accounts', 'Pro plan', 'Access Tokens', 'Delete Account'])
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  await tab(page, settings.history).click()
  await expect(page).toHaveURL(/#settings\/history$/)
  await expect(page).toHaveTitle(/^Settings – /)
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveURL(/#settings\/history$/)
})

test('SETT-003 LIST-002 GAP-098 tabs of empty lists are only shown while they are open', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  const names = () => page.getByRole('tab').allTextContents()
  const few = [
    'Account',
    'Appearance',
    'Notifications',
    'Push History',
    'Devices',
    'Invite',
    'Conversations',
    'Webhooks',
    'Encryption',
  ]
  await expect.poll(names).toEqual(few)
  await page.goto('/#settings/channels')
  await expect(page.getByText(channelList.empty)).toBeVisible()
  expect(await names()).toEqual(few.toSpliced(7, 0, 'Channels'))
  for (const [address, name] of [
    ['/#settings/apps', 'Connected Apps'],
    ['/#settings/clients', 'Clients'],
    ['/#settings/blocks', 'Blocked People'],
  ] as const) {
    await page.goto(address)
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    expect((await names()).length).toBe(few.length + 1)
  }
  await page.goto('/#settings/account')
  await expect.poll(names).toEqual(few)

  await alice.call('/v2/blocks', { email: 'spam@example.org' })
  await alice.call('/v2/channels', { tag: 'my-news' })
  const redirect_uri = 'https://lamp.example.org/'
  const { client_id } = (await alice.call('/v2/clients', { name: 'Lamp', redirect_uri })).body
  const all = few.toSpliced(7, 0, 'Blocked People', 'Channels', 'Clients')
  await expect.poll(names).toEqual(all)
  // The tab of connected apps appears with the first app and disappears with the last.
  await alice.call('/oauth2/authorize', { client_id, redirect_uri, response_type: 'code' })
  await expect.poll(names).toEqual(all.toSpliced(9, 0, 'Connected Apps'))
  const { grants } = (await alice.call('/v2/grants')).body
  await alice.call(`/v2/grants/${grants[0].iden}`, undefined, 'DELETE')
  await expect.poll(names).toEqual(all)
  await page.goto('/#settings/nothing')
  await expect(tab(page, 'Account')).toHaveAttribute('aria-selected', 'true')
})

test('SETT-002 the tabs are one Tab stop: arrows, Home and End move and open, and the focus stays while a tab is loading (acceptance point 25)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/account')
  const arrive = await hold(page, '**/assets/Invite-*.js')
  await expect(page.getByRole('tablist', { name: settings.tabs })).toHaveAttribute('aria-orientation', 'vertical')
  await expect(page.getByRole('navigation', { name: 'Settings', exact: true }).getByRole('tab').first()).toBeVisible()
  await expect(page.getByRole('tabpanel', { name: 'Account' })).toBeVisible()
  await tab(page, 'Account').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/#settings\/appearance$/)
  await expect(tab(page, settings.appearance)).toBeFocused()
  for (let times = 0; times < 4; times++) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('tabpanel').getByRole('status')).toHaveText('Invite')
  await expect(tab(page, 'Invite')).toBeFocused()
  arrive()
  await expect(page.getByRole('heading', { name: 'Invite your friends' })).toBeVisible()
  await expect(tab(page, 'Invite')).toBeFocused()
  await page.keyboard.press(supportStrip.end)
  await expect(page).toHaveURL(/#settings\/encryption$/)
  await expect(tab(page, settings.encryption)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(tab(page, 'Account')).toBeFocused()
  await expect(page.getByRole('heading', { level: 2, name: 'Access Tokens' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tab').and(page.locator(':focus'))).toHaveCount(0)
})

test('SETT-002 on a phone the settings are a list, and Back returns to the item (acceptance point 25)', async ({ actor }) => {
  const alice = await actor('alice', { viewport: { width: 390, height: 844 } })
  const page = await alice.open('/#settings')
  await page.getByRole('main').getByRole('link', { name: 'Devices', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeFocused()
  await page.getByRole('link', { name: sentence(paneHeader.back, { section: 'Settings' }) }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Devices', exact: true })).toBeFocused()
})

test('SYNC-029 opening the settings pings all devices', async ({ actor, server }) => {
  const alice = await actor('alice')
  const heard: string[] = []
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${alice.token}`)
  socket.onmessage = ({ data }) => heard.push(JSON.parse(String(data)).push?.type)
  await new Promise((resolve) => (socket.onopen = resolve))
  const page = await alice.open('/#people/me')
  await expect(page.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()
  await page.goto('/#settings/devices')
  await expect.poll(() => heard).toContain('ping')
  socket.close()
})

test('SETT-013 SETT-014 SETT-015 API-077 the push history is exported to a file, and deleted after a second press, which shows its progress', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  for (const body of ['one', 'two']) await alice.call('/v2/pushes', { type: 'note', body })
  const page = await alice.open('/#people/me')
  await expect(history(page).getByText('two')).toBeVisible()
  await page.goto('/#settings/history')
  await page.getByRole('button', { name: exportDataWords.start }).click()
  await expect(page.getByText(/^Export /)).toBeVisible()
  await server.app.jobs.processAll()
  await expect(page.getByText('Export success.', { exact: true })).toBeVisible()

  const takeAgain = await refuse(page, '**/v2/pushes', 'DELETE')
  await page.getByRole('button', { name: deleteHistory.delete }).click()
  await confirm(page, 'Delete')
  await expect(page.getByRole('alert').getByText('Error deleting all pushes')).toBeVisible()
  await takeAgain()
  // Keeps the server from processing the job.
  await server.app.jobs.stop()
  await page.getByRole('button', { name: deleteHistory.delete }).click()
  await confirm(page, 'Delete')
  await expect(page.getByText('Your history is being deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('Your history has been deleted', { exact: true })).toHaveCount(0)
  await server.app.jobs.processAll()
  await expect(page.getByText('Your history has been deleted', { exact: true })).toBeVisible()
  expect((await alice.call('/v2/pushes?active=true')).body.pushes).toEqual([])
})

test('SETT-016 SETT-017 GAP-101 an export shows that it was requested, is waiting, and is ready', async ({ actor }) => {
  const alice = await actor('alice')
  let requests = 0
  alice.context.on('request', (request) => request.url().endsWith('/v3/export-data') && requests++)
  const page = await alice.open('/#settings/history')
  const answers = [{ status: 'waiting' }, { status: 'success', file_url: '/export.zip' }]
  let answer: (() => void) | undefined
  await page.route('**/v3/export-data', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.fulfill({ json: answers.shift() })
  })
  const next = async () => {
    await expect.poll(() => answer !== undefined).toBe(true)
    answer?.()
    answer = undefined
  }
  await page.getByRole('button', { name: exportDataWords.start }).click()
  await expect(page.getByText('Export requested.', { exact: true })).toBeVisible()
  await next()
  await expect(page.getByText('Export waiting to start.', { exact: true })).toBeVisible()
  await next()
  await expect(page.getByText('Export success.', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: exportDataWords.download })).toBeVisible()
  await expectReadOut(page, 'export is there')
  // There is none before the first request.
  expect(requests).toBe(2)
})
