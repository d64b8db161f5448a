import { deleteText, updateText } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hasty, watched } from '../session/test-sessions.ts'
import { until } from '../session/until.ts'
import { textRows } from './test-phone.ts'
import { dana, draft, testTexter } from './test-texter.ts'

let server: TestServer
const { textsOf, texter, textsOnServer, closeAll } = testTexter(() => server)

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(closeAll)
afterAll(() => server.close())

const timestamp = 1_700_000_000

/** 'hello', which a phone took over and keeps in its conversation, and has not sent yet. */
async function taken() {
  const { person, phone } = await texter()
  const opened = await textsOf(person)
  const { texts } = opened
  await textRows(opened, phone, '7')
  const key = texts.send(draft(phone, 'hello')) as string
  const { iden } = await phone.takesText()
  const message = { id: '1', direction: 'outgoing' as const, timestamp, body: 'hello', guid: key }
  const keeps = async (status: string) => {
    const latest = { ...message, status }
    await phone.publish([{ id: '7', recipients: [dana], latest }], { 7: [latest] })
    await phone.tell()
  }
  await keeps('queued')
  // Its time is the phone's from now on.
  await until(texts.thread(phone.device.iden, '7'), ({ items }) => items[0]?.created === timestamp)
  return {
    person,
    phone,
    texts,
    key,
    iden,
    keeps,
    says: (status: 'sent' | 'failed') => phone.session.call(updateText, { iden, data: { status } }),
    /** The row of the conversation, once that and its line in the list are like this. */
    async row(state: string) {
      const [item] = await textRows(opened, phone, '7', `hello ${state}`)
      await until(texts.threads(phone.device.iden), ({ lines }) => lines[0]?.latest?.state === state)
      return item
    },
  }
}

test('TEXT-012 TEXT-014 what lies in the outbox of a phone is pending until it is sent, and one message all the time', async () => {
  const { key, keeps, says, row: item } = await taken()
  expect(await item('pending')).toMatchObject({ key, created: timestamp, own: true })
  await says('sent')
  expect(await item('settled')).toMatchObject({ key, created: timestamp, own: false })
  await keeps('sent')
  expect(await item('settled')).toMatchObject({ key, created: timestamp, own: false })
})

test('TEXT-014 GAP-087 what lies in the outbox of a phone, or failed there, can be taken back', async () => {
  const waiting = await taken()
  expect(await waiting.row('pending')).toMatchObject({ own: true })
  await waiting.texts.discard(waiting.key)
  expect(await textsOnServer(waiting.person)).toMatchObject([{ active: false }])

  const failed = await taken()
  await failed.says('failed')
  await failed.keeps('failed')
  expect(await failed.row('failed')).toMatchObject({ own: true })
  await failed.texts.discard(failed.key)
  expect(await textsOnServer(failed.person)).toMatchObject([{ active: false }])
})

test('TEXT-014 GAP-087 what the server has forgotten is as the phone says, and not to be taken back', async () => {
  const { phone, iden, keeps, row: item } = await taken()
  await phone.session.call(deleteText, { iden })
  await expect.poll(() => item('pending')).toMatchObject({ own: false })
  await keeps('failed')
  expect(await item('failed')).toMatchObject({ own: false })
})

/** A network on which texts cannot be taken back while it is `down`. */
function lossy() {
  const network = { down: false }
  const watching = watched((call, send) =>
    network.down && call.includes('delete-text') ? Promise.reject(new TypeError('no network')) : send(),
  )
  return { ...watching, network }
}

test('GAP-087 a text that the server cannot be told to let go of stays, here and elsewhere, until it can', async () => {
  const { person, phone } = await texter()
  const { network, platform } = lossy()
  const [here, elsewhere] = [await textsOf(person, { platform }), await textsOf(person, { platform })]
  await textRows(elsewhere, phone, '7')
  const key = here.texts.send(draft(phone, 'hello')) as string
  await until(
    here.texts.thread(phone.device.iden, '7'),
    () => here.saved.read(`texts.outbox.${key}`)?.includes('"iden"') === true,
  )
  await textRows(elsewhere, phone, '7', 'hello pending')
  network.down = true
  for (const opened of [here, elsewhere]) {
    await expect(opened.texts.discard(key)).rejects.toMatchObject({ code: 'network' })
    await textRows(opened, phone, '7', 'hello pending')
  }
  network.down = false
  await here.texts.discard(key)
  for (const opened of [here, elsewhere]) await textRows(opened, phone, '7')
  expect(await textsOnServer(person)).toMatchObject([{ active: false }])
})

test('TEXT-014 GAP-087 a text goes out again only when the failed one is gone from the server', async () => {
  const { person, phone } = await texter()
  const { network, platform, calls } = lossy()
  const { texts } = await textsOf(person, { platform }, hasty(100))
  const key = texts.send(draft(phone, 'hello')) as string
  await phone.takesText('failed')
  await textRows({ texts }, phone, '7', 'hello failed')
  const count = (what: string) => calls.filter((call) => call.includes(what)).length
  network.down = true
  texts.retry(key)
  await expect.poll(() => count('delete-text')).toBeGreaterThan(1)
  expect(count('create-text')).toBe(1)
  const [item] = await textRows({ texts }, phone, '7', 'hello pending')
  await expect(texts.discard(item?.key ?? '')).rejects.toMatchObject({ code: 'network' })
  await textRows({ texts }, phone, '7', 'hello pending')
  network.down = false
  expect((await phone.takesText('sent')).data.guid).not.toBe(key)
  await textRows({ texts }, phone, '7', 'hello settled')
})
