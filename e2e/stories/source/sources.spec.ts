import type { Page } from '@playwright/test'
import { conversationHeader, conversationPane } from '@waypost/web/words/push'
import { pushForm } from '@waypost/web/words/push/form'
import { noMessages } from '@waypost/web/words/push/history'
import { sidebarWords } from '@waypost/web/words/sidebar'
import {
  newSource,
  sourceAccess,
  sourceLooks,
  sourceMembers,
  sourceMessages,
  sourcePage,
  sourceQuietHours,
  sourceRetention,
} from '@waypost/web/words/source'
import { targetActionsWords } from '@waypost/web/words/target'
import { nameAndPicture } from '@waypost/web/words/ui/words'
import { faultsAndOverflow, load } from '../../actors/accessibility.ts'
import { type Actor, expect, history, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { sentence } from '../../actors/words/sentence.ts'

const main = (page: Page) => page.getByRole('main')
const item = (page: Page, name: string) =>
  page
    .getByRole('navigation')
    .or(page.getByRole('list'))
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()

async function source(actor: Actor, fields: object = { name: 'NAS' }) {
  const { status, body } = await actor.call('/v2/sources', fields)
  expect(status).toBe(200)
  return body as { iden: string; topic: string; ntfy_token: string; gotify_token: string }
}

test('a source is made from an example, shows its lines once, and its first message appears by itself', async ({
  actor,
  server,
}) => {
  const ann = await actor('ann')
  const page = await ann.open('/#sources')
  await expect(page.getByRole('heading', { level: 1, name: sidebarWords.newSource })).toBeVisible()
  await expect(page.getByText(sidebarWords.noSources)).toBeVisible()
  expect(await faultsAndOverflow(page, 'new source', page.getByRole('heading', { name: sidebarWords.newSource }), page)).toEqual(
    [],
  )
  await load(page, '/#sources/new')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText(newSource.needed)).toBeVisible()
  await page.getByRole('button', { name: /^Uptime Kuma/ }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Uptime Kuma')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: sentence(sourcePage.setup, { name: 'Uptime Kuma' }) })).toBeVisible()
  await expect(page.getByText('Waiting for the first message.')).toBeVisible()
  const [, token, address] = /Bearer (tk_\w+)".*(http\S+)$/s.exec((await main(page).locator('code').textContent()) ?? '') ?? []
  for (const [tab, line] of [
    ['ntfy', token],
    ['Gotify', /^A[\w.-]{14}$/],
    ['Apprise', new RegExp(`^ntfy://${token}@`)],
    ['Webhook', `${server.origin}/v3/hooks/${token}`],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(
      main(page)
        .locator('code')
        .filter({ hasText: line ?? '' })
        .first(),
    ).toBeVisible()
  }
  const answer = await fetch(address ?? '', {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, title: 'It works' },
    body: 'From a shell',
  })
  expect(answer.status).toBe(200)
  const first = page.getByRole('link', { name: 'First message: It works From a shell' })
  await expect(first).toBeVisible()
  await first.click()
  await expect(history(page).getByText('From a shell')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Put yours in place of TOKEN')).toBeVisible()
  await expect(main(page).getByText(token ?? '')).toHaveCount(0)
})

test('tokens are replaced after a confirmation, and those before can no longer send', async ({ actor, server }) => {
  const ann = await actor('ann')
  const { iden, topic, ntfy_token: before } = await source(ann, { name: 'NAS', topic: 'nas' })
  const page = await ann.open(`/#sources/${iden}/setup`)
  expect(await faultsAndOverflow(page, 'source set-up', page.getByRole('heading', { level: 1 }))).toEqual([])
  await load(page, `/#sources/${iden}/setup`)
  await page.getByRole('button', { name: sentence(sourceAccess.replaceThis, { name: 'NAS' }) }).click()
  await confirm(page, sourceAccess.replace)
  await expect(main(page).locator('code')).toContainText('tk_')
  const token = /tk_\w+/.exec((await main(page).locator('code').textContent()) ?? '')?.[0] ?? ''
  expect(token).not.toBe(before)
  const send = (by: string) =>
    fetch(`${server.origin}/${topic}`, { method: 'PUT', headers: { authorization: `Bearer ${by}` }, body: 'x' })
  expect([(await send(before)).ok, (await send(token)).ok]).toEqual([false, true])
})

test('settings of a source are saved: looks, retention, who may write; and it is deleted in two steps', async ({ actor }) => {
  const ann = await actor('ann')
  const { iden } = await source(ann, { name: 'NAS', topic: 'nas' })
  const page = await ann.open(`/#sources/${iden}/settings`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Basement')
  await page.getByRole('textbox', { name: sourceLooks.description }).fill('Everything that hums')
  await page.getByRole('region', { name: nameAndPicture }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: sentence(sourcePage.settings, { name: 'Basement' }) })).toBeVisible()
  const saved = async () => (await ann.call('/v2/sources')).body.sources[0]
  await page.getByRole('combobox', { name: sourceMessages.age }).selectOption('30 days')
  await expect.poll(async () => (await saved()).keep_seconds).toBe(30 * 86_400)
  await page.getByRole('combobox', { name: sourceMessages.count }).selectOption('Latest 100')
  await expect.poll(async () => (await saved()).keep_count).toBe(100)
  await page.getByRole('combobox', { name: sourceMessages.count }).selectOption(sourceRetention.all)
  await expect.poll(async () => (await saved()).keep_count).toBeUndefined()
  await page.getByRole('combobox', { name: /^Default priority/ }).selectOption(sourceMessages.high)
  await expect.poll(async () => (await saved()).default_priority).toBe(4)
  await page.getByRole('checkbox', { name: sourceAccess.open }).check()
  await expect.poll(async () => (await saved()).open).toBe(true)
  await page.getByRole('radio', { name: sourceQuietHours.ignore }).check()
  await expect.poll(async () => (await saved()).ignores_quiet_hours).toBe(true)
  await page.getByRole('radio', { name: sourceQuietHours.own }).check()
  await page.getByRole('region', { name: sourceQuietHours.title }).getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await saved()).quiet_hours?.spans).toHaveLength(1)
  expect((await saved()).ignores_quiet_hours ?? false).toBe(false)
  await page.getByRole('radio', { name: sourceQuietHours.follow }).check()
  await expect.poll(async () => (await saved()).quiet_hours).toBeUndefined()
  expect(await faultsAndOverflow(page, 'source settings', page.getByRole('heading', { level: 1 }), page)).toEqual([])
  await load(page, `/#sources/${iden}/settings`)
  await page.getByRole('button', { name: sentence(targetActionsWords.deleteThis, { name: 'Basement' }) }).click()
  await confirm(page, 'Delete')
  await expect(page.getByText(sidebarWords.noSources)).toBeVisible()
  expect((await ann.call('/v2/sources?active_only=true')).body.sources).toEqual([])
})

