import type { Page } from '@playwright/test'
import { carriedWords, messageActions } from '@waypost/web/words/push/carried'
import { setupEnd } from '@waypost/web/words/setup'
import { faultsOnEachScreen, load } from '../../actors/accessibility.ts'
import { type Actor, expect, history, test } from '../../actors/actors.ts'
import { hold } from '../../actors/hold-requests.ts'
import { sentence } from '../../actors/words/sentence.ts'

const message = (page: Page, words: string) => history(page).getByRole('article').filter({ hasText: words })

async function source(actor: Actor): Promise<string> {
  return (await actor.call('/v2/sources', { name: 'NAS', topic: 'nas' })).body.iden
}

const everything = (origin: string) => ({
  title: 'The disk is full',
  body: '## Volume 1\n\n**412 GB** of `420`, see [the log](https://nas.example.org/log).\n\n| disk | used |\n|---|---|\n| a | 98 % |\n\n![chart](https://nas.example.org/chart.png)',
  markdown: true,
  priority: 5,
  labels: ['warning', 'disk', 'basement'],
  icon_url: `${origin}/icon.svg`,
  url: 'https://nas.example.org/volumes/1',
  expires: Math.round(Date.now() / 1_000) + 86_400,
  actions: [
    { action: 'answer', label: 'I am on it', clear: true },
    { action: 'copy', label: 'Copy the code', value: '1234' },
    { action: 'broadcast', label: 'Torch' },
  ],
})

test('a message with everything is drawn and pressed, and another window shows the press', async ({ actor, server }) => {
  const ann = await actor('ann', { permissions: ['clipboard-read', 'clipboard-write'] })
  const iden = await source(ann)
  const page = await ann.open(`/#sources/${iden}`)
  const other = await ann.open(`/#sources/${iden}`)
  await ann.call('/v2/pushes', { source_iden: iden, type: 'note', ...everything(server.origin) })
  const full = message(page, 'The disk is full')
  await expect(full.getByText('⚠️ The disk is full')).toBeVisible()
  await expect(full.getByText(carriedWords.max)).toBeVisible()
  await expect(full).toHaveAccessibleName(/Urgent/)
  await expect(full.getByRole('list', { name: carriedWords.labels }).getByRole('listitem')).toHaveText(['disk', 'basement'])
  await expect(full.getByRole('table')).toContainText('98 %')
  await expect(full.getByRole('link', { name: /^chart/ })).toHaveAttribute('href', 'https://nas.example.org/chart.png')
  await expect(full.getByRole('link', { name: /^nas\.example\.org\/volumes/ })).toHaveAttribute('target', '_blank')
  await expect(full.locator('img')).toHaveAttribute('src', `${server.origin}/icon.svg`)
  await expect(full.getByText(/^Disappears:/)).toBeAttached()
  await expect(full.getByRole('button', { name: 'Torch' })).toHaveAttribute('aria-disabled', 'true')
  await expect(full.getByText(sentence(messageActions.android, { label: 'Torch' }))).toBeVisible()
  expect(await faultsOnEachScreen(page, 'message with everything', full, { readOut: page })).toEqual([])
  await load(page, `/#sources/${iden}`)
  await full.getByRole('button', { name: 'Copy the code' }).click()
  await expect(full.getByRole('button', { name: messageActions.copied })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1234')
  await full.getByRole('button', { name: 'I am on it' }).press('Enter')
  for (const window of [page, other]) {
    const pressed = message(window, 'The disk is full')
    await expect(pressed.getByRole('button', { name: 'I am on it' })).toHaveAttribute('aria-pressed', 'true')
    await expect(pressed.getByRole('status')).toContainText('Answered: I am on it')
  }
})

test('a press waits for the server, says why it failed, and works again', async ({ actor }) => {
  const ann = await actor('ann')
  const iden = await source(ann)
  await ann.call('/v2/pushes', { source_iden: iden, body: 'Restart?', actions: [{ action: 'answer', label: 'Restart' }] })
  const page = await ann.open(`/#sources/${iden}`)
  const asked = message(page, 'Restart?')
  const fail = await hold(page, '**/v2/pushes/*/press', 'abort')
  const button = asked.getByRole('button', { name: setupEnd.restart, exact: true })
  await button.click()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  fail()
  await expect(asked.getByRole('alert')).toContainText('Couldn’t press “Restart”')
  await page.unroute('**/v2/pushes/*/press')
  await asked.getByRole('button', { name: messageActions.retry }).click()
  await expect(asked.getByRole('status')).toContainText('Answered: Restart')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
})

test('an action that asks another server says what that answered', async ({ actor }) => {
  const ann = await actor('ann')
  const iden = await source(ann)
  const action = { action: 'http', label: 'Restart', url: 'https://nowhere.invalid/restart' }
  await ann.call('/v2/pushes', { source_iden: iden, body: 'Down', actions: [action] })
  const page = await ann.open(`/#sources/${iden}`)
  await message(page, 'Down').getByRole('button', { name: setupEnd.restart }).click()
  await expect(message(page, 'Down').getByRole('status')).toContainText(/^Restart: .* · /)
})

test('an update takes the place of the message before, and messages of people carry the same', async ({ actor }) => {
  const [ann, bob] = [await actor('ann'), await actor('bob')]
  const iden = await source(ann)
  const page = await ann.open(`/#sources/${iden}`)
  for (const percent of [10, 90]) {
    await ann.call('/v2/pushes', { source_iden: iden, body: `Backup at ${percent} %`, update_id: 'backup' })
    await expect(history(page).getByText(`Backup at ${percent} %`)).toBeVisible()
  }
  await expect(history(page).getByRole('article')).toHaveCount(1)
  await bob.call('/v2/pushes', {
    email: ann.email,
    body: 'Lunch?',
    labels: ['pizza'],
    priority: 4,
    actions: [{ action: 'answer', label: 'Yes' }],
  })
  await page.goto(`/#people/${bob.email}`)
  const lunch = message(page, 'Lunch?')
  await expect(lunch.getByText('🍕 Lunch?')).toBeVisible()
  await lunch.getByRole('button', { name: 'Yes' }).click()
  const his = await bob.open(`/#people/${ann.email}`)
  await expect(message(his, 'Lunch?').getByRole('status')).toContainText('Answered: Yes')
})

test('a file of another host with a title is a card with its name', async ({ actor }) => {
  const ann = await actor('ann')
  const iden = await source(ann)
  const file = { type: 'file', file_url: 'https://nas.example.org/log.txt', file_name: 'log.txt', file_type: 'text/plain' }
  await ann.call('/v2/pushes', { source_iden: iden, title: 'The backup has failed', ...file })
  const page = await ann.open(`/#sources/${iden}`)
  const failed = message(page, 'The backup has failed')
  await expect(failed.getByRole('link', { name: /log\.txt/ })).toHaveAttribute('href', file.file_url)
})
