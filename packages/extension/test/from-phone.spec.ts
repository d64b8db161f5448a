import { androidPhone } from '../../../e2e/actors/phones/paired.ts'
import { words } from '../src/background/notices/words.ts'
import { eachBrowser, expect, type Person } from './harness.ts'
import { until } from './stage.ts'
import { noteGone, noteWith, replyTo } from './told.ts'

const id = (number: number) => `0|org.example.chat|${number}|null|10001`
const owner = ({ token, call }: Person) => ({
  token,
  call: async (path: string, body?: object) => ({ body: await call(path, body) }),
})

eachBrowser('a notification of the phone is answered there, and dismissed both ways', async ({ server, person, extension }) => {
  const ann = await person('ann')
  const { phone, close } = await androidPhone(server.origin, owner(ann))
  await extension.signIn(ann)
  await phone.notify(id(1), { title: 'Cem', text: 'Lunch at noon?', requestReplyId: 'r1' })
  const window = await replyTo(extension, 'Lunch at noon?')
  await window.fill('Reply to Cem', 'Gladly')
  await window.press('Send')
  expect((await phone.next('notification.reply')).body).toEqual({ requestReplyId: 'r1', message: 'Gladly' })
  await phone.notify(id(2), { title: 'Dee', text: 'Tickets' })
  await noteWith(extension, 'Tickets')
  phone.cancel(id(2))
  await noteGone(extension, 'Tickets')
  await phone.notify(id(3), { title: 'Eve', text: 'Invoice' })
  extension.desktop.dismiss(await noteWith(extension, 'Invoice'))
  await until(async () => phone.received.some(({ body }) => body.cancel === id(3)))
  await close()
})

eachBrowser('a reply that the phone does not take stays in its window, with the reason', async (given) => {
  const { server, person, extension } = given
  const ann = await person('ann')
  const { phone, leaves, returns, close } = await androidPhone(server.origin, owner(ann))
  await extension.signIn(ann)
  await phone.notify(id(1), { title: 'Cem', text: 'Lunch at noon?', requestReplyId: 'r1' })
  const window = await replyTo(extension, 'Lunch at noon?')
  await leaves()
  await window.fill('Reply to Cem', 'Gladly')
  await window.press('Send')
  await window.sees(words.phoneSilent)
  expect(await window.evaluate(() => document.querySelector('textarea')?.value, undefined)).toBe('Gladly')
  await returns()
  await close()
})

eachBrowser('a text is told of and answered through the phone', async ({ server, person, extension }) => {
  const ann = await person('ann')
  const paired = await androidPhone(server.origin, owner(ann))
  const { phone } = paired
  const ben = { address: '+15550100' }
  await paired.leaves()
  phone.messages = [phone.message({ addresses: [ben], body: 'Are you there?', date: Date.now() - 60_000 })]
  await paired.returns()
  // Nobody follows SMS until a phone sends some, and those the companion finds at first aren't notified.
  const threads = () => ann.call(`/v2/permanents/${paired.iden}_threads`).then(JSON.stringify, () => '')
  await until(async () => (await threads()).includes('Are you there?'))
  await extension.signIn(ann)
  phone.receive(phone.message({ addresses: [ben], body: 'See you at eight' }))
  const window = await replyTo(extension, 'See you at eight')
  await window.fill('Reply to +15550100', 'On my way')
  await window.press('Send')
  expect((await phone.next('sms.request')).body).toMatchObject({ addresses: [ben], messageBody: 'On my way' })
  await paired.close()
})

eachBrowser(
  'with the end-to-end password, what a phone has encrypted is shown and answered',
  async ({ server, person, extension }) => {
    const ann = await person('ann')
    const password = 'four words of mine'
    const { phone, close } = await androidPhone(server.origin, owner(ann), password)
    await extension.signIn(ann)
    const options = await extension.open('options.html')
    await options.sees('Encryption password')
    // Firefox gives this field no role that tools could find it by.
    await options.evaluate((words) => {
      const field = document.querySelector<HTMLInputElement>('input[type=password]')
      if (field) field.value = words
    }, password)
    await options.press('Set the password')
    await options.sees('Password set.')
    await phone.notify(id(1), { title: 'Cem', text: 'A secret', requestReplyId: 'r1' })
    const window = await replyTo(extension, 'A secret')
    await window.fill('Reply to Cem', 'Kept')
    await window.press('Send')
    expect((await phone.next('notification.reply')).body).toEqual({ requestReplyId: 'r1', message: 'Kept' })
    await close()
  },
)
