import { phoneScreen } from '../../actors/accessibility.ts'
import { type Actor, expect, type Page, test } from '../../actors/actors.ts'
import { withDana } from '../../actors/phone.ts'
import { remoteDevice } from '../../actors/remote-device.ts'
import { channel } from '../../actors/sidebar.ts'
import { smallTargets } from '../../actors/touch.ts'

/** Gives an account something in every list. */
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
