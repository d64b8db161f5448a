import { bodyLength, ownTypes, type Push, syncedTypes } from '@waypost/protocol'
import { expect, test } from 'vitest'
import type { Failure } from '../ground/failure.ts'
import { inMemoryStore, type KeyValueStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import { open, post, server, setUpPeople, signUp, started } from './test-people.ts'
import { bodies, contents, itemsOf, mute, settled, watched } from './test-sessions.ts'

setUpPeople()

test('SYNC-001 SYNC-018 a push arrives live in another session, by the tickle alone', async () => {
  const ann = await signUp()
  const { calls, platform } = watched()
  const [here, there] = [await started(ann), await started(ann, { platform })]
  const heard: Push[] = []
  there.onPush((push) => heard.push(push))
  const before = calls.length

  here.push.send({ body: 'hello' }, here.target.me)
  const { items } = await settled(there, 1)

  expect(bodies(items)).toEqual(['hello'])
  expect(heard.map((push) => push.body)).toEqual(['hello'])
  expect(calls.slice(before)).toEqual([])
  expect(there.mirror.$baseline.get()).toBe(heard[0]?.modified)
})

test('SYNC-003 (deviates) SYNC-004 the bootstrap fetches in order, page by page, and 40 pushes for each target', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await Promise.all(
    Array.from({ length: 505 }, (_, index) =>
      server.request('/v2/contacts', {
        token: ann.token,
        body: { name: `Person ${index}`, email: `person-${index}@example.org` },
      }),
    ),
  )
  await post(ann, 45, { email: bob.account.email })
  await post(ann, 3)

  const { calls, platform } = watched()
  const saved = inMemoryStore()
  const session = open(ann, { platform, saved })
  await session.start()

  expect(session.mirror.of('contacts').get().entries.size).toBe(505)
  expect(session.mirror.of('chats').get().entries.size).toBe(1)
  expect(session.mirror.of('pushes').get().entries.size).toBe(40 + 3)
  expect(saved.read('bootstrap')).toBe('done')
  const steps = calls.map((call) => call.replace(/cursor=\w+/, 'cursor=').replace(/modified_after=[\d.]+/, 'modified_after='))
  const lists = syncedTypes.filter((type) => type !== 'pushes').map((type) => `GET /v2/${type}?limit=500&active_only=true`)
  const own = ownTypes.map((type) => `${type}=true`).join('&')
  const [user, everything, ...others] = steps
  expect([user, everything]).toEqual(['GET /v2/users/me', `GET /v2/everything?limit=1&${own}`])
  const pages = [...lists, 'GET /v2/contacts?limit=500&active_only=true&cursor=']
  expect(others.slice(0, pages.length).sort()).toEqual(pages.sort())
  expect(others.slice(pages.length, pages.length + 3)).toEqual([
    'POST /v2/history/newest',
    'GET /v2/history?conversation=self&limit=40',
    `GET /v2/everything?modified_after=&limit=500&${own}`,
  ])
})

test('SYNC-003 (deviates) what a response with many conversations leaves out is fetched, too', async () => {
  const ann = await signUp()
  const others = Array.from({ length: 3 }, (_, index) => `other-${index}-${ann.account.email}`)
  for (const email of others) await post(ann, 20, { email, body: 'x'.repeat(bodyLength) })
  const { calls, platform } = watched()
  const session = open(ann, { platform })
  await session.start()
  expect(calls.filter((call) => call === 'POST /v2/history/newest').length).toBeGreaterThan(1)
  // One page per conversation, which holds at most 15 such texts.
  expect(session.mirror.of('pushes').get().entries.size).toBe(3 * 15)
  for (const target of session.target.$people.get()) expect(session.push.history(target).get().more).toBe('more')
})

test('SYNC-003 (deviates) changes during the bootstrap are not missed [C6]', async () => {
  const ann = await signUp()
  const [kept, deleted] = await post(ann, 2)
  const { platform } = watched(async (call, send) => {
    const answer = await send()
    if (call.includes('conversation=self')) {
      await post(ann, 1, { body: 'meanwhile' })
      await server.request(`/v2/pushes/${deleted?.iden}`, { token: ann.token, method: 'DELETE' })
    }
    return answer
  })
  const session = open(ann, { platform: mute(platform) })
  await session.start()
  expect(bodies(itemsOf(session))).toEqual([kept?.body, 'meanwhile'])
})

test('SYNC-002 SYNC-005 a later start shows saved data before any call', async () => {
  const ann = await signUp()
  await post(ann, 3)
  const saved = inMemoryStore()
  const first = await started(ann, { saved })
  const before = contents(first)
  first.close()

  const { calls, platform } = watched(() => new Promise(() => {}))
  const second = open(ann, { saved, platform, account: ann.account })
  await second.start()
  expect(second.$state.get()).toBe('ready')
  expect(contents(second)).toEqual(before)
  expect(calls.filter((call) => !call.includes('everything') && !call.includes('users/me'))).toEqual([])
})

