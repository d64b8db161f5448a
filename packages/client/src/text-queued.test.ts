import { deleteText, updateText } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { textRows } from './test-phone.ts'
import { dana, draft, testTexter } from './test-texter.ts'
import { until } from './until.ts'

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
  await until(texts.thread(phone.device.iden, '7'), ({ rows }) => rows[0]?.created === timestamp)
  return {
    person,
    phone,
    texts,
    key,
    iden,
    keeps,
    says: (status: 'sent' | 'failed') => phone.client.call(updateText, { iden, data: { status } }),
    /** The row of the conversation, once that and its line in the list are like this. */
    async row(state: string) {
      const [row] = await textRows(opened, phone, '7', `hello ${state}`)
      await until(texts.threads(phone.device.iden), ({ lines }) => lines[0]?.latest?.state === state)
      return row
    },
  }
}

test('TEXT-012 TEXT-014 what lies in the outbox of a phone is pending until it is sent, and one message all the time', async () => {
  const { key, keeps, says, row } = await taken()
  expect(await row('pending')).toMatchObject({ key, created: timestamp, own: true })
  await says('sent')
  expect(await row('settled')).toMatchObject({ key, created: timestamp, own: false })
  await keeps('sent')
  expect(await row('settled')).toMatchObject({ key, created: timestamp, own: false })
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
  const { phone, iden, keeps, row } = await taken()
  await phone.client.call(deleteText, { iden })
  await expect.poll(() => row('pending')).toMatchObject({ own: false })
  await keeps('failed')
  expect(await row('failed')).toMatchObject({ own: false })
})
