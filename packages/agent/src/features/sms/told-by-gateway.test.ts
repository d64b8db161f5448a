import { testSessions } from '@waypost/client/session/test-sessions'
import { gatewayFingerprint, phoneFingerprint, withSamePhone } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { IncomingSms } from '../../phone/phone.ts'
import { openToldByGateway } from './told-by-gateway.ts'

let server: TestServer
const sessions = testSessions(() => server.origin)
const closings: (() => void)[] = []
let people = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => {
  for (const close of closings.splice(0)) close()
  sessions.closeAll()
})
afterAll(() => server.close())

const text = (body: string): IncomingSms => ({ thread_id: '1', title: 'Ana', body, timestamp: 1_000_000, address: '+15550100' })

/** A companion whose phone is also another device. @param answers whether that device answers pings */
async function companion(answers: boolean, waits = { pong: 300, text: 300 }) {
  const ana = await server.signUp(`told-${++people}@example.org`)
  const session = await sessions.started(ana)
  const there = await sessions.started(ana)
  const make = (fingerprint: string) => there.device.create({ nickname: 'Pixel', type: 'android', fingerprint } as object)
  const paired = (await make(phoneFingerprint('desk', 'pixel')))?.iden ?? ''
  const gateway = (await make(gatewayFingerprint('1')))?.iden ?? ''
  await vi.waitFor(() => expect(session.mirror.of('devices').get().entries.size).toBe(2))
  const link = () => session.preferences.set(withSamePhone({}, session.device.$all.get(), gateway, paired))
  there.onEphemeral(({ type }) => {
    if (type === 'ping' && answers) void there.sendEphemeral({ type: 'pong', device_iden: gateway })
  })
  const teller = openToldByGateway({ session, device: paired, waits })
  closings.push(teller.close)
  const late: string[] = []
  return {
    link,
    late,
    withhold: (...bodies: string[]) =>
      teller.withhold(bodies.map(text), (texts) => late.push(...texts.map(({ body }) => body))).map(({ body }) => body),
    tells: (body: string) =>
      there.sendEphemeral({
        type: 'sms_changed',
        source_device_iden: gateway,
        notifications: [{ ...text(body), title: '5550100' }],
      }),
    /** Waits until the session has received everything sent before. */
    async heard() {
      const end = crypto.randomUUID()
      const { promise, resolve } = Promise.withResolvers<void>()
      session.onEphemeral(({ type }) => type === end && resolve())
      await there.sendEphemeral({ type: end })
      await promise
    },
  }
}

test('without another device that is the same phone the companion tells at once', async () => {
  const { withhold } = await companion(true)
  expect(withhold('hello')).toEqual(['hello'])
})

test('the companion does not tell of a text that the other device has told of', async () => {
  const { link, withhold, tells, heard, late } = await companion(true)
  await link()
  await tells('hello')
  await heard()
  expect(withhold('hello', 'news')).toEqual([])
  await vi.waitFor(() => expect(late).toEqual(['news']))
})

test('nor of one that the other device tells of soon', async () => {
  const { link, withhold, tells, heard, late } = await companion(true, { pong: 10_000, text: 3_000 })
  await link()
  expect(withhold('hello')).toEqual([])
  await tells('hello')
  await heard()
  expect(withhold('news')).toEqual([])
  await vi.waitFor(() => expect(late).not.toEqual([]))
  expect(late).toEqual(['news'])
})

test('while the other device is away the companion tells', async () => {
  const { link, withhold, late } = await companion(false)
  await link()
  expect(withhold('hello')).toEqual([])
  await vi.waitFor(() => expect(late).toEqual(['hello']))
})