test('a shared source is in both households once each; a member mutes and leaves it, and cannot test it', async ({ actor }) => {
  const [ann, bob] = [await actor('ann'), await actor('bob')]
  const { iden } = await source(ann, { name: 'Door bell' })
  const page = await ann.open(`/#sources/${iden}/settings`)
  const shared = page.getByRole('region', { name: sourceMembers.title })
  await shared.getByRole('textbox', { name: sourceMembers.email }).fill('nobody@example.org')
  await shared.getByRole('button', { name: sourceMembers.share }).click()
  await expect(shared.getByRole('alert')).toContainText('There is no account with this address')
  await shared.getByRole('textbox', { name: sourceMembers.email }).fill(bob.email)
  await page.keyboard.press('Enter')
  await expect(shared.getByRole('listitem').filter({ hasText: bob.email })).toBeVisible()
  const his = await bob.open('/#sources')
  await expect(item(his, 'Door bell')).toBeVisible()
  await expect(his.getByText(conversationPane.closedSource)).toBeVisible()
  await ann.call('/v2/pushes', { source_iden: iden, body: 'Somebody rang' })
  await expect(history(his).getByRole('article')).toHaveCount(1)
  await page.goto(`/#sources/${iden}`)
  await expect(history(page).getByRole('article')).toHaveCount(1)
  const actions = his.getByRole('button', { name: conversationHeader.actions })
  await actions.click()
  await his.getByRole('menuitem', { name: 'Mute' }).click()
  await his.getByRole('menuitem', { name: targetActionsWords.hour }).click()
  await expect(item(his, 'Door bell').getByText('muted')).toBeAttached()
  await actions.click()
  await his.getByRole('menuitem', { name: targetActionsWords.leave }).click()
  await confirm(his, targetActionsWords.leave, 'menuitem')
  await expect(his.getByText(sidebarWords.noSources)).toBeVisible()
  await expect.poll(async () => (await ann.call('/v2/sources')).body.sources[0].members ?? []).toEqual([])
})

test('the owner writes a test message, finds the source by search and palette, and new messages count', async ({ actor }) => {
  const ann = await actor('ann')
  const { iden } = await source(ann)
  const page = await ann.open(`/#sources/${iden}`)
  await expect(page.getByText(sentence(noMessages.nothingFrom, { name: 'NAS' }))).toBeVisible()
  await page.getByRole('textbox', { name: sentence(pushForm.test, { name: 'NAS' }) }).fill('Does it hum?')
  await page.keyboard.press('Enter')
  await expect(history(page).getByText('Does it hum?')).toBeVisible()
  await expect(history(page).getByText('Sending')).toHaveCount(0)
  await expect(history(page).getByRole('article')).toHaveCount(1)
  await page.goto('/#people/me')
  await ann.call('/v2/pushes', { source_iden: iden, body: 'It hums' })
  await expect(page.getByRole('link', { name: /Sources/ }).getByText('1 unread')).toBeAttached()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('nas')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`#sources/${iden}$`))
  await expect(history(page).getByText('It hums')).toBeVisible()
})

test('without a network a source is not made, the form says so, and it is made afterwards', async ({ actor }) => {
  const ann = await actor('ann')
  const page = await ann.open('/#sources/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('NAS')
  await page.route('**/v2/sources', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(main(page).getByRole('alert')).toBeVisible()
  await page.unroute('**/v2/sources')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: sentence(sourcePage.setup, { name: 'NAS' }) })).toBeVisible()
})
