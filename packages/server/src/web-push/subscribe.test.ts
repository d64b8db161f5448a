// On the engines too: subscriptions are upserted, and known to both nodes.

import { createECDH, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpointLength } from '@waypost/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertToken } from '../access-token/rows.ts'
import { openSqlite } from '../db/sqlite.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'
import { browsersPerAccount } from './calls.ts'
import { readEndpoint, showsAll } from './rules.ts'
import { type PushService, startPushService } from './test-push-service.ts'
import { openKeys } from './web-push.ts'

let server: TestServer
/** Fetches only from the public network, as real servers do. */
let strict: TestServer
let service: PushService
let people = 0
let email: string
let alice: { token: string; iden: string }

beforeAll(async () => {
  server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' })
  strict = await startTestServer()
  service = await startPushService()
})
beforeEach(async () => {
  email = `alice-${++people}@example.org`
  const { token, account } = await server.signUp(email)
  alice = { token, iden: account.iden }
})
afterAll(async () => {
  for (const each of [server, strict, service]) await each.close()
})

const deviceOf = async (token: string, on = server): Promise<string> =>
  (await on.request('/v2/devices', { token, body: { nickname: 'Browser' } })).body.iden
const subscribe = (token: string, body: object, on = server) => on.request('/v3/subscribe-web-push', { token, body })
const isSubscribed = async (token: string, device: string): Promise<boolean> =>
  (await server.request(`/v2/devices/${device}`, { token })).body.web_push === true
const toSelf = (token: string, body: string) => server.request('/v2/pushes', { token, body: { body } })

