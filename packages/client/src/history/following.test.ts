import { createChannel, createClient, createPush, createSubscription, deletePush } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import type { Session } from '../session/session.ts'
import { open, server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { bodies, hasty, itemsOf, mute, type Person, settled, watched } from '../session/test-sessions.ts'
import type { Target } from './target.ts'

setUpPeople()

const following = (session: Session, key: string) => session.target.find('following', key) as Target
const keys = (session: Session) => session.target.$following.get().map(({ key }) => key)

async function authorizeApp(owner: Session, guest: Session, name: string) {
  const app = await owner.call(createClient, { name, redirect_uri: 'https://example.org/back' })
  const { status } = await server.request('/oauth2/authorize', {
    token: tokens.get(guest) as string,
    body: { client_id: app.client_id, redirect_uri: 'https://example.org/back', response_type: 'token' },
  })
  expect(status).toBe(200)
  return app
}
const tokens = new Map<Session, string>()
async function openAs(person: Person, options: Parameters<typeof started>[1] = {}): Promise<Session> {
  const session = await started(person, options)
  tokens.set(session, person.token)
  return session
}

test('API-111 SIDE-011 own channels, subscriptions and apps are targets with histories, sorted by most recent push, then by name', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [owner, reader] = [await openAs(ann), await openAs(bob)]
  const app = await authorizeApp(owner, reader, 'Weather')
  await owner.call(createChannel, { tag: 'Trains', name: 'Trains', website_url: 'https://www.trains.example.org/x' })
  await owner.call(createChannel, { tag: 'boats', name: 'Boats' })
  await reader.call(createChannel, { tag: 'mine', name: 'Mine', subscribe: true })
  for (const channel_tag of ['trains', 'boats']) await reader.call(createSubscription, { channel_tag })
  await until(reader.target.$following, (all) => all.length === 4)
  expect(reader.target.$following.get().map(({ name, type }) => [name, type])).toEqual([
    ['Boats', 'subscription'],
    ['Mine', 'channel'],
    ['Trains', 'subscription'],
    ['Weather', 'grant'],
  ])
  expect(following(reader, 'TRAINS')).toMatchObject({ key: 'Trains', url: 'https://www.trains.example.org/x', muted: false })
  expect(following(reader, 'mine').subscription).toBeDefined()
  expect(reader.target.info(following(reader, 'mine'))).toMatchObject({ count: 1 })
  expect(reader.target.info(following(reader, 'trains'))).not.toHaveProperty('count')

  await owner.call(createPush, { body: 'all aboard', channel_tag: 'trains' })
  await owner.call(createPush, { body: 'rain', client_iden: app.iden })
  await server.app.jobs.processAll()
  await until(reader.target.$unread, (unread) => unread.size === 2)
  expect(reader.target.$unread.get()).toEqual(
    new Map([
      ['Trains', 1],
      [app.iden, 1],
    ]),
  )
  expect(keys(reader)).toEqual([app.iden, 'Trains', 'boats', 'mine'])
  expect(bodies(itemsOf(reader, following(reader, 'trains')))).toEqual(['all aboard'])
  expect(bodies(itemsOf(reader, following(reader, app.iden)))).toEqual(['rain'])
  expect(reader.target.info(following(reader, 'trains'))).toMatchObject({ blurb: 'all aboard', recent: { body: 'all aboard' } })

  const [push] = itemsOf(reader, following(reader, 'trains'))
  expect(reader.target.of(push?.push as never)?.key).toBe('Trains')
  reader.readMarkers.read(following(reader, 'trains'))
  expect(reader.target.$unread.get().has('Trains')).toBe(false)

  const fresh = await openAs(bob)
  expect(keys(fresh)).toEqual(keys(reader))
  expect(bodies(itemsOf(fresh, following(fresh, app.iden)))).toEqual(['rain'])
  await fresh.push.loadMore(following(fresh, 'trains'))
  expect(fresh.push.history(following(fresh, 'trains')).get()).toMatchObject({ more: 'none', items: [{ side: 'in' }] })
})

