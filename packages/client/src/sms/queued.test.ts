import { deleteText, updateText } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../ground/until.ts'
import { hasty, watched } from '../session/test-sessions.ts'
import { smsItems } from './test-phone.ts'
import { dana, draft, testTexter } from './test-texter.ts'

let server: TestServer
const { textsOf, texter, textsOnServer, closeAll } = testTexter(() => server)

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(closeAll)
afterAll(() => server.close())

const timestamp = 1_700_000_000

/** The SMS 'hello', which a phone has queued and keeps in its conversation, but has not sent yet. */
async function taken() {
  const { person, phone } = await texter()
  const opened = await textsOf(person)
  const { texts } = opened
  await smsItems(opened, phone, '7')
  const key = texts.send(draft(phone, 'hello')) as string
  const { iden } = await phone.takesText()
  const message = { id: '1', direction: 'outgoing' as const, timestamp, body: 'hello', guid: key }
  const keeps = async (status: string) => {
    const latest = { ...message, status }
    await phone.publish([{ id: '7', recipients: [dana], latest }], { 7: [latest] })
    await phone.tell()
  }
  await keeps('queued')
  await until(texts.thread(phone.device.iden, '7'), ({ items }) => items[0]?.created === timestamp)
  return {
    person,
    phone,
    texts,
    key,
    iden,
    keeps,
    says: (status: 'sent' | 'failed') => phone.session.call(updateText, { iden, data: { status } }),
    async item(state: string) {
      const [shown] = await smsItems(opened, phone, '7', `hello ${state}`)
      await until(texts.threads(phone.device.iden), ({ lines }) => lines[0]?.latest?.state === state)
      return shown
    },
  }
}

test('TEXT-012 TEXT-014 an SMS queued on a phone is pending until it is sent, and stays one message', async () => {
  const { key, keeps, says, item } = await taken()
  expect(await item('pending')).toMatchObject({ key, created: timestamp, own: true })
  await says('sent')
  expect(await item('settled')).toMatchObject({ key, created: timestamp, own: false })
  await keeps('sent')
  expect(await item('settled')).toMatchObject({ key, created: timestamp, own: false })
})

test('TEXT-014 GAP-087 an SMS that is queued or failed on a phone can be discarded', async () => {
  const waiting = await taken()
  expect(await waiting.item('pending')).toMatchObject({ own: true })
  await waiting.texts.discard(waiting.key)
  expect(await textsOnServer(waiting.person)).toMatchObject([{ active: false }])

  const failed = await taken()
  await failed.says('failed')
  await failed.keeps('failed')
  expect(await failed.item('failed')).toMatchObject({ own: true })
  await failed.texts.discard(failed.key)
  expect(await textsOnServer(failed.person)).toMatchObject([{ active: false }])
})

test('TEXT-014 GAP-087 an SMS that the server has deleted has the state of the phone, and cannot be discarded', async () => {
  const { phone, iden, keeps, item } = await taken()
  await phone.session.call(deleteText, { iden })
  await expect.poll(() => item('pending')).toMatchObject({ own: false })
  await keeps('failed')
  expect(await item('failed')).toMatchObject({ own: false })
})

/** A network on which SMS cannot be deleted while it is `down`. */
function lossy() {
  const network = { down: false }
  const watching = watched((call, send) =>
    network.down && call.includes('delete-text') ? Promise.reject(new TypeError('no network')) : send(),
  )
  return { ...watching, network }
}

test('GAP-087 an SMS that cannot be deleted from the server stays, here and elsewhere, until it can', async () => {
  const { person, phone } = await texter()
  const { network, platform } = lossy()
  const [here, elsewhere] = [await textsOf(person, { platform }), await textsOf(person, { platform })]
  await smsItems(elsewhere, phone, '7')
  const key = here.texts.send(draft(phone, 'hello')) as string
  await until(
    here.texts.thread(phone.device.iden, '7'),
    () => here.saved.read(`texts.outbox.${key}`)?.includes('"iden"') === true,
  )
  await smsItems(elsewhere, phone, '7', 'hello pending')
  network.down = true
  for (const opened of [here, elsewhere]) {
    await expect(opened.texts.discard(key)).rejects.toMatchObject({ code: 'network' })
    await smsItems(opened, phone, '7', 'hello pending')
  }
  network.down = false
  await here.texts.discard(key)
  for (const opened of [here, elsewhere]) await smsItems(opened, phone, '7')
  expect(await textsOnServer(person)).toMatchObject([{ active: false }])
})

test('TEXT-014 GAP-087 an SMS is sent again only when the failed one is deleted from the server', async () => {
  const { person, phone } = await texter()
  const { network, platform, calls } = lossy()
  const { texts } = await textsOf(person, { platform }, hasty(100))
  const key = texts.send(draft(phone, 'hello')) as string
  await phone.takesText('failed')
  await smsItems({ texts }, phone, '7', 'hello failed')
  const count = (what: string) => calls.filter((call) => call.includes(what)).length
  network.down = true
  texts.retry(key)
  await expect.poll(() => count('delete-text')).toBeGreaterThan(1)
  expect(count('create-text')).toBe(1)
  const [item] = await smsItems({ texts }, phone, '7', 'hello pending')
  await expect(texts.discard(item?.key ?? '')).rejects.toMatchObject({ code: 'network' })
  await smsItems({ texts }, phone, '7', 'hello pending')
  network.down = false
  expect((await phone.takesText('sent')).data.guid).not.toBe(key)
  await smsItems({ texts }, phone, '7', 'hello settled')
})
