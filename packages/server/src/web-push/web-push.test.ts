import { describe, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import { withBrowser } from './test-browser.ts'

const { server, service, alice, bob, browser, person, ask, send, ownPush, newest, remove, notified, toldOf } = withBrowser()

describe('a message', () => {
  test('of a person comes encrypted and signed, with what a notification needs', async () => {
    await send('hello', { title: 'Title' })
    const { push, target, message, headers, claims, key, size } = await notified()
    const { iden, created, modified } = await newest()
    expect(push).toMatchObject({ iden, created, modified, type: 'note', direction: 'incoming', title: 'Title', body: 'hello' })
    expect(push).toMatchObject({
      sender_name: 'Bob',
      sender_email: bob().email,
      sender_iden: bob().iden,
      receiver_iden: alice().iden,
    })
    expect([target, message.user_iden]).toEqual([{ name: 'Bob' }, alice().iden])
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      'content-type': 'application/octet-stream',
    })
    expect(Number(headers.ttl)).toBeGreaterThan(7 * 86_400 - 60)
    expect(Number(headers.ttl)).toBeLessThanOrEqual(7 * 86_400)
    expect(headers.topic).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(headers.topic).not.toContain(iden)
    expect(key).toBe((await ask('/v3/web-push-key', alice())).public_key)
    expect(claims).toMatchObject({ aud: service().origin, sub: 'mailto:help@example.org' })
    expect(claims.exp - Date.now() / 1_000).toBeLessThanOrEqual(24 * 3_600)
    expect(size).toBeLessThan(3_072)
  })

  test('that is long is cut; one that is still too long has to be fetched', async () => {
    await send(`${'😀'.repeat(400)}`)
    const { push, message: long } = await notified()
    expect(push.body?.length).toBeLessThanOrEqual(500)
    expect([push.body?.isWellFormed(), long.cut]).toEqual([true, true])
    await send('x'.repeat(500), { title: 'x'.repeat(201) })
    expect((await notified()).message).toMatchObject({ cut: true, push: { body: 'x'.repeat(500) } })
    await send('x'.repeat(500), { title: 'x'.repeat(200) })
    expect((await notified()).message).not.toHaveProperty('cut')
    const url = `https://example.org/${'x'.repeat(4_000)}`
    for (const fields of [
      { type: 'link', url },
      { type: 'file', file_name: 'a.txt', file_type: 'text/plain', file_url: url },
    ]) {
      await send('a long address', fields)
      const { message, size, headers } = await browser().next()
      expect(message).toEqual({ kind: 'fetch', user_iden: alice().iden, iden: (await newest()).iden })
      expect([size < 3_072, headers.topic?.length]).toEqual([true, 32])
    }
    for (const letters of ['€', '"', '\\', '\u{1F469}\u200D\u{1F680}'])
      await send(letters.repeat(2_000), { title: letters.repeat(500) }).then(async () => {
        expect((await browser().next()).size).toBeLessThanOrEqual(3_072)
      })
  })

  test('of a file has its address', async () => {
    const file = { type: 'file', file_name: 'a.txt', file_type: 'text/plain', file_url: 'https://files.example.org/a.txt' }
    await send('', file)
    expect((await notified()).push).toMatchObject(file)
  })

  test('goes to each browser() of the account, each with a topic of its own', async () => {
    const other = await service().subscribe(server(), alice().token)
    await send('both')
    const [one, two] = [await notified(), await notified(other)]
    expect([one.push.body, two.push.body]).toEqual(['both', 'both'])
    expect(one.headers.topic).not.toBe(two.headers.topic)
  })

  test('comes for a post of a channel that the account follows and of an app that it uses, less urgent', async () => {
    await ask('/v2/channels', bob(), { tag: 'news', name: 'News' })
    await ask('/v2/subscriptions', alice(), { channel_tag: 'news' })
    const { iden: post } = await ask('/v2/pushes', bob(), { body: 'a post', channel_tag: 'news' })
    const { push, target, headers } = await notified()
    expect(push).toMatchObject({ body: 'a post', direction: 'incoming' })
    expect(push.iden).not.toBe(post)
    expect([target.name, headers.urgency, push.channel_iden]).toEqual(['News', 'normal', (await newest()).channel_iden])
    const client = await ask('/v2/clients', bob(), { name: 'Lamp', redirect_uri: 'https://lamp.example.org/' })
    await ask('/oauth2/authorize', alice(), { client_id: client.client_id })
    await ask('/v2/pushes', bob(), { body: 'from the app', client_iden: client.iden })
    const app = await notified()
    expect([app.push.body, app.push.client_iden, app.target.name]).toEqual(['from the app', client.iden, 'Lamp'])
  })

  test('comes for a push of the own account to all devices or to this one, but not to its source', async () => {
    const { iden: phone } = await ask('/v2/devices', alice(), { nickname: 'Phone' })
    await ownPush('to all', { source_device_iden: phone })
    expect((await notified()).target).toEqual({ name: 'Phone' })
    await ownPush('from here', { source_device_iden: browser().device })
    await ownPush('to the phone', { device_iden: phone })
    await ownPush('to this', { device_iden: browser().device })
    await ownPush('from a program')
    await ask('/v2/channels', alice(), { tag: 'own' })
    await ownPush('an own post', { channel_tag: 'own' })
    expect(await toldOf()).toEqual(['to this', 'from a program'])
  })

  test('that waits to be sent comes when it is due', async () => {
    await send('later', { send_at: Date.now() / 1_000 + 3_600 })
    expect(await toldOf()).toEqual([])
    await server().app.jobs.processAll(microseconds() + 3_700_000_000)
    expect((await notified()).push.body).toBe('later')
  })

  test('that its owner wanted to be reminded of comes when it is due, from a muted and read conversation too', async () => {
    const { iden } = await ask('/v2/pushes', alice(), { body: 'water the plants', email: bob().email })
    await send('hello')
    expect((await notified()).push.body).toBe('hello')
    await ask('/v2/read_markers', alice(), {
      markers: [{ conversation: `email:${bob().email}`, read_to: (await newest()).created }],
    })
    const chat = (await ask('/v2/chats', alice())).chats.find(
      (each: { with: { email: string } }) => each.with.email === bob().email,
    )
    await ask(`/v2/chats/${chat.iden}`, alice(), { muted: true })
    await ask(`/v2/pushes/${iden}`, alice(), { remind_at: Date.now() / 1_000 + 3_600 })
    await server().app.jobs.processAll(microseconds() + 3_700_000_000)
    await server().app.jobs.processAll()
    const told = await browser().next()
    const { message } = told.message.kind === 'close' ? await browser().next() : told
    expect(message).toMatchObject({ kind: 'push', push: { iden, body: 'water the plants' }, target: { name: bob().email } })
    expect(message).toHaveProperty('push.reminded')
    await ask(`/v2/chats/${chat.iden}`, alice(), { muted: false })
    await ask(`/v2/pushes/${iden}`, alice(), { dismissed: true })
    await server().app.jobs.processAll(microseconds() + 3_000_000)
  })
})