test('SHELL-070 a followed target is found by tag in any case, and by its idens', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [owner, reader] = [await openAs(ann), await openAs(bob)]
  const channel = await owner.call(createChannel, { tag: 'new', name: 'New things' })
  const { iden } = await reader.call(createSubscription, { channel_tag: 'new' })
  await until(reader.target.$following, (all) => all.length === 1)
  for (const key of [iden, channel.iden, 'new', 'NEW']) expect(following(reader, key).name).toBe('New things')
  // `new` is the route of the page that adds a channel.
  expect(following(reader, 'new').key).toBe(channel.iden)
  expect(following(reader, 'unknown')).toBeUndefined()
})

test('SYNC-003 (deviates) SYNC-004 the bootstrap fetches 40 pushes of each channel and app', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [owner, reader] = [await openAs(ann), await openAs(bob)]
  const app = await authorizeApp(owner, reader, 'Noise')
  await owner.call(createChannel, { tag: 'many', name: 'Many' })
  await reader.call(createSubscription, { channel_tag: 'many' })
  for (let index = 0; index < 45; index++) {
    await owner.call(createPush, { body: `post ${index}`, channel_tag: 'many' })
    await owner.call(createPush, { body: `noise ${index}`, client_iden: app.iden })
  }
  await server.app.jobs.processAll()
  const { calls, platform } = watched()
  const fresh = await openAs(bob, { platform })
  const asked = calls.filter((call) => /\/v2\/history(\/newest|\?)/.test(call))
  expect(asked).toEqual(['POST /v2/history/newest', 'GET /v2/history?conversation=self&limit=40'])
  const names = [...fresh.mirror.of('pushes').get().entries.values()].map(({ channel_iden }) => (channel_iden ? 'many' : 'noise'))
  expect(names.filter((name) => name === 'many')).toHaveLength(40)
  expect(names.filter((name) => name === 'noise')).toHaveLength(40)
  await fresh.push.loadMore(following(fresh, 'many'))
  expect(itemsOf(fresh, following(fresh, 'many'))).toHaveLength(45)
})

test('SYNC-003 (deviates) a channel that is deleted during the bootstrap does not stop it', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [owner, reader] = [await openAs(ann), await openAs(bob)]
  await owner.call(createChannel, { tag: 'closing', name: 'Closing' })
  await reader.call(createSubscription, { channel_tag: 'closing' })
  const { platform } = watched(async (call, send) => {
    if (call === 'POST /v2/history/newest')
      await server.request(`/v2/channels/${channelIden(owner)}`, { method: 'DELETE', token: ann.token })
    return send()
  })
  const fresh = await openAs(bob, { platform })
  await until(fresh.target.$following, (all) => all.length === 0)
})
const channelIden = (owner: Session) => [...owner.mirror.of('channels').get().entries.keys()][0]

test('PUSH-001 PUSH-006 PUSH-018 a push to an own channel is sent once, without its guid if the channel is not followed', async () => {
  const ann = await signUp()
  const sent: Record<string, unknown>[] = []
  const { platform } = watched()
  const listening = {
    ...platform,
    fetch: (url: string, request: Parameters<typeof platform.fetch>[1]) => {
      if (request.method === 'POST' && url.endsWith('/v2/pushes')) sent.push(JSON.parse(request.body ?? ''))
      return platform.fetch(url, request)
    },
  }
  const saved = inMemoryStore()
  const owner = await openAs(ann, { platform: listening, saved })
  const channel = await owner.channel.create({ tag: 'news', name: 'News' })
  const news = following(owner, 'news')
  owner.push.send({ title: 'Today', body: 'all well', url: 'https://example.org' }, news)
  expect(itemsOf(owner, news)).toMatchObject([{ state: 'sending', side: 'out' }])
  await settled(owner, 1, news)
  expect(saved.keys('outbox.')).toEqual([])
  expect(itemsOf(owner, news)).toMatchObject([{ state: 'settled', push: { title: 'Today', channel_iden: channel.iden } }])
  expect(itemsOf(owner)).toEqual([])
  await owner.subscription.follow('news')
  owner.push.send({ body: 'again' }, following(owner, 'news'))
  await settled(owner, 2, news)
  expect(sent.map(({ guid, channel_tag }) => [typeof guid, channel_tag])).toEqual([
    ['undefined', 'news'],
    ['string', 'news'],
  ])
})

