import { connectedApps } from '@waypost/web/words/grant'
import { blockList, channelList, chatList, deviceList } from '@waypost/web/words/settings'
import { type Actor, expect, test } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { sentence } from '../../actors/words/sentence.ts'

async function withDevices(alice: Actor): Promise<void> {
  for (const nickname of ['Pixel 8', 'Laptop', 'Old PC']) await alice.call('/v2/devices', { nickname, type: 'linux' })
}

test('LIST-001 LIST-003 LIST-004 LIST-005 deleting a device takes two steps; a double press changes nothing; the focus moves to the next item, which is announced (acceptance point 23)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await withDevices(alice)
  const page = await alice.open('/#settings/devices')
  const remove = (name: string) => page.getByRole('button', { name: `Delete ${name}` })
  await remove('Laptop').dblclick()
  const group = page.getByRole('group', { name: 'Delete Laptop' })
  // The second click of a double click hits Cancel.
  await expect(group).toHaveCount(0)
  expect((await alice.call('/v2/devices?active=true')).body.devices).toHaveLength(3)

  await remove('Laptop').click()
  await expect(group.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove('Laptop')).toBeFocused()
  await remove('Laptop').click()
  await confirm(page, 'Delete')
  await expect(remove('Laptop')).toHaveCount(0)
  await expect(remove('Pixel 8')).toBeFocused()
  await expect(page.getByRole('log').getByText('Laptop deleted.')).toBeAttached()
  expect((await alice.call('/v2/devices?active=true')).body.devices).toHaveLength(2)
})

test("LIST-004 while it is being deleted the item says so, and a refusal is a banner with the server's message", async ({
  actor,
}) => {
  const alice = await actor('alice')
  await withDevices(alice)
  const page = await alice.open('/#settings/devices')
  let answer: (() => void) | undefined
  await page.route('**/v2/devices/*', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.fulfill({
      status: 400,
      json: { error: { code: 'invalid_request', type: 'invalid_request', message: 'Not today.' } },
    })
  })
  await page.getByRole('button', { name: 'Delete Laptop' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Deleting...')).toBeVisible()
  await expect.poll(() => answer !== undefined).toBe(true)
  answer?.()
  await expect(page.getByRole('alert').getByText('Error deleting Device')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Not today.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete Laptop' })).toBeVisible()
})

test('LIST-013 removing an app takes two steps, and its item says Deleting... meanwhile', async ({ actor }) => {
  const alice = await actor('alice')
  const { client_id } = (await alice.call('/v2/clients', { name: 'Doorbell', redirect_uri: 'https://bell.example.org/' })).body
  await alice.call('/oauth2/authorize', { client_id, redirect_uri: 'https://bell.example.org/', response_type: 'code' })
  const grants = async () => (await alice.call('/v2/grants?active=true')).body.grants
  expect(await grants()).toHaveLength(1)
  const page = await alice.open('/#settings/apps')
  let pass: (() => void) | undefined
  await page.route('**/v2/grants/*', async (route) => {
    await new Promise<void>((resolve) => (pass = resolve))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Delete Doorbell' }).click()
  await expect(page.getByRole('group', { name: 'Delete Doorbell' })).toBeVisible()
  expect(pass).toBeUndefined()
  await confirm(page, 'Delete')
  await expect(page.getByText('Deleting...')).toBeVisible()
  await expect.poll(() => pass !== undefined).toBe(true)
  expect(await grants()).toHaveLength(1)
  pass?.()
  await expect(page.getByText(connectedApps.empty)).toBeVisible()
  await expect(page.getByRole('log').getByText(sentence(connectedApps.disconnected, { name: 'Doorbell' }))).toBeAttached()
  await expect(page.getByText('Doorbell deleted')).toHaveCount(0)
  expect(await grants()).toEqual([])
})

test('LIST-006 LIST-007 a nickname is saved when its field loses the focus; Enter leaves the field, and Esc reverts it', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  const page = await alice.open('/#settings/devices')
  const names = async () => (await alice.call('/v2/devices')).body.devices.map((device: { nickname: string }) => device.nickname)
  const field = (name: string) => page.getByRole('textbox', { name: sentence(deviceList.nickname, { name }) })
  await field('Laptop').fill('Kitchen')
  await field('Laptop').press('Enter')
  await expect.poll(names).toEqual(['Kitchen'])
  await expect(field('Kitchen')).not.toBeFocused()
  await field('Kitchen').fill('Attic')
  await field('Kitchen').blur()
  await expect.poll(names).toEqual(['Attic'])
  await field('Attic').fill('Cellar')
  await field('Attic').press('Escape')
  await expect(field('Attic')).toHaveValue('Attic')
  await field('Attic').fill('   ')
  await field('Attic').press('Enter')
  await expect(field('Attic')).toHaveValue('Attic')
  expect(await names()).toEqual(['Attic'])
})

test('LIST-001 LIST-002 LIST-011 LIST-012 conversations, channels, blocked people and apps disappear from their lists on the server too', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/chats', { email: 'carol@example.org' })
  await alice.call('/v2/blocks', { email: 'spam@example.org' })
  await alice.call('/v2/channels', { tag: 'design', name: 'Design notes' })
  const { body: app } = await bob.call('/v2/clients', {
    name: 'Doorbell',
    redirect_uri: 'https://app.example/back',
    website_url: 'https://app.example',
  })
  await alice.call('/oauth2/authorize', { client_id: app.client_id, redirect_uri: 'https://app.example/back' })
  const page = await alice.open('/#settings/people')
  const lists = [
    ['people', 'carol@example.org', 'chats', chatList.empty],
    ['channels', 'Design notes', 'channels', channelList.empty],
    ['blocks', 'spam@example.org', 'blocks', blockList.empty],
    ['apps', 'Doorbell', 'grants', connectedApps.empty],
  ] as const
  for (const [key, name, type, empty] of lists) {
    await page.goto(`/#settings/${key}`)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await confirm(page, 'Delete')
    await expect(page.getByText(empty)).toBeVisible()
    expect((await alice.call(`/v2/${type}?active=true`)).body[type]).toEqual([])
  }
})
