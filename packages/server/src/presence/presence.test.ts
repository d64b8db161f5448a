// On the engines too: presence goes over the bus, and who knows whom is asked in SQL.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultRateLimits } from '../http/rate-limits.ts'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

interface Person {
  token: string
  /** Another token, for streams: when a stream ends, its token's apps count as closed. */
  streams: string
  iden: string
  email: string
}

let server: TestServer
let people = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function person(on = server): Promise<Person> {
  const email = `person${++people}@example.org`
  const { token, account } = await on.signUp(email)
  const { body: other } = await on.request('/v3/create-access-token', { token, body: {} })
  return { token, streams: other.access_token, iden: account.iden, email }
}

const write = (from: Person, to: Person, on = server) =>
  on.request('/v2/pushes', { token: from.token, body: { body: 'hi', email: to.email } })

async function friends(on = server): Promise<[Person, Person]> {
  const [ann, bob] = [await person(on), await person(on)]
  await write(ann, bob, on)
  await write(bob, ann, on)
  return [ann, bob]
}

const type = (from: Person, to: { email: string }) =>
  server.request('/v3/report-typing', { token: from.token, body: { email: to.email } })
const look = ({ token }: Person, awake: boolean, guid = 'window') =>
  server.request('/v3/set-app-state', { token, body: { guid, awake } })
const online = async ({ token }: Person) => (await server.request('/v3/online', { token })).body.online
const prefer = ({ token }: Person, data: object) =>
  server.request('/v3/set-permanent', { token, body: { key: 'web_preferences', data } })

async function heardBy({ token, streams }: Person, act: () => Promise<unknown>): Promise<unknown[]> {
  const stream = await openStream(server.origin, streams)
  await act()
  await server.request('/v2/ephemerals', { token, body: { type: 'push', push: { type: 'mark' } } })
  const heard: { type: string; push?: { type: string } }[] = []
  for (;;) {
    const frame = JSON.parse(await stream.next())
    if (frame.push?.type === 'mark') break
    if (frame.type === 'push') heard.push(frame.push)
  }
  stream.close()
  return heard
}

const source = ({ iden, email }: Person) => ({ source_user_iden: iden, source_email_normalized: email })

test('typing reaches the other person alone, under the name of who typed, whatever the request says', async () => {
  const [ann, bob] = await friends()
  const eve = await person()
  const forged = {
    email: bob.email,
    source_user_iden: eve.iden,
    source_email_normalized: eve.email,
    created: 9e9,
    type: 'online',
  }
  const heard = await heardBy(bob, async () => {
    const own = await heardBy(ann, async () => {
      const { status, body } = await server.request('/v3/report-typing', { token: ann.token, body: forged })
      expect([status, body]).toEqual([200, {}])
    })
    expect(own).toEqual([])
  })
  expect(heard).toEqual([{ type: 'typing', ...source(ann), created: expect.any(Number) }])
  expect((heard[0] as { created: number }).created).toBeLessThan(Date.now() / 1_000 + 60)
})

test('a person is announced as online while one of their windows is looked at', async () => {
  const [ann, bob] = await friends()
  const heard = await heardBy(bob, async () => {
    for (const guid of ['one', 'two', 'one']) await look(ann, true, guid)
    await look(ann, false, 'one')
    expect(await online(bob)).toEqual([{ iden: ann.iden, email_normalized: ann.email }])
    await look(ann, false, 'two')
    await look(ann, false, 'two')
  })
  // Each node announces it independently.
  expect([...new Map(heard.map((push) => [JSON.stringify(push), push])).values()]).toEqual([
    { type: 'online', ...source(ann), online: true },
    { type: 'online', ...source(ann), online: false },
  ])
  expect(await online(bob)).toEqual([])
})

test('that an app is closed is told though its stream ends before its last report comes', async () => {
  const [ann, bob] = await friends()
  const stream = await openStream(server.origin, ann.token)
  await look(ann, true)
  stream.close()
  // Consecutive requests go to different nodes.
  await expect.poll(async () => [...(await online(bob)), ...(await online(bob))]).toEqual([])
  expect(await heardBy(bob, () => look(ann, false))).toEqual([{ type: 'online', ...source(ann), online: false }])
})

test('nobody learns anything before both have written', async () => {
  const [ann, bob, eve] = [await person(), await person(), await person()]
  await write(ann, bob)
  await server.request('/v2/chats', { token: eve.token, body: { email: bob.email } })
  const act = async () => {
    for (const one of [ann, bob, eve]) await look(one, true)
    for (const [from, to] of [
      [ann, bob],
      [bob, ann],
      [eve, bob],
      [ann, ann],
    ] as const)
      expect((await type(from, to)).body).toEqual({})
    for (const one of [ann, bob, eve]) expect(await online(one)).toEqual([])
    for (const one of [ann, bob, eve]) await look(one, false)
  }
  expect(await heardBy(ann, async () => expect(await heardBy(bob, act)).toEqual([]))).toEqual([])
})

