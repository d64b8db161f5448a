// On the engines too: slices that fail or are repeated leave one copy in each box.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Db } from '../../db/db.ts'
import { openStream } from '../../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'

// A post is copied in two passes: first to listening followers, then to all others. Each test posts to a separate channel.

interface Follower {
  iden: string
  token: string
}

let server: TestServer
let owner: string
/** In the order in which a post reaches the followers of one pass. */
let people: Follower[]
beforeAll(async () => {
  server = await startTestServer({}, { nodes: 1 })
  owner = (await server.signUp('owner@example.org')).token
  const signedUp = await Promise.all(Array.from({ length: 220 }, (_, index) => server.signUp(`person-${index}@example.org`)))
  people = signedUp
    .map(({ token, account }) => ({ iden: account.iden, token }))
    .sort((one, other) => (one.iden < other.iden ? -1 : 1))
})
afterAll(() => server.close())

const follow = async ({ token }: Follower, channel_tag: string): Promise<string> =>
  (await server.request('/v2/subscriptions', { token, body: { channel_tag } })).body.iden
const unfollow = ({ token }: Follower, iden: string) => server.request(`/v2/subscriptions/${iden}`, { token, method: 'DELETE' })
const listen = ({ token }: Follower) => openStream(server.origin, token, '?delta=1')
const post = async (channel_tag: string): Promise<string> =>
  (await server.request('/v2/pushes', { token: owner, body: { type: 'note', body: 'to all', channel_tag } })).body.iden

async function openChannel(tag: string, followers: readonly Follower[]): Promise<Map<string, string>> {
  await server.request('/v2/channels', { token: owner, body: { tag } })
  return new Map(await Promise.all(followers.map(async (one) => [one.iden, await follow(one, tag)] as const)))
}

const copiesOf = (original: string) =>
  server.app.db.all<{ iden: string; owner: string; active: number }>(
    'SELECT iden, owner, active FROM push WHERE original = $1 ORDER BY created',
    [original],
  )

function aroundSlices(around: (slice: () => Promise<unknown>, count: number) => Promise<unknown>): void {
  const { db } = server.app
  const write: Db['write'] = db.write.bind(db)
  let count = 0
  vi.spyOn(db, 'write').mockImplementation((work, boxes, options) => {
    const slice = () => write(work, boxes, options)
    return (options?.flush === undefined ? slice() : around(slice, ++count)) as never
  })
}

test('those who have a stream have their copies of a post before all others', async () => {
  await openChannel('first', people)
  const listening = people.filter((_, index) => index % 3 === 0)
  const streams = await Promise.all(listening.map(listen))
  const iden = await post('first')
  await server.app.jobs.processAll()
  const owners = (await copiesOf(iden)).map((copy) => copy.owner)
  expect(owners.slice(0, listening.length)).toEqual(listening.map((one) => one.iden))
  expect(owners.slice(listening.length)).toEqual(people.filter((one) => !listening.includes(one)).map((one) => one.iden))
  for (const stream of streams) stream.close()
})

test('who begins to listen, follows, unfollows or deletes their copy in the middle of a post has it once at most, and who follows throughout has it once', async () => {
  const [newcomers, followers] = [people.slice(0, 10), people.slice(10)]
  const subscriptions = await openChannel('middle', followers)
  const listening = followers.filter((_, index) => index % 3 === 0)
  const streams = new Map(await Promise.all(listening.map(async (one) => [one.iden, await listen(one)] as const)))
  const [left, deleted] = [new Set<string>(), new Set<string>()]
  let iden = ''
  let slices = 0

  /** What people do between two slices: followers at the start and end of the order, with and without a copy. */
  async function meanwhile(): Promise<void> {
    const had = new Set((await copiesOf(iden)).map((copy) => copy.owner))
    const free = followers.filter((one) => !left.has(one.iden) && !deleted.has(one.iden))
    for (const some of [free.filter((one) => had.has(one.iden)), free.filter((one) => !had.has(one.iden))]) {
      const [returns, leaves, begins, ends] = [some.at(0), some.at(1), some.at(2), some.at(-1)]
      if (!returns || !leaves || !begins || !ends) continue
      for (const one of [leaves, ends]) {
        left.add(one.iden)
        await unfollow(one, subscriptions.get(one.iden) as string)
      }
      await unfollow(returns, subscriptions.get(returns.iden) as string)
      await follow(returns, 'middle')
      if (!streams.has(begins.iden)) streams.set(begins.iden, await listen(begins))
    }
    const deletes = free.filter((one) => had.has(one.iden) && !left.has(one.iden)).at(5)
    if (deletes) {
      deleted.add(deletes.iden)
      const copy = (await server.request('/v2/pushes', { token: deletes.token })).body.pushes[0]
      expect((await server.request(`/v2/pushes/${copy.iden}`, { token: deletes.token, method: 'DELETE' })).status).toBe(200)
    }
    const newcomer = newcomers[slices]
    if (newcomer) await follow(newcomer, 'middle')
  }

  aroundSlices(async (slice) => {
    const result = await slice()
    await meanwhile()
    slices++
    return result
  })
  iden = await post('middle')
  await server.app.jobs.processAll()

  const copies = await copiesOf(iden)
  const owners = copies.map((copy) => copy.owner)
  expect(new Set(owners).size).toBe(owners.length)
  const throughout = followers.filter((one) => !left.has(one.iden))
  expect(throughout.filter((one) => !owners.includes(one.iden))).toEqual([])
  expect(left.size).toBeGreaterThan(3)
  expect([...left].some((one) => owners.includes(one))).toBe(true)
  expect([...left].every((one) => owners.includes(one))).toBe(false)
  expect(deleted.size).toBeGreaterThan(1)
  expect(new Set(copies.filter(({ active }) => active === 0).map((copy) => copy.owner))).toEqual(deleted)
  for (const one of followers.filter(({ iden }) => deleted.has(iden)))
    expect((await server.request('/v2/pushes?active=true', { token: one.token })).body.pushes.filter(isOf(copies))).toEqual([])
  for (const { frames, close } of streams.values()) {
    const told = frames.flatMap((frame) => JSON.parse(frame).objects?.pushes ?? []).filter(isOf(copies))
    expect(told.filter(({ active }) => active).length).toBeLessThan(2)
    close()
  }
})

const isOf = (copies: readonly { iden: string }[]) => {
  const idens = new Set(copies.map(({ iden }) => iden))
  return ({ iden }: { iden: string }) => idens.has(iden)
}

test('a slice that fails, and one whose commit is not known to the server, are repeated: each follower has the post once', async () => {
  await openChannel('again', people)
  const streams = await Promise.all(people.slice(0, 60).map(listen))
  const failed: number[] = []
  aroundSlices(async (slice, count) => {
    if (count % 3 === 0) failed.push(count)
    if (count === 3 || count === 9) throw new Error('It failed before the commit.')
    const result = await slice()
    if (count === 6) throw new Error('It failed after the commit.')
    return result
  })
  const iden = await post('again')
  // Each run continues until the next failure.
  for (let hour = 1; hour <= 4; hour++) await server.app.jobs.processAll((Date.now() + hour * 3_600_000) * 1_000)
  expect(await server.app.db.all('SELECT post FROM fan_out')).toEqual([])
  const owners = (await copiesOf(iden)).map((copy) => copy.owner)
  expect(owners.sort()).toEqual(people.map((one) => one.iden))
  expect(failed.slice(0, 2)).toEqual([3, 6])
  for (const stream of streams) stream.close()
})
