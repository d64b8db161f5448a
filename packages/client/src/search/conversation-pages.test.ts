import { createPush } from '@waypost/protocol'
import { atom } from 'nanostores'
import { afterEach, expect, test } from 'vitest'
import { type HttpAnswer, platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import { server, setUpPeople, started } from '../session/test-people.ts'
import { watched } from '../session/test-sessions.ts'
import { openConversationPages } from './conversation-pages.ts'

let people = 0
const stops: (() => void)[] = []
setUpPeople()
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const isSearch = (call: string) => call.startsWith('GET /v3/search')

/** The links that a person has sent themselves; a test answers the searches, and the clock is frozen. */
async function links(answerSearch: (send: () => Promise<HttpAnswer>) => Promise<HttpAnswer>) {
  const network = watched((call, send) => (isSearch(call) ? answerSearch(send) : send()))
  const session = await started(await server.signUp(`person-${++people}@example.org`), { platform: network.platform })
  await session.call(createPush, { type: 'link', url: 'https://tides.example.org/' })
  const $connection = atom(session.$connection.get())
  const still = { now: platform.now, after: () => () => {} }
  const pages = openConversationPages({ ...session, $connection }, session.target.me, { kind: 'links' }, still, { size: 25 })
  stops.push(pages.close)
  return { ...pages, $connection, asked: () => network.calls.filter(isSearch) }
}

test('what could not be reached is asked for again as soon as there is a connection', async () => {
  let isUp = false
  const { $pages, $connection } = await links((send) => (isUp ? send() : Promise.reject(new Error('no network'))))
  await until($pages, ({ state }) => state === 'offline')
  isUp = true
  $connection.set('connecting')
  $connection.set('connected')
  await until($pages, ({ state, pushes }) => state === 'done' && pushes.length === 1)
})

test('answers without results are followed, but not without an end; loading more goes on from there', async () => {
  let cursor: string | undefined = 'further'
  const { $pages, loadMore, asked } = await links(async () => ({
    status: 200,
    text: async () => JSON.stringify({ pushes: [], cursor }),
  }))
  await until($pages, ({ state }) => state === 'more')
  expect(asked()).toHaveLength(20)
  cursor = undefined
  await loadMore()
  expect(asked().slice(20)).toEqual([expect.stringContaining('cursor=further')])
  expect($pages.get()).toMatchObject({ state: 'done', pushes: [] })
})
