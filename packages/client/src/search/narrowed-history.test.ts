import { type Push, Refusal } from '@waypost/protocol'
import { afterEach, expect, test } from 'vitest'
import { platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import { server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { bodies, chatWith, hasty, type Person } from '../session/test-sessions.ts'
import { type Filter, type Narrowed, openNarrowed } from './narrowed-history.ts'
import { tagsByUse } from './tags-by-use.ts'

const opened: Narrowed[] = []
const refused = new Refusal('network')

setUpPeople()
afterEach(() => {
  for (const each of opened.splice(0)) each.close()
})

const post = async ({ token }: Person, fields: object): Promise<Push> =>
  (await server.request('/v2/pushes', { token, body: { type: 'note', ...fields } })).body
const change = ({ token }: Person, { iden }: Push, fields: object) =>
  server.request(`/v2/pushes/${iden}`, { token, body: fields })

function narrowed(session: Awaited<ReturnType<typeof started>>, filter: Filter, target = session.target.me): Narrowed {
  const each = openNarrowed(session, target, filter, hasty(20))
  opened.push(each)
  return each
}
const untilBodies = ({ $history }: Narrowed, expected: readonly (string | undefined)[]) =>
  until($history, ({ items, state }) => state !== 'loading' && bodies(items).join() === expected.join())

test('a conversation is narrowed to a kind, page by page, and follows what is sent, changed and deleted', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const names = Array.from({ length: 60 }, (_, at) => `list ${at}`)
  const lists: Push[] = []
  for (const body of names) {
    lists.push(await post(ann, { type: 'list', body }))
    await post(ann, { body: `note after ${body}` })
  }
  await post(ann, { type: 'list', body: 'for Bob', email: bob.account.email })
  const session = await started(ann)
  const history = narrowed(session, { kind: 'lists' })
  await untilBodies(history, names.slice(-25))
  await history.loadMore()
  await untilBodies(history, names.slice(-50))
  await history.loadMore()
  await untilBodies(history, names)
  expect(history.$history.get().state).toBe('done')
  await post(ann, { type: 'list', body: 'one more' })
  await post(ann, { body: 'no list' })
  await untilBodies(history, [...names, 'one more'])
  await server.request(`/v2/pushes/${lists[0]?.iden}`, { token: ann.token, method: 'DELETE' })
  await untilBodies(history, [...names.slice(1), 'one more'])
  await untilBodies(narrowed(session, { kind: 'lists' }, chatWith(session, bob)), ['for Bob'])
  await untilBodies(narrowed(session, { kind: 'pictures' }), [])
})

test('a conversation is narrowed to a tag, typed or set, also while that changes', async () => {
  const ann = await signUp()
  await post(ann, { body: 'typed #Harbour' })
  const other = await post(ann, { body: 'set later' })
  const session = await started(ann)
  const history = narrowed(session, { tag: 'harbour' })
  await untilBodies(history, ['typed #Harbour'])
  session.push.tag(other.iden, ['harbour', 'to-do'])
  await untilBodies(history, ['typed #Harbour', 'set later'])
  expect(tagsByUse(session.mirror.of('pushes').get().entries.values())).toEqual(['harbour', 'to-do'])
  await change(ann, other, { tags: [] })
  await untilBodies(history, ['typed #Harbour'])
})

test('while the server cannot be reached there is what the client keeps, and the rest once it can', async () => {
  const ann = await signUp()
  await post(ann, { type: 'list', body: 'kept' })
  const session = await started(ann)
  let isUp = false
  const call: typeof session.call = (...asked) => session.call(...asked)
  const offline = {
    ...session,
    call: ((...asked: Parameters<typeof call>) => (isUp ? call(...asked) : Promise.reject(refused))) as typeof call,
  }
  const each = openNarrowed(offline, session.target.me, { kind: 'lists' }, platform)
  opened.push(each)
  await until(each.$history, ({ state, items }) => state === 'offline' && bodies(items).join() === 'kept')
  isUp = true
  await each.loadMore()
  await untilBodies(each, ['kept'])
  expect(each.$history.get().state).toBe('done')
})