test('whoever switches it off neither sends nor receives anything, and no longer is online for others at once', async () => {
  const [ann, bob] = await friends()
  await look(ann, true)
  await look(bob, true)
  expect(await heardBy(bob, () => prefer(ann, { presence: false, setup_done: true }))).toEqual([
    { type: 'online', ...source(ann), online: false },
  ])
  const act = async () => {
    for (const [from, to] of [
      [ann, bob],
      [bob, ann],
    ] as const)
      await type(from, to)
    for (const one of [ann, bob]) {
      await look(one, false)
      await look(one, true)
      expect(await online(one)).toEqual([])
    }
    await prefer(ann, { presence: false, setup_done: false })
  }
  expect(await heardBy(ann, async () => expect(await heardBy(bob, act)).toEqual([]))).toEqual([])
  expect(await heardBy(bob, () => prefer(ann, {}))).toEqual([{ type: 'online', ...source(ann), online: true }])
  expect(await online(ann)).toEqual([{ iden: bob.iden, email_normalized: bob.email }])
})

test('a preference of that name inside another one switches nothing off', async () => {
  const [ann, bob] = await friends()
  await prefer(bob, { other: { presence: false } })
  expect(await heardBy(bob, () => type(ann, bob))).toHaveLength(1)
})

test('where one blocks the other neither learns anything', async () => {
  for (const blocker of ['first', 'second']) {
    const [ann, bob] = await friends()
    const [by, whom] = blocker === 'first' ? [ann, bob] : [bob, ann]
    await server.request('/v2/blocks', { token: by.token, body: { email: whom.email } })
    const act = async () => {
      for (const one of [ann, bob]) await look(one, true)
      await type(ann, bob)
      await type(bob, ann)
      for (const one of [ann, bob]) expect(await online(one)).toEqual([])
    }
    expect(await heardBy(ann, async () => expect(await heardBy(bob, act)).toEqual([]))).toEqual([])
  }
})

test('nothing of it is kept, and strangers can neither report nor list it', async () => {
  const [ann, bob] = await friends()
  const everything = async () => (await server.request('/v2/everything?modified_after=0', { token: bob.token })).body
  const before = await everything()
  await type(ann, bob)
  await look(ann, true)
  expect(await everything()).toEqual(before)
  expect((await server.request('/v3/report-typing', { body: { email: bob.email } })).status).toBe(401)
  expect((await server.request('/v3/online')).status).toBe(401)
})

test('what cannot be an address is refused by name', async () => {
  const [ann] = await friends()
  for (const email of ['', 'x', `${'x'.repeat(2_000)}@example.org`, 7, null, ['a@example.org'], { $ne: 1 }]) {
    const { status, body } = await server.request('/v3/report-typing', { token: ann.token, body: { email } })
    expect([status, body.error.param]).toEqual([400, 'email'])
    expect(body.error.message).not.toBe('')
  }
})

test('floods of reports are refused with the time to wait, per person and per account', async () => {
  // Each node counts separately.
  const limited = await startTestServer({}, { rateLimits: defaultRateLimits, nodes: 1 })
  try {
    const [ann, bob] = await friends(limited)
    const report = (email: string) => limited.request('/v3/report-typing', { token: ann.token, body: { email } })
    const answers = []
    for (let count = 0; count < 5; count++) answers.push(await report(bob.email))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(5)
    const refused = answers.at(-1)
    expect([refused?.status, refused?.body.error.code]).toEqual([429, 'ratelimited'])
    expect(refused?.body.error.message).toMatch(/Try again in \d+ seconds?\.$/)
    const others = []
    for (let count = 0; count < 20; count++) others.push((await report(`nobody${count}@example.org`)).status)
    expect(others).toContain(429)
  } finally {
    await limited.close()
  }
})

test('many windows are announced as one, and somebody who opens and closes them without end only so often', async () => {
  const limited = await startTestServer({}, { rateLimits: defaultRateLimits, nodes: 1 })
  try {
    const [ann, bob] = await friends(limited)
    const stream = await openStream(limited.origin, bob.token)
    const look = (guid: string, awake: boolean) =>
      limited.request('/v3/set-app-state', { token: ann.token, body: { guid, awake } })
    const heard = async () => {
      await limited.request('/v2/ephemerals', { token: bob.token, body: { type: 'push', push: { type: 'mark' } } })
      let frames = 0
      while (JSON.parse(await stream.next()).push?.type !== 'mark') frames++
      return frames
    }
    for (const guid of ['one', 'two', 'three', 'one']) await look(guid, true)
    expect(await heard()).toBe(1)
    for (const guid of ['two', 'three']) await look(guid, false)
    expect(await heard()).toBe(0)
    for (let count = 0; count < 100; count++) await look('one', count % 2 === 1)
    const many = await heard()
    expect(many).toBeGreaterThan(5)
    expect(many).toBeLessThan(30)
    stream.close()
  } finally {
    await limited.close()
  }
})
