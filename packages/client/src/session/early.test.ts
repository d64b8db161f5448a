import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import type { HttpAnswer } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import { open, post, server, setUpPeople, signUp, started } from './test-people.ts'
import { bodies, chatWith, gate, itemsOf, type Person, watched } from './test-sessions.ts'

setUpPeople()

async function bodiesAtServer({ token }: Person): Promise<(string | undefined)[]> {
  const { body } = await server.request('/v2/pushes', { token })
  return (body.pushes as Push[]).sort((a, b) => a.created - b.created).map((push) => push.body)
}

/** An account with pushes to itself and to others, and a gate that holds back everything but the open conversation. */
async function busyPerson() {
  const [ann, bob, cleo] = [await signUp(), await signUp(), await signUp()]
  await post(ann, 50)
  await post(ann, 45, { email: bob.account.email })
  await post(ann, 3, { email: cleo.account.email })
  const others = gate()
  const held = watched(async (call, send) => {
    if (call.startsWith('POST /v2/history/newest')) await others.passed
    return send()
  })
  return { ann, bob, others, ...held }
}

/** Whether its last pushes are these, oldest first. */
const last = (items: readonly { push: Push }[], count: number) => items.slice(-count).map(({ push }) => push.body)

test('SYNC-003 (deviates) the open conversation can be shown before the pushes of others are there, with its names, and grows upwards only', async () => {
  const { ann, bob, others, platform, calls } = await busyPerson()
  const email = bob.account.email
  const session = open(ann, { platform, opensWith: () => email })
  const starting = session.start()

  await until(session.$early, (conversation) => conversation === `email:${email}`)
  expect(session.$state.get()).toBe('starting')
  const target = chatWith(session, bob)
  expect(target.name).toBe(bob.account.name)
  const shown = itemsOf(session, target)
  expect(last(shown, 2)).toEqual(['post 43', 'post 44'])
  expect(session.mirror.of('pushes').get().entries.size).toBe(40)
  await session.push.loadMore(target)
  expect(bodies(itemsOf(session, target))).toEqual(Array.from({ length: 45 }, (_, index) => `post ${index}`))

  others.open()
  await starting
  expect(session.$state.get()).toBe('ready')
  expect(bodies(itemsOf(session, target))).toEqual(Array.from({ length: 45 }, (_, index) => `post ${index}`))
  expect(calls.filter((call) => call.startsWith('POST /v2/history/newest'))).toHaveLength(1)
  await until(session.$connection, (connection) => connection === 'connected')
  await session.mirror.catchUp()
  expect(session.mirror.of('pushes').get().entries.size).toBe(45 + 40 + 3)
})

test('what is sent while the others are on their way is shown at once, and sent once and in order after them [F2] [F4]', async () => {
  const { ann, others, platform, calls } = await busyPerson()
  const session = open(ann, { platform, opensWith: () => 'me' })
  const starting = session.start()
  await until(session.$early, (conversation) => conversation === 'self')

  for (const body of ['one', 'two']) session.push.send({ body }, session.target.me)
  expect(last(itemsOf(session), 3)).toEqual(['post 49', 'one', 'two'])
  expect(calls.filter((call) => call === 'POST /v2/pushes')).toEqual([])

  others.open()
  await starting
  await until(session.push.history(session.target.me), ({ items }) => items.every(({ state }) => state === 'settled'))
  expect(last(itemsOf(session), 3)).toEqual(['post 49', 'one', 'two'])
  expect((await bodiesAtServer(ann)).filter((body) => !body?.startsWith('post'))).toEqual(['one', 'two'])
})

test('a reload while the others are on their way loses nothing: the next session has all pushes, and sends what was written [F3]', async () => {
  const { ann, platform } = await busyPerson()
  const saved = inMemoryStore()
  const first = open(ann, { platform, saved, opensWith: () => 'me' })
  void first.start()
  await until(first.$early, (conversation) => conversation === 'self')
  first.push.send({ body: 'written' }, first.target.me)
  first.close()
  expect(saved.read('bootstrap')).not.toBe('done')

  const second = await started(ann, { saved, opensWith: () => 'me' })
  await until(second.push.history(second.target.me), ({ items }) => items.every(({ state }) => state === 'settled'))
  expect(last(itemsOf(second), 2)).toEqual(['post 49', 'written'])
  await second.mirror.catchUp()
  const third = await started(ann)
  expect([...second.mirror.of('pushes').get().entries.values()]).toEqual(
    expect.arrayContaining([...third.mirror.of('pushes').get().entries.values()]),
  )
  expect((await bodiesAtServer(ann)).filter((body) => body === 'written')).toHaveLength(1)
})

test('without a network in the middle of it the bootstrap fails, what is shown stays, and another try adds and sends the rest [F3]', async () => {
  const { ann, others, platform } = await busyPerson()
  let cut = false
  const flaky = { ...platform, fetch: (...call: Parameters<typeof platform.fetch>) => (cut ? lost() : platform.fetch(...call)) }
  const session = open(ann, { platform: flaky, opensWith: () => 'me' })
  const starting = session.start()
  await until(session.$early, (conversation) => conversation === 'self')
  session.push.send({ body: 'written' }, session.target.me)
  cut = true
  others.open()
  await starting
  expect(session.$state.get()).toMatchObject({ failed: { message: 'faild to fetch pushes' } })
  const shown = () => {
    expect(session.$early.get()).toBe('self')
    expect(last(itemsOf(session), 2)).toEqual(['post 49', 'written'])
  }
  shown()
  await session.start()
  shown()

  // Meanwhile, elsewhere: one of the shown messages is deleted, and one is added.
  const gone = itemsOf(session).find(({ push }) => push.body === 'post 48')?.push.iden
  await server.request(`/v2/pushes/${gone}`, { token: ann.token, method: 'DELETE' })
  await post(ann, 1, { body: 'later' })
  cut = false
  const stop = session.push.history(session.target.me).listen(({ items }) => expect(items.length).toBeGreaterThan(1))
  session.wake()
  await until(session.$state, (state) => state === 'ready')
  stop()
  expect(bodies(itemsOf(session))).not.toContain('post 48')
  expect(bodies(itemsOf(session))).toContain('later')
  await until(session.push.history(session.target.me), ({ items }) => items.every(({ state }) => state === 'settled'))
  expect(last(itemsOf(session), 3)).toEqual(['post 49', 'later', 'written'])
})

test('if the open conversation cannot be fetched by itself, it comes with all others', async () => {
  const { ann, bob } = await busyPerson()
  const broken = watched((call, send): Promise<HttpAnswer> => (call.includes('conversation=email') ? lost() : send()))
  const session = await started(ann, { platform: broken.platform, opensWith: () => bob.account.email })
  expect(session.$early.get()).toBeUndefined()
  expect(last(itemsOf(session, chatWith(session, bob)), 2)).toEqual(['post 43', 'post 44'])
  expect(session.mirror.of('pushes').get().entries.size).toBe(40 + 40 + 3)
})

const lost = () => Promise.reject(new TypeError('no network'))
