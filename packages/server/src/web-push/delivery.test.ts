import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { microseconds } from '../change.ts'
import { openFetcher } from '../fetch/public-fetcher.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'
import { sender } from './encrypt-and-send.ts'
import { messageMilliseconds } from './rules.ts'
import { type PushService, startPushService } from './test-push-service.ts'

type Browser = Awaited<ReturnType<PushService['subscribe']>>

const second = 1_000_000
const hour = 3_600 * second

let server: TestServer
let service: PushService
let people = 0
let alice: string
let email: string
let bob: string
let browser: Browser

beforeAll(async () => {
  // Each node counts its messages separately.
  server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' }, { nodes: 1 })
  service = await startPushService()
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
beforeEach(async () => {
  email = `alice-${++people}@example.org`
  alice = (await server.signUp(email)).token
  browser = await service.subscribe(server, alice)
})
afterAll(async () => {
  await server.close()
  await service.close()
})

const send = async (body: string, fields: object = {}): Promise<Json> =>
  (await server.request('/v2/pushes', { token: bob, body: { body, email, ...fields } })).body
const device = async ({ device } = browser): Promise<Json> =>
  (await server.request(`/v2/devices/${device}`, { token: alice })).body
const waiting = () =>
  server.app.db.all<{ at: number }>("SELECT at FROM job WHERE type = 'web-push' AND payload LIKE $1", [`%${browser.device}%`])

async function sendAnswered(body: string, ...answers: Parameters<PushService['answer']>[1][]): Promise<void> {
  service.answer(browser, ...answers)
  const refused = browser.refused()
  await send(body)
  await refused
  await server.app.jobs.processAll()
}

async function counts(): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.origin}/metrics`)).text()
  return Object.fromEntries(
    Array.from(text.matchAll(/^waypost_web_push_(\w+)_total (\d+)$/gm), ([, name, count]) => [name, Number(count)]),
  )
}

describe('a web push subscription', () => {
  test('that its push service does not know any more is forgotten, which its device shows', async () => {
    const before = await counts()
    for (const status of [404, 410]) {
      await sendAnswered('gone', { status })
      expect([await waiting(), browser.received]).toEqual([[], []])
      expect(await device()).toMatchObject({ active: true })
      expect(await device()).not.toHaveProperty('web_push')
      browser = await service.subscribe(server, alice)
    }
    expect(await counts()).toMatchObject({ forgotten: (before.forgotten ?? 0) + 2, failed: before.failed })
  })

  test('whose push service does not accept this server stays, and the log warns of the first refusal', async () => {
    const before = await counts()
    const warn = vi.spyOn(server.app.http.log, 'warn')
    try {
      await sendAnswered('refused', ...[400, 401, 403].map((status) => ({ status })))
      for (let round = 1; round <= 2; round++) await server.app.jobs.processAll(microseconds() + round * hour)
      expect([browser.requests, browser.received]).toEqual([3, []])
      expect((await device()).web_push).toBe(true)
      await server.app.jobs.processAll(microseconds() + 3 * hour)
      expect((await browser.next()).message).toMatchObject({ push: { body: 'refused' } })
      const { host } = new URL(service.origin)
      const sentence = 'A push service refuses the messages of this server: status 400: because'
      expect(warn.mock.calls).toEqual([[{ device: browser.device, pushService: host }, sentence]])
      await sendAnswered('refused again', { status: 403 })
      expect(warn).toHaveBeenCalledTimes(2)
      await server.app.jobs.processAll(microseconds() + hour)
      expect((await browser.next()).message).toMatchObject({ push: { body: 'refused again' } })
      await sendAnswered('an outage', { status: 503 })
      expect(warn).toHaveBeenCalledTimes(2)
    } finally {
      warn.mockRestore()
    }
    expect(await counts()).toMatchObject({ forgotten: before.forgotten, failed: before.failed })
  })

  test('stays when another one has replaced it while its push service answered', async () => {
    await sendAnswered('first', { status: 503 })
    const other = service.browser()
    const body = { device_iden: browser.device, ...other.subscription }
    expect((await server.request('/v3/subscribe-web-push', { token: alice, body })).status).toBe(200)
    await server.app.jobs.processAll(microseconds() + hour)
    expect((await other.next()).message).toMatchObject({ kind: 'push', push: { body: 'first' } })
    expect((await device()).web_push).toBe(true)
  })

  test('whose address is one of a private network is gone; one whose name leads into one now, or is not known, is tried again', async () => {
    const addresses: Record<string, string> = { 'inside.example.org': '127.0.0.1', 'filtered.example.org': '0.0.0.0' }
    const fetcher = openFetcher({
      resolve: async (name) => {
        if (!addresses[name]) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
        return [{ address: addresses[name], family: 4 }]
      },
    })
    const [public_key, private_key] = (await server.app.db
      .all<{ public_key: string; private_key: string }>('SELECT public_key, private_key FROM web_push_key')
      .then((rows) => [rows[0]?.public_key, rows[0]?.private_key])) as [string, string]
    const config = { supportEmail: undefined, mailFrom: 'waypost@example.org' }
    const sends = sender({ keys: { public_key, private_key }, config, fetcher, origin: () => server.origin })
    const verdictAt = async (host: string) => {
      const to = { ...browser.subscription, endpoint: `https://${host}/push` } as Parameters<typeof sends>[0]
      const message = { kind: 'fetch', user_iden: 'u', iden: 'p' } as const
      return (await sends(to, message, { ttl: 60, urgency: 'high' }, new AbortController().signal)).verdict
    }
    expect(await verdictAt('127.0.0.1')).toBe('gone')
    for (const name of ['inside', 'filtered', 'nowhere'])
      expect([name, await verdictAt(`${name}.example.org`)]).toEqual([name, 'later'])
  })
})