describe('a browser', () => {
  test('subscribes a device of the own account, and no other one', async () => {
    const stranger = (await server.signUp(`bob-${people}@example.org`)).token
    const device = await deviceOf(stranger)
    const { subscription } = service.browser()
    for (const device_iden of [device, 'unknown']) {
      const { status, body } = await subscribe(alice.token, { device_iden, ...subscription })
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    }
    expect(await isSubscribed(stranger, device)).toBe(false)
    expect((await subscribe(stranger, { device_iden: device, ...subscription })).body).toEqual({})
    const unsubscribe = (token: string) => server.request('/v3/unsubscribe-web-push', { token, body: { device_iden: device } })
    expect((await unsubscribe(alice.token)).status).toBe(404)
    expect(await isSubscribed(stranger, device)).toBe(true)
    for (let count = 0; count < 2; count++) expect((await unsubscribe(stranger)).body).toEqual({})
    expect(await isSubscribed(stranger, device)).toBe(false)
    await server.request(`/v2/devices/${device}`, { token: stranger, method: 'DELETE' })
    expect((await subscribe(stranger, { device_iden: device, ...subscription })).status).toBe(404)
  })

  test('replaces its subscription, and takes it along to another device and another account', async () => {
    const [one, two] = [await deviceOf(alice.token), await deviceOf(alice.token)]
    const browser = service.browser()
    const { subscription } = browser
    await subscribe(alice.token, { device_iden: one, ...subscription })
    await subscribe(alice.token, { device_iden: two, ...subscription })
    expect([await isSubscribed(alice.token, one), await isSubscribed(alice.token, two)]).toEqual([false, true])
    const renewed = service.browser()
    const previous = { previous_endpoint: subscription.endpoint }
    await subscribe(alice.token, { device_iden: one, ...renewed.subscription, ...previous })
    expect([await isSubscribed(alice.token, one), await isSubscribed(alice.token, two)]).toEqual([true, false])
    const bob = (await server.signUp(`bob-${people}@example.org`)).token
    const other = await deviceOf(bob)
    // Knowing only the endpoint is not enough to end a subscription: neither with other keys, nor for an endpoint that was replaced.
    const { p256dh, auth } = service.browser().subscription
    await subscribe(bob, { device_iden: other, ...renewed.subscription, p256dh, auth })
    await subscribe(bob, { device_iden: other, ...browser.subscription, previous_endpoint: renewed.subscription.endpoint })
    expect(await isSubscribed(alice.token, one)).toBe(true)
    await subscribe(bob, { device_iden: other, ...renewed.subscription })
    expect([await isSubscribed(alice.token, one), await isSubscribed(bob, other)]).toEqual([false, true])
    await toSelf(alice.token, 'for nobody')
    await toSelf(bob, 'for Bob')
    expect((await renewed.next()).message).toMatchObject({ push: { body: 'for Bob' } })
  })

  test('is refused with an address that is not that of a public push service', async () => {
    const { token } = await strict.signUp(`strict-${people}@example.org`)
    const device_iden = await deviceOf(token, strict)
    const { subscription } = service.browser()
    const endpoints = [
      service.origin,
      'http://push.example.org/1',
      'https://127.0.0.1/1',
      'https://2130706433/1',
      'https://[::1]/1',
      'https://[::ffff:10.0.0.1]/1',
      'https://192.168.0.1/1',
      'https://localhost/1',
      'https://intranet/1',
      'https://push.example.org:22/1',
      'https://user:secret@push.example.org/1',
      'https://push.example.org/1#part',
      'ftp://push.example.org/1',
      'javascript:alert(1)',
      'https://android.googleapis.com/gcm/send/1',
      'nothing',
      '',
      `https://push.example.org/${'x'.repeat(endpointLength)}`,
      `https://push.example.org/${'é'.repeat(500)}`,
    ]
    for (const endpoint of endpoints) {
      const { status, body } = await subscribe(token, { device_iden, ...subscription, endpoint }, strict)
      expect([endpoint, status, body.error.param]).toEqual([endpoint, 400, 'endpoint'])
    }
    const good = ['https://fcm.googleapis.com/fcm/send/a:b', 'https://push.example.org:8443/1', 'https://8.8.8.8/1']
    for (const endpoint of good)
      expect((await subscribe(token, { device_iden, ...subscription, endpoint }, strict)).status).toBe(200)
    expect(readEndpoint('HTTPS://Push.Example.ORG:443/a b', 'endpoint', false)).toBe('https://push.example.org/a%20b')
  })

  test('is refused with keys that are none, by name', async () => {
    const device_iden = await deviceOf(alice.token)
    const { subscription } = service.browser()
    const keys = createECDH('prime256v1')
    keys.generateKeys()
    const point = Buffer.from(subscription.p256dh, 'base64url')
    const offCurve = Buffer.from(point)
    offCurve[64] = (offCurve[64] as number) ^ 1
    const compressed = Buffer.concat([keys.getPublicKey(null, 'compressed'), Buffer.alloc(32)])
    const bad: [string, string][] = [
      ...[offCurve, compressed, Buffer.alloc(65), Buffer.alloc(64), Buffer.alloc(66)].map((bytes): [string, string] => [
        'p256dh',
        bytes.toString('base64url'),
      ]),
      ['p256dh', point.toString('base64')],
      ['p256dh', `${subscription.p256dh.slice(0, -1)}!`],
      ['auth', randomBytes(15).toString('base64url')],
      ['auth', randomBytes(17).toString('base64url')],
      ['auth', ''],
      ['app_guid', ''],
    ]
    for (const [name, value] of bad) {
      const { status, body } = await subscribe(alice.token, { device_iden, ...subscription, [name]: value })
      expect([value, status, body.error.param]).toEqual([value, 400, name])
    }
    expect(await isSubscribed(alice.token, device_iden)).toBe(false)
  })

  test('is one of fifty of its account at most', async () => {
    const devices: string[] = []
    for (let count = 0; count <= browsersPerAccount; count++) devices.push(await deviceOf(alice.token))
    const all = devices.map((device_iden) => () => subscribe(alice.token, { device_iden, ...service.browser().subscription }))
    for (const one of all.slice(0, -1)) expect((await one()).status).toBe(200)
    expect((await all.at(-1)?.())?.body.error.code).toBe('forbidden')
    expect((await all[0]?.())?.status).toBe(200)
    await server.request(`/v2/devices/${devices[1]}`, { token: alice.token, method: 'DELETE' })
    expect((await all.at(-1)?.())?.status).toBe(200)
  })
})

