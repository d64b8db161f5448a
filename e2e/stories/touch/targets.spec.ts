import type { Locator } from '@playwright/test'
import { messageMenuWords, messageTools } from '@waypost/web/words/push/menu'
import { voiceButton, voiceStrip } from '@waypost/web/words/push/voice'
import { targetActionsWords } from '@waypost/web/words/target'
import { close as closeText, copied, goToADate } from '@waypost/web/words/ui/words'
import { phoneScreen } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { withDana } from '../../actors/phone.ts'
import { remoteDevice } from '../../actors/remote-device.ts'
import { channel } from '../../actors/sidebar.ts'
import { smallTargets } from '../../actors/touch.ts'

async function withEverything(alice: Actor): Promise<void> {
  await alice.call('/v2/chats', { email: 'carol@example.org' })
  await alice.call('/v2/blocks', { email: 'spam@example.org' })
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux', manufacturer: 'Lenovo', model: 'X1' })
  await channel(alice, 'garden', 'Garden notes')
  const to = { email: 'carol@example.org' }
  await alice.call('/v2/pushes', { type: 'note', body: 'Look at https://example.org/plan before Monday', ...to })
  await alice.call('/v2/pushes', { type: 'link', url: 'https://example.org/plan', title: 'The plan', ...to })
  await alice.call('/v2/pushes', { type: 'list', title: 'Shopping', items: ['Bread', 'Salt'], ...to })
  const { body } = await alice.call('/v2/pushes', { type: 'note', body: 'Pinned, with a reaction', ...to })
  await alice.call(`/v2/pushes/${body.iden}`, { pinned: true })
}

const routes = [
  '/#people',
  '/#people/me',
  '/#people/carol@example.org',
  '/#people/new',
  '/#devices',
  '/#devices/new',
  '/#following',
  '/#following/new',
  '/#setup',
  '/#setup/progress',
  '/#settings',
  '/#settings/account',
  '/#settings/history',
  '/#settings/devices',
  '/#settings/invite',
  '/#settings/people',
  '/#settings/blocks',
  '/#settings/clients',
  '/#settings/encryption',
  '/#sms',
  '/#remotefiles',
  '/apps',
  '/channels',
  '/channel?tag=garden',
  '/my-channels',
  '/my-channel?tag=garden',
  '/support',
]

async function judge(page: Page, name: string): Promise<string[]> {
  return (await smallTargets(page)).map((fault) => `${name}: ${fault}`)
}

test('on a phone everything that can be pressed is at least 44 pixels high and wide', async ({ actor, server }) => {
  test.slow()
  const alice = await actor('alice', phoneScreen)
  await withEverything(alice)
  await withDana(alice)
  const laptop = await remoteDevice(server.origin, alice, { '~': [] })
  const page = await alice.open('about:blank')
  const faults: string[] = []
  for (const route of routes) {
    await page.goto('about:blank')
    await page.goto(route)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    faults.push(...(await judge(page, route)))
  }
  laptop.close()
  expect(faults).toEqual([])
})

test('on a phone every button of menus, dialogs, strips, toasts and banners is at least 44 pixels high and wide', async ({
  actor,
}) => {
  test.slow()
  const alice = await actor('alice', { ...phoneScreen, permissions: ['microphone', 'clipboard-read', 'clipboard-write'] })
  await withEverything(alice)
  const page = await alice.open('/#people')
  const faults: string[] = []
  const look = async (what: string, shown: Locator) => {
    await expect(shown.first()).toBeVisible()
    faults.push(...(await judge(page, what)))
  }
  const menu = page.getByRole('menu')
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const closeByKey = () => page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).tap()
  await look('the menu of the header', menu)
  await closeByKey()
  await page.goto('/#people/carol@example.org')
  const message = history(page).getByRole('article').filter({ hasText: 'Look at' })
  await expect(message).toBeVisible()
  await page.getByRole('button', { name: 'Conversation actions' }).tap()
  await look('the menu of the conversation', menu)
  await page.getByRole('menuitem', { name: goToADate }).tap()
  await look('the dialog of a date', dialog)
  await closeByKey()
  await page.getByRole('button', { name: 'Conversation actions' }).tap()
  await page.getByRole('menuitem', { name: 'Block' }).tap()
  await look('the dialog that blocks', dialog)
  await closeByKey()
  const openMenu = async () => {
    await message.tap()
    await message.getByRole('button', { name: messageTools.menu }).tap()
    await expect(menu).toBeVisible()
  }
  await openMenu()
  await look('the menu of a message', menu)
  await closeByKey()
  for (const item of ['Forward', 'Details', 'More emoji'] as const) {
    await openMenu()
    await menu
      .getByText(item)
      .or(menu.getByRole('button', { name: item }))
      .or(menu.getByLabel(item))
      .first()
      .tap()
    await look(`the dialog ${item}`, dialog)
    await dialog.getByRole('button', { name: closeText }).tap()
  }
  for (const item of ['Reply', 'Edit'] as const) {
    await openMenu()
    await page.getByRole('menuitem', { name: item }).tap()
    await look(`the strip of ${item}`, page.getByRole('button', { name: /^Cancel/ }))
    await page.getByRole('button', { name: /^Cancel/ }).tap()
  }
  await openMenu()
  await page.getByRole('menuitem', { name: messageMenuWords.copyText }).tap()
  await look('a toast', page.getByText(copied))
  await composer(page).fill('for later')
  await look('a draft', page.getByRole('button', { name: voiceStrip.send, exact: true }))
  await composer(page).fill('')
  await page.getByRole('button', { name: voiceButton.record }).tap()
  await look('a voice message', page.getByRole('button', { name: 'Discard' }))
  await page.getByRole('button', { name: 'Discard' }).tap()
  await page.getByRole('button', { name: 'Conversation actions' }).tap()
  await page.getByText('Mute', { exact: true }).tap()
  await page.getByText(targetActionsWords.always, { exact: true }).tap()
  await look('a toast with an action', page.getByRole('button', { name: targetActionsWords.undo }))
  await openMenu()
  await page
    .getByRole('menuitem', { name: /^Delete/ })
    .first()
    .tap()
  await look('a deletion', history(page).getByRole('button', { name: targetActionsWords.undo }))
  await history(page).getByRole('button', { name: targetActionsWords.undo }).tap()
  await page.keyboard.press('ControlOrMeta+K')
  await look('the palette', dialog)
  await closeByKey()
  expect(faults).toEqual([])
})
