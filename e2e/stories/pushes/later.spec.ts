import { editScheduled, scheduledMessages, sendLater, sendTimeDialog } from '@waypost/web/words/push/scheduled'
import { seriousFaults } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, say, sendChosen, test } from '../../actors/actors.ts'
import { goOffline } from '../../actors/waiting.ts'

const waiting = (page: Page) => page.getByRole('region', { name: scheduledMessages.region })
const rows = (page: Page) => waiting(page).getByRole('listitem')
const menuOf = (page: Page, text: string) => waiting(page).getByRole('button', { name: new RegExp(`^${text}, .*: actions$`) })

async function act(page: Page, text: string, action: string) {
  await menuOf(page, text).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function sayLater(page: Page, text: string, when: RegExp) {
  await composer(page).fill(text)
  await page.getByRole('button', { name: sendLater.later }).press('ArrowDown')
  await page.getByRole('menuitem', { name: when }).press('Enter')
}

const bodies = async (who: Actor): Promise<string[]> =>
  (await who.call('/v2/pushes')).body.pushes.map(({ body }: { body: string }) => body)

test('a message sent later waits at the end of the conversation in every window, and the other person gets it once, at its time', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/pushes', { type: 'note', body: 'before', email: bob.email })
  const page = await alice.open('/#people/bob@example.org')
  const other = await alice.openElsewhere('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await expect(history(his).getByText('before')).toBeVisible()
  await sayLater(page, 'see you tomorrow', /^Tomorrow morning/)
  await expect(composer(page)).toHaveValue('')
  await expect(composer(page)).toBeFocused()
  for (const window of [page, other]) {
    await expect(rows(window)).toHaveCount(1)
    await expect(rows(window)).toContainText(/see you tomorrow.*Tomorrow at/)
    await expect(history(window).getByRole('article')).toHaveCount(1)
  }
  // An old program on either side: its lists don't contain it.
  for (const who of [alice, bob]) expect(await bodies(who)).toEqual(['before'])

  await server.app.jobs.processAll((Date.now() + 49 * 3_600_000) * 1_000)
  for (const window of [page, other]) {
    await expect(waiting(window)).toHaveCount(0)
    await expect(history(window).getByText('see you tomorrow')).toBeVisible()
  }
  await expect(history(his).getByText('see you tomorrow')).toHaveCount(1)
  for (const who of [alice, bob]) expect(await bodies(who)).toEqual(['see you tomorrow', 'before'])
})

test('a waiting message is changed, moved, sent at once and canceled from its menu', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/chats', { email: bob.email })
  const page = await alice.open('/#people/bob@example.org')
  await sayLater(page, 'first', /^In an hour/)
  await sayLater(page, 'second', /^Tomorrow morning/)
  await expect(rows(page)).toHaveCount(1)
  await waiting(page).getByRole('button', { name: '2 scheduled messages' }).click()
  await expect(rows(page)).toHaveCount(2)
  expect(await seriousFaults(page)).toEqual([])

  await act(page, 'first', 'Edit')
  await page
    .getByRole('dialog', { name: editScheduled.heading })
    .getByRole('textbox', { name: editScheduled.message })
    .fill('changed')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page).first()).toContainText('changed')

  await act(page, 'second', 'Change time')
  const dialog = page.getByRole('dialog', { name: scheduledMessages.changeTime })
  const year = new Date().getFullYear()
  await dialog.getByLabel(sendTimeDialog.date).fill(`${year - 1}-01-02`)
  await dialog.getByRole('button', { name: sendTimeDialog.save }).click()
  await expect(dialog.getByText(sendTimeDialog.past)).toBeVisible()
  const day = new Date(Date.now() + 40 * 86_400_000)
  await dialog.getByLabel(sendTimeDialog.date).fill(day.toISOString().slice(0, 10))
  await dialog.getByLabel(sendTimeDialog.time).fill('07:30')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: sendTimeDialog.save }).click()
  await expect(rows(page).filter({ hasText: 'second' })).toContainText(/7:30/)

  await act(page, 'changed', 'Send now')
  await expect(history(page).getByText('changed')).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await act(page, 'second', 'Cancel sending')
  await expect(waiting(page)).toHaveCount(0)
  expect(await bodies(bob)).toEqual(['changed'])
})

test('what could not be sent at its time says so, and is sent by a press when the reason is gone', async ({ actor, server }) => {
  const alice = await actor('alice')
  const { iden } = (await alice.call('/v2/devices', { nickname: 'Pixel' })).body
  const page = await alice.open(`/#devices/${iden}`)
  await sayLater(page, 'to the phone', /^In an hour/)
  await expect(rows(page)).toHaveCount(1)
  await alice.call(`/v2/devices/${iden}`, undefined, 'DELETE')
  await server.app.jobs.processAll((Date.now() + 3 * 3_600_000) * 1_000)
  await page.goto('/#people/me')
  await expect(rows(page)).toContainText('not sent')
  await expect(rows(page)).toContainText('The device is no longer part of this account.')
  await waiting(page).getByRole('button', { name: 'Delete' }).click()
  await expect(waiting(page)).toHaveCount(0)
  expect(await bodies(alice)).toEqual([])
})

test('written offline, a message for later is sent to the server when the network is back; files can be sent later too', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await say(page, 'now')
  await expect(history(page).getByRole('article')).toHaveCount(1)
  await goOffline(alice.context)
  await sayLater(page, 'from the train', /^Tomorrow morning/)
  await expect(history(page).getByText(/^Tomorrow at/)).toBeVisible()
  await alice.context.setOffline(false)
  await expect(rows(page)).toContainText('from the train')
  await expect(history(page).getByRole('article')).toHaveCount(1)

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^In an hour/ }).click()
  await (await chooser).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') })
  await sendChosen(page)
  await expect(rows(page)).toContainText('plan.txt')
  await act(page, 'plan.txt', 'Send now')
  await expect(history(page).getByRole('link', { name: /plan\.txt/ })).toBeVisible()
})