describe('a token', () => {
  const withScope = async (scope: string): Promise<string> =>
    (await server.request('/v3/create-access-token', { token: alice.token, body: { scope } })).body.access_token

  test('subscribes if it may use devices and read pushes, and gets no texts and mirrored notifications then', async () => {
    const device_iden = await deviceOf(alice.token)
    for (const scope of ['devices', 'push:read', 'push', 'push:write files texts channels']) {
      const { status, body } = await subscribe(await withScope(scope), { device_iden, ...service.browser().subscription })
      expect([scope, status, body.error.code]).toEqual([scope, 403, 'forbidden'])
    }
    const browser = service.browser()
    expect((await subscribe(await withScope('devices push:read'), { device_iden, ...browser.subscription })).status).toBe(200)
    const mirror = { type: 'mirror', title: 'private', package_name: 'a', notification_id: '1' }
    const whole = await service.subscribe(server, alice.token)
    await server.request('/v2/ephemerals', { token: alice.token, body: { type: 'push', push: mirror } })
    expect((await whole.next()).message).toMatchObject({ kind: 'ephemeral', push: { title: 'private' } })
    await toSelf(alice.token, 'a push')
    expect((await browser.next()).message).toMatchObject({ kind: 'push', push: { body: 'a push' } })
  })

  test('of an administrator who helps the owner does not subscribe', async () => {
    const device_iden = await deviceOf(alice.token)
    const helper = (await server.signUp(`helper-${people}@example.org`)).account.iden
    const token = await server.app.db.write((tx) => insertToken(tx, alice.iden, { admin: helper }))
    const { body } = await subscribe(token, { device_iden, ...service.browser().subscription })
    expect(body.error.code).toBe('forbidden')
  })

  test('that expires or is revoked takes its subscription along, and one of a suspended account gets nothing meanwhile', async () => {
    const { access_token, iden } = (await server.request('/v3/create-access-token', { token: alice.token, body: {} })).body
    const revoked = await service.subscribe(server, access_token)
    const short = await server.app.db.write((tx) => insertToken(tx, alice.iden, { expires: Date.now() * 1_000 + 60_000_000 }))
    const expired = await service.subscribe(server, short)
    const kept = await service.subscribe(server, alice.token)
    await server.request(`/v3/access-tokens/${iden}`, { token: alice.token, method: 'DELETE' })
    await server.app.db.write((tx) => tx.run('UPDATE access_token SET expires = 1 WHERE expires > 1', []))
    await toSelf(alice.token, 'for the last one')
    expect((await kept.next()).message).toMatchObject({ push: { body: 'for the last one' } })
    await server.app.jobs.processAll()
    expect([revoked.requests, expired.requests]).toEqual([0, 0])
    for (const { device } of [revoked, expired]) expect(await isSubscribed(alice.token, device)).toBe(false)
    const suspended = (at: number | null) =>
      server.app.db.write((tx) => tx.run('UPDATE account SET suspended = $2 WHERE iden = $1', [alice.iden, at]))
    await suspended(1)
    const bob = (await server.signUp(`bob-${people}@example.org`)).token
    await server.request('/v2/pushes', { token: bob, body: { body: 'while suspended', email } })
    await server.app.jobs.processAll()
    await suspended(null)
    await server.request('/v2/pushes', { token: bob, body: { body: 'after', email } })
    expect((await kept.next()).message).toMatchObject({ push: { body: 'after' } })
  })
})

describe('the key pair', () => {
  test('is made once, also by servers that start together, and stays after a restart', async () => {
    const key = async (): Promise<Json> => (await server.request('/v3/web-push-key', { token: alice.token })).body
    const before = await key()
    expect(Buffer.from(before.public_key, 'base64url')).toHaveLength(65)
    await server.restart()
    expect(await key()).toEqual(before)
    const folder = mkdtempSync(join(tmpdir(), 'waypost-keys-'))
    const db = openSqlite(folder)
    const pairs = await Promise.all(Array.from({ length: 5 }, () => openKeys(db)))
    expect(new Set(pairs.map(({ public_key, private_key }) => public_key + private_key)).size).toBe(1)
    expect(await db.all('SELECT name FROM web_push_key')).toHaveLength(1)
    await db.close()
    rmSync(folder, { recursive: true })
  })

  test('shows its private half in no response', async () => {
    const admin = (await strict.signUp('admin@example.org')).token
    const row = await strict.app.db.one<{ private_key: string }>('SELECT private_key FROM web_push_key')
    const secret = row?.private_key as string
    expect(secret).toHaveLength(43)
    const gets = strict.app.calls.filter(({ method, path }) => method === 'GET' && !path.includes(':'))
    expect(gets.length).toBeGreaterThan(40)
    const others = ['/metrics', '/openapi.json', '/healthz']
    for (const path of [...gets.map(({ path }) => path), ...others]) {
      const answer = await fetch(strict.origin + path, { headers: { 'access-token': admin } })
      expect(await answer.text()).not.toContain(secret)
    }
    expect((await strict.request('/v3/web-push-key')).status).toBe(401)
  })
})

test('Safari is known by the host of its push service', () => {
  expect(showsAll('https://web.push.apple.com/QGx')).toBe(true)
  for (const endpoint of ['https://push.apple.com.example.org/', 'https://example.org/web.push.apple.com'])
    expect(showsAll(endpoint)).toBe(false)
})