describe('a message', () => {
  test('that its push service finds too large is one that has to be fetched', async () => {
    await sendAnswered('large', { status: 413 })
    expect((await browser.next()).message).toMatchObject({ kind: 'fetch' })
    const before = await counts()
    await sendAnswered('larger', { status: 413 }, { status: 413 })
    expect([await waiting(), browser.received]).toEqual([[], []])
    expect(await counts()).toMatchObject({ failed: (before.failed ?? 0) + 1 })
    expect((await device()).web_push).toBe(true)
  })

  test('waits as long as its push service asks for, an hour at most, and stays the same', async () => {
    await sendAnswered('first try', { status: 429, headers: { 'retry-after': '120' } })
    await server.app.jobs.processAll(microseconds() + 110 * second)
    expect(browser.requests).toBe(1)
    await server.app.jobs.processAll(microseconds() + 121 * second)
    const { message, headers } = await browser.next()
    expect(message).toMatchObject({ kind: 'push', push: { body: 'first try' } })
    expect(headers.topic).toHaveLength(32)
    await sendAnswered('patience', { status: 503, headers: { 'retry-after': '999999' } })
    await server.app.jobs.processAll(microseconds() + hour + second)
    expect((await browser.next()).message).toMatchObject({ push: { body: 'patience' } })
    const inAnHour = new Date(Date.now() + 1_800_000).toUTCString()
    await sendAnswered('a date', { status: 429, headers: { 'retry-after': inAnHour } })
    const [job] = await waiting()
    expect(((job?.at ?? 0) - microseconds()) / second).toBeGreaterThan(1_700)
    expect(((job?.at ?? 0) - microseconds()) / second).toBeLessThanOrEqual(1_800)
  })

  test('waits, too, while its push service has had too many for that browser; then one goes first', async () => {
    const tooMany = { status: 429, headers: { 'retry-after': '600' } }
    await sendAnswered('first', tooMany)
    await send('second')
    await send('third')
    await server.app.jobs.processAll(microseconds() + 590 * second)
    expect([browser.requests, (await waiting()).length]).toEqual([1, 3])
    await server.restart()
    await server.app.jobs.processAll(microseconds() + 590 * second)
    expect(browser.requests).toBe(1)
    // It still has too many: it gets one request, not all that were waiting.
    service.answer(browser, tooMany)
    await server.app.jobs.processAll(microseconds() + 700 * second)
    expect([browser.requests, (await waiting()).length]).toEqual([2, 3])
    await server.app.jobs.processAll(microseconds() + 1_400 * second)
    await server.app.jobs.processAll(microseconds() + 1_402 * second)
    const bodies: Json[] = []
    for (let count = 0; count < 3; count++) bodies.push(((await browser.next()).message as Json).push.body)
    expect(bodies.toSorted()).toEqual(['first', 'second', 'third'])
    await send('afterwards')
    expect((await browser.next()).message).toMatchObject({ push: { body: 'afterwards' } })
  })

  test('is tried again, less and less often, after faults of its push service and of the network', async () => {
    const faults = [500, 502, 504, 408, 425].map((status) => ({ status }))
    await sendAnswered('again', ...faults)
    for (let round = 1; round <= 4; round++) {
      const now = microseconds() + round * hour
      await server.app.jobs.processAll(now)
      const [job] = await waiting()
      // Doubling from two seconds, minus a random part of up to a quarter.
      const wait = ((job?.at ?? 0) - now) / second
      expect(wait).toBeGreaterThanOrEqual(0.75 * 2 ** (round + 1))
      expect(wait).toBeLessThanOrEqual(2 ** (round + 1))
    }
    expect(browser.requests).toBe(5)
    await server.app.jobs.processAll(microseconds() + 5 * hour)
    expect((await browser.next()).message).toMatchObject({ push: { body: 'again' } })
    expect(await waiting()).toEqual([])
    // Not at once, even on a persistent connection: the push service may have read the message.
    await sendAnswered('broken off', { status: 0 })
    expect(browser.requests).toBe(7)
    await server.app.jobs.processAll(microseconds() + hour)
    expect((await browser.next()).message).toMatchObject({ push: { body: 'broken off' } })
  })

  test('is sent after a restart, with the topic that it had', async () => {
    await sendAnswered('before', { status: 503, headers: { 'retry-after': '5' } })
    await server.restart()
    await server.app.jobs.processAll(microseconds() + 6 * second)
    const first = await browser.next()
    expect(first.message).toMatchObject({ push: { body: 'before' } })
    // As after a crash between the push service's response and the end of the job.
    const { iden } = (await server.request('/v2/pushes?limit=1', { token: alice })).body.pushes[0]
    const owner = (await server.request('/v2/users/me', { token: alice })).body.iden
    const payload = { owner, device: browser.device, push: iden, until: microseconds() + hour, tries: 0 }
    await server.app.db.write((tx) => server.app.jobs.add(tx, { type: 'web-push', payload }))
    const again = await browser.next()
    expect([again.message, again.headers.topic]).toEqual([first.message, first.headers.topic])
  })

  test('that was dismissed or read before its push service took it is not sent any more', async () => {
    for (const end of ['dismissed', 'read'] as const) {
      await sendAnswered('late', { status: 503 })
      const { iden, created } = (await server.request('/v2/pushes?limit=1', { token: alice })).body.pushes[0]
      const markers = [{ conversation: 'email:bob@example.org', read_to: created }]
      if (end === 'dismissed') await server.request(`/v2/pushes/${iden}`, { token: alice, body: { dismissed: true } })
      else await server.request('/v2/read_markers', { token: alice, body: { markers } })
      await server.app.jobs.processAll(microseconds() + hour)
      expect([await waiting(), browser.received]).toEqual([[], []])
    }
  })

  test('that no push service has taken for as long as it is valid is given up; others after it are still sent', async () => {
    const before = await counts()
    await sendAnswered('never', { status: 503 })
    service.answer(browser, { status: 503 })
    await server.app.jobs.processAll(microseconds() + messageMilliseconds.push * 1_000)
    expect(await waiting()).toEqual([])
    expect(await counts()).toMatchObject({ failed: (before.failed ?? 0) + 1 })
    await send('works again')
    expect((await browser.next()).message).toMatchObject({ push: { body: 'works again' } })
    await sendAnswered('the last', { status: 503 })
    // It was failing before, and still is when the message expires.
    await server.app.db.write((tx) => tx.run('UPDATE web_push_subscription SET failing_since = 1 WHERE failing_since > 1', []))
    service.answer(browser, { status: 403 })
    await server.app.jobs.processAll(microseconds() + messageMilliseconds.push * 1_000)
    expect(await device()).not.toHaveProperty('web_push')
  })

  test('waits with at most a hundred others for a push service that is in trouble', async () => {
    service.answer(browser, ...Array.from({ length: 200 }, () => ({ status: 503, headers: { 'retry-after': '60' } })))
    for (let count = 0; count < 110; count++) await send(`${count}`)
    await server.app.jobs.processAll()
    const count = (await waiting()).length
    expect(count).toBeGreaterThanOrEqual(100)
    expect(count).toBeLessThan(110)
  })
})

test('a push service that does not answer holds up no other', async () => {
  // No request times out, so nothing gets a turn because another has ended.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  const silent = await startPushService()
  try {
    const crowd = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const address = `crowd-${people}-${index}@example.org`
        const { token } = await server.signUp(address)
        const one = await silent.subscribe(server, token)
        silent.answer(one, ...Array.from({ length: 20 }, () => undefined))
        return address
      }),
    )
    for (let round = 0; round < 8; round++) await Promise.all(crowd.map((address) => send('to nowhere', { email: address })))
    await send('to a browser')
    expect((await browser.next()).message).toMatchObject({ push: { body: 'to a browser' } })
  } finally {
    await silent.close()
  }
})