test('SYNC-006 SYNC-007 data saved by another version or another user is erased [D3]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await post(ann, 1, { body: 'private' })
  for (const spoil of [
    (saved: KeyValueStore) => saved.write('version', '9'),
    (saved: KeyValueStore) => saved.write('version', '11'),
    (saved: KeyValueStore) => saved.write('mirror.pushes.self', '[{]'),
  ]) {
    const saved = inMemoryStore()
    ;(await started(ann, { saved })).close()
    expect(saved.read('version')).toBe('10')
    spoil(saved)
    const { calls, platform } = watched()
    const session = await started(ann, { saved, platform })
    expect(calls).toContain('GET /v2/chats?limit=500&active_only=true')
    expect(bodies(itemsOf(session))).toEqual(['private'])
    session.close()
  }
  const saved = inMemoryStore()
  ;(await started(ann, { saved })).close()
  saved.write('outbox.leftover', JSON.stringify({ guid: 'leftover', created: 1, fields: { type: 'note', body: 'secret' } }))
  let broken = true
  const { platform } = watched((call, send) => (broken && call.includes('/v2/chats') ? Promise.reject(new Error('cut')) : send()))
  const session = open(bob, { saved, platform })
  await session.start()
  expect(session.$state.get()).toMatchObject({ failed: { message: 'faild to fetch chats' } })
  broken = false
  await session.start()
  expect(session.$state.get()).toBe('ready')
  expect(itemsOf(session)).toEqual([])
  expect(
    saved
      .keys('')
      .map((key) => saved.read(key))
      .join(),
  ).not.toMatch(/private|secret/)
  expect(saved.read('user')).toBe(bob.account.iden)
})

test('SYNC-008 40 pushes of a conversation are saved', async () => {
  const ann = await signUp()
  await post(ann, 60)
  const saved = inMemoryStore()
  const session = await started(ann, { saved })
  await session.push.loadMore(session.target.me)
  await post(ann, 5, { body: 'late' })
  await until(session.mirror.of('pushes'), ({ entries }) => entries.size === 65)
  session.close()
  const kept = JSON.parse(saved.read('mirror.pushes.self') ?? '').pushes as Push[]
  expect(kept).toHaveLength(40)
  expect(kept.at(-1)?.body).toBe('late')
})

test('SYNC-001 after a gap all changes are fetched, more than one page [C1, C3]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [first, second] = await post(ann, 2)
  const saved = inMemoryStore()
  ;(await started(ann, { saved })).close()

  await Promise.all(Array.from({ length: 520 }, (_, index) => post(ann, 1, { body: `gap ${index}` })))
  await post(bob, 1, { email: ann.account.email, body: 'from bob' })
  await server.request(`/v2/pushes/${first?.iden}`, { token: ann.token, method: 'DELETE' })
  await server.request(`/v2/pushes/${second?.iden}`, { token: ann.token, body: { dismissed: true } })
  await server.request('/v2/devices', { token: ann.token, body: { nickname: 'New' } })

  const session = await started(ann, { saved })
  await session.mirror.catchUp()
  const pushes = session.mirror.of('pushes').get().entries
  expect(pushes.size).toBe(522)
  expect(pushes.has(first?.iden ?? '')).toBe(false)
  expect(pushes.get(second?.iden ?? '')?.dismissed).toBe(true)
  expect(session.target.$people.get().map((target) => target.key)).toEqual([bob.account.email])
  expect(session.target.$devices.get().map((target) => target.name)).toEqual(['New'])
})

test('SYNC-001 overlapping calls of catchUp share one run', async () => {
  const { calls, platform } = watched()
  const session = await started(await signUp(), { platform })
  const before = calls.length
  await Promise.all([session.mirror.catchUp(), session.mirror.catchUp(), session.mirror.catchUp()])
  expect(calls.slice(before)).toHaveLength(1)
})

test('SYNC-013 full storage fails the session with that reason', async () => {
  const ann = await signUp()
  const full = open(ann, { saved: inMemoryStore(10) })
  await full.start()
  expect(full.$state.get()).toMatchObject({ failed: { code: 'storage_full' } })

  const session = await started(ann, { saved: inMemoryStore(4_000) })
  const failures: Failure[] = []
  session.onFailure((failure) => failures.push(failure))
  await post(ann, 1, { body: 'x'.repeat(4_000) })
  const state = await until(session.$state, (state) => state !== 'ready')
  expect(state).toMatchObject({ failed: { code: 'storage_full' } })
  expect(failures).toMatchObject([{ refusal: { code: 'storage_full' } }])
})

test('AUTH-039 erasing removes all saved data, and nothing is saved after it', async () => {
  const ann = await signUp()
  const saved = inMemoryStore()
  saved.write('of someone else', 'stays')
  const session = await started(ann, { saved })
  await post(ann, 1)
  await settled(session, 1)
  session.erase()
  session.close()
  expect(saved.keys('')).toEqual(['of someone else'])
})
