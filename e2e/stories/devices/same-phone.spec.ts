import { textStates } from '@waypost/web/words/sms'
import { samePhone } from '@waypost/web/words/target'
import { type Actor, expect, type Page, test } from '../../actors/actors.ts'
import { bubble, reply, threads, title } from '../../actors/phone.ts'
import { signInGateway } from '../../actors/phones/gateway-phone.ts'
import { androidPhone } from '../../actors/phones/paired.ts'
import { sentence } from '../../actors/words/sentence.ts'

const ana = '+15550100199'
const strip = (page: Page) => page.getByText(textStates.throughServer)

async function phoneWithBoth(origin: string, actor: Actor) {
  const { address, code } = (await actor.call('/v3/sms-gateway-code', {})).body
  const gateway = await signInGateway(address, code)
  await gateway.listens()
  const paired = await androidPhone(origin, actor)
  return { gateway, paired }
}

/** Sets on the page of the device that it is the same phone. */
async function choose(page: Page, device: string): Promise<void> {
  await page.goto(`/#devices/${device}`)
  await page.getByRole('button', { name: 'About Google Pixel' }).click()
  await page.getByRole('combobox', { name: samePhone.label }).selectOption({ label: 'Pixel' })
  await expect(page.getByRole('log').getByText(sentence(samePhone.chosen, { name: 'Pixel' }))).toHaveCount(1)
}

async function collectNotices(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const told: string[] = []
    Object.assign(globalThis, { told })
    ServiceWorkerRegistration.prototype.showNotification = async (words, options) => {
      told.push(`${words}: ${options?.body}`)
    }
    const Collected = class {
      static readonly permission = 'granted'
      constructor(words: string, options?: NotificationOptions) {
        told.push(`${words}: ${options?.body}`)
      }
      close() {}
    }
    Object.defineProperty(globalThis, 'Notification', { value: Collected, configurable: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told)
}

test('a phone with both apps: a text that both receive shows once and notifies once', async ({ actor, server }) => {
  const alice = await actor('alice')
  const { gateway, paired } = await phoneWithBoth(server.origin, alice)
  const page = await alice.open()
  await choose(page, gateway.device)
  await page.goto('/#people/me')
  const told = await collectNotices(page)
  paired.phone.receive(paired.phone.message({ addresses: [{ address: ana }], body: 'Are you there?' }))
  await gateway.receives('5550100199', 'Are you there?')
  paired.phone.receive(paired.phone.message({ addresses: [{ address: ana }], body: 'The end' }))
  await gateway.receives('5550100199', 'The end')
  await expect.poll(async () => (await told()).filter((each) => each.endsWith('The end'))).toHaveLength(1)
  expect((await told()).filter((each) => each.endsWith('Are you there?'))).toHaveLength(1)

  await page.goto(`/#sms/${gateway.device}`)
  await expect(page).toHaveURL(new RegExp(`#sms/${paired.iden}/`))
  await expect(threads(page)).toHaveCount(1)
  await expect(bubble(page, 'Are you there?')).toHaveCount(1)
  await expect(bubble(page, 'The end')).toHaveCount(1)
  await paired.close()
})

test('while the companion is away a text goes through the server, and stands once in the thread after its return', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const { gateway, paired } = await phoneWithBoth(server.origin, alice)
  const { phone } = paired
  phone.receive(phone.message({ addresses: [{ address: ana }], body: 'Where are you?' }))
  const page = await alice.open()
  await choose(page, gateway.device)
  await page.goto(`/#sms/${paired.iden}`)
  await expect(bubble(page, 'Where are you?')).toBeVisible()
  await expect(title(page)).toHaveText(ana)
  await expect(strip(page)).toHaveCount(0)

  await paired.leaves()
  await page.reload()
  await expect(strip(page)).toBeVisible()
  await reply(page).fill('On my way')
  await reply(page).press('Enter')
  await expect(bubble(page, 'On my way')).toHaveCount(1)
  const [text] = await gateway.given('On my way')
  if (!text) throw new Error('The phone was given no text.')
  expect(text.phoneNumbers).toEqual([ana])
  await gateway.says(text, 'Sent')
  await expect(bubble(page, 'On my way').getByText('Pending', { exact: true })).toHaveCount(0)
  await expect(bubble(page, 'On my way')).toHaveCount(1)

  // Android stores messages sent by another app among its texts.
  phone.messages.push(phone.message({ addresses: [{ address: ana }], body: 'On my way', type: 2 }))
  await paired.returns()
  phone.receive(phone.message({ addresses: [{ address: ana }], body: 'Good' }))
  await expect(bubble(page, 'Good')).toHaveCount(1)
  await expect(strip(page)).toHaveCount(0)
  await expect(bubble(page, 'On my way')).toHaveCount(1)
  await reply(page).fill('See you')
  await reply(page).press('Enter')
  expect((await phone.next('sms.request')).body.messageBody).toBe('See you')
  await paired.close()
})