describe('nothing is sent', () => {
  test('of muted chats and channels, and of senders who are blocked', async () => {
    await send('before')
    await server().app.jobs.processAll()
    const chat = (await ask('/v2/chats', alice())).chats[0]
    await ask(`/v2/chats/${chat.iden}`, alice(), { muted: true })
    await send('muted')
    await server().app.jobs.processAll()
    await ask(`/v2/chats/${chat.iden}`, alice(), { muted: false })
    await ask('/v2/channels', bob(), { tag: 'quiet' })
    const subscription = await ask('/v2/subscriptions', alice(), { channel_tag: 'quiet' })
    await ask(`/v2/subscriptions/${subscription.iden}`, alice(), { muted: true })
    await ask('/v2/pushes', bob(), { body: 'a muted post', channel_tag: 'quiet' })
    const mallory = await person('Mallory')
    await ask('/v2/blocks', alice(), { email: mallory.email })
    await send('blocked', {}, mallory)
    expect(await toldOf()).toEqual(['before'])
  })

  test('of what counts as seen, as some app of the account is looked at', async () => {
    for (const guid of [browser().subscription.app_guid, 'another']) {
      await ask('/v3/set-app-state', alice(), { guid, awake: true })
      await send(`seen in ${guid}`)
      await server().app.jobs.processAll()
      await ask('/v3/set-app-state', alice(), { guid, awake: false })
    }
    expect(await toldOf()).toEqual([])
  })

  test('to accounts without web push subscriptions, and of what they send', async () => {
    await send('to Bob', { email: bob().email }, alice())
    await ask('/v2/pushes', bob(), { body: 'to himself' })
    expect(await toldOf()).toEqual([])
    expect(await server().app.db.all('SELECT iden FROM job WHERE payload LIKE $1', [`%${bob().iden}%`])).toEqual([])
  })

  test('after the device unsubscribed or was deleted, which its object shows', async () => {
    const device = async () => ask(`/v2/devices/${browser().device}`, alice())
    expect((await device()).web_push).toBe(true)
    await ask('/v3/unsubscribe-web-push', alice(), { device_iden: browser().device })
    expect(await device()).not.toHaveProperty('web_push')
    const deleted = await service().subscribe(server(), alice().token)
    await remove(`/v2/devices/${deleted.device}`, alice())
    const last = await service().subscribe(server(), alice().token)
    await send('for the last one')
    expect(await toldOf(last)).toEqual(['for the last one'])
    expect([browser().requests, deleted.requests]).toEqual([0, 0])
  })

  test('after the session that subscribed has ended, in whichever way', async () => {
    const again = async () => {
      const { body } = await server().request('/provider/local/sign-in', {
        body: { email: alice().email, password: 'a password for tests' },
      })
      const { access_token } = body
      const { body: account } = await server().request('/v2/authenticate', { body: { type: 'local', access_token } })
      return { token: account.api_key as string }
    }
    const [out, ended] = [await again(), await again()]
    const signedOut = await service().subscribe(server(), out.token)
    await server().request('/v3/sign-out', { token: out.token, body: {} })
    const revoked = await service().subscribe(server(), ended.token)
    await send('still two')
    for (const one of [browser(), revoked]) expect((await notified(one)).push.body).toBe('still two')
    await remove('/v3/sessions', alice())
    await send('one is left')
    expect(await toldOf()).toEqual(['one is left'])
    expect([signedOut.requests, revoked.requests]).toEqual([0, 1])
    await server().app.jobs.processAll()
    for (const { device } of [signedOut, revoked])
      expect(await ask(`/v2/devices/${device}`, alice())).not.toHaveProperty('web_push')
    expect((await ask(`/v2/devices/${browser().device}`, alice())).web_push).toBe(true)
  })

  test('after the account was deleted', async () => {
    await send('before')
    await notified()
    expect((await remove('/v2/users/me', alice())).status).toBe(200)
    await send('after')
    await server().app.jobs.processAll()
    await server().app.jobs.processAll(microseconds() + 3_600_000_000)
    expect(browser().requests).toBe(1)
    for (const table of ['web_push_subscription', 'web_push_notified'])
      expect(await server().app.db.all(`SELECT device FROM ${table} WHERE owner = $1`, [alice().iden])).toEqual([])
  })
})
