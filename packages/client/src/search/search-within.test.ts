import { createPush, deletePush } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import { chatWith, testSessions } from '../session/test-sessions.ts'
import { openSearchWithin } from './search-within.ts'

let server: TestServer
let people = 0
const sessions = testSessions(() => server.origin)
const stops: (() => void)[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  sessions.closeAll()
})
afterAll(() => server.close())

async function writing() {
  const [ann, bob] = [await server.signUp(`ann${++people}@example.org`), await server.signUp(`bob${people}@example.org`)]
  const session = await sessions.started(ann)
  const send = (fields: object) => session.call(createPush, { type: 'note', email: bob.account.email, ...fields } as never)
  const open = (asked: Parameters<typeof openSearchWithin>[2]) => {
    const search = openSearchWithin(session, chatWith(session, bob), asked, platform)
    stops.push(search.close)
    return search
  }
  return { session, send, open }
}

test('what a conversation has of a kind is found page by page, and follows what is sent and deleted', async () => {
  const { session, send, open } = await writing()
  for (let at = 0; at < 105; at++) await send({ type: 'link', url: `https://${at}.example.org/` })
  await send({ body: 'no link' })
  await session.call(createPush, { type: 'link', url: 'https://elsewhere.example.org/' })
  const links = open({ kind: 'links' })
  await until(links.$found, ({ state }) => state === 'more')
  expect(links.$found.get().pushes).toHaveLength(100)
  await links.loadMore()
  expect(links.$found.get()).toMatchObject({ state: 'done', pushes: expect.objectContaining({ length: 105 }) })
  const { iden } = await send({ body: 'see https://new.example.org/' })
  await until(links.$found, ({ pushes }) => pushes[0]?.iden === iden)
  await session.call(deletePush, { iden })
  await until(links.$found, ({ pushes }) => pushes[0]?.iden !== iden)
})

test('without a network it finds what the client keeps, by kind and by words', async () => {
  const { session, send, open } = await writing()
  await send({ type: 'link', url: 'https://tides.example.org/' })
  await send({ body: 'the spare anchor' })
  await until(session.mirror.of('pushes'), ({ entries }) => entries.size === 2)
  await server.close()
  const links = open({ kind: 'links' })
  const words = open({ q: 'anch' })
  for (const [search, found] of [
    [links, { url: 'https://tides.example.org/' }],
    [words, { body: 'the spare anchor' }],
  ] as const) {
    await until(search.$found, ({ state }) => state === 'offline')
    expect(search.$found.get().pushes).toMatchObject([found])
  }
  server = await startTestServer()
})