test('PUSH-018 a push without a guid whose response was lost is not sent twice', async () => {
  const ann = await signUp()
  let lost = 0
  const { calls, platform } = watched(async (call, send) => {
    const answer = await send()
    if (call === 'POST /v2/pushes' && lost++ === 0) throw new Error('the answer is lost')
    return answer
  })
  const owner = open(ann, { platform: hasty(8, mute(platform)) })
  await owner.start()
  await owner.channel.create({ tag: 'careful', name: 'Careful' })
  const target = following(owner, 'careful')
  owner.push.send({ body: 'once' }, target)
  await until(owner.push.history(target), ({ items }) => items.length === 1 && items[0]?.state === 'settled')
  owner.push.send({ body: 'and more' }, target)
  await settled(owner, 2, target)
  expect(calls.filter((call) => call === 'POST /v2/pushes')).toHaveLength(2)
  expect(bodies(itemsOf(owner, target))).toEqual(['once', 'and more'])
})

test('PUSH-003 PUSH-007 PUSH-008 nothing can be sent to a subscription', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [owner, reader] = [await openAs(ann), await openAs(bob)]
  await owner.call(createChannel, { tag: 'closed-to-you', name: 'x' })
  await reader.subscription.follow('closed-to-you')
  expect(() => reader.push.send({ body: 'hello' }, following(reader, 'closed-to-you'))).toThrow('No recipient.')
  expect(() => reader.push.sendFiles([{ name: 'a', type: '', size: 0, slice: () => '' }], undefined)).toThrow('No recipient.')
})

test('SIDE-010 search finds people, devices and channels, ignores case and accents, and returns where it matched', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [owner, reader] = [await openAs(ann), await openAs(bob)]
  await reader.chat.start('zoë@example.org')
  await reader.chat.start('cafe-fan@example.org')
  await reader.device.create({ nickname: 'Phone of Zoe' })
  await owner.call(createChannel, { tag: 'cafe', name: 'Le Café du Nord' })
  await reader.subscription.follow('cafe')
  const found = reader.target.search('  CAFE ')
  expect(found.map(({ target, section }) => [target.name, section])).toEqual([
    ['cafe-fan@example.org', 'people'],
    ['Le Café du Nord', 'following'],
  ])
  const { inName, target } = found[1] as (typeof found)[number]
  expect(target.name.slice(inName?.start, inName?.end)).toBe('Café')
  expect(reader.target.search('zoe').map(({ target }) => target.type)).toEqual(['chat', 'device'])
  expect(reader.target.search(' ')).toEqual([])
})

test('SYNC-021 a push of an app can be deleted and stays deleted', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [owner, reader] = [await openAs(ann), await openAs(bob)]
  const app = await authorizeApp(owner, reader, 'Gone')
  await owner.call(createPush, { body: 'soon gone', client_iden: app.iden })
  await server.app.jobs.processAll()
  const target = await until(reader.target.$following, (all) => all.length === 1).then(([first]) => first as Target)
  await settled(reader, 1, target)
  await reader.call(deletePush, { iden: itemsOf(reader, target)[0]?.push.iden ?? '' })
  await settled(reader, 0, target)
  expect(reader.target.$unread.get().size).toBe(0)
})
