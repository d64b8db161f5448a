import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import { server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { byHand, chatWith, hasty, type Person, settled, watched } from '../session/test-sessions.ts'

setUpPeople()

const write = async ({ token }: Person, to: Person, count = 1) => {
  const bodies = Array.from({ length: count }, (_, index) => ({ body: `${index}`, email: to.account.email }))
  const sent = await Promise.all(bodies.map((body) => server.request('/v2/pushes', { token, body })))
  return Math.max(...sent.map(({ body }) => body.created as number))
}
const markersOf = async ({ token }: Person) => (await server.request('/v2/read_markers', { token })).body.read_markers

function noted() {
  const reports: { conversation: string; read_to: number; delivered_to: number }[][] = []
  const { platform } = watched()
  const fetch: typeof platform.fetch = (url, request) => {
    if (request.method === 'POST' && url.endsWith('/v2/read_markers')) reports.push(JSON.parse(`${request.body}`).markers)
    return platform.fetch(url, request)
  }
  return { reports, platform: { ...platform, fetch } }
}

test('the sender sees live that a message has arrived with the other person, and then that it was read [H4]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const sent = await write(ann, bob)
  const hers = await started(ann)
  const marks = hers.readMarkers.theirs(chatWith(hers, bob))
  expect(marks.get()).toBeUndefined()
  const his = await started(bob)
  await until(marks, (known) => known?.deliveredTo === sent)
  expect(marks.get()?.readTo).toBe(0)
  his.readMarkers.read(chatWith(his, ann))
  await until(marks, (known) => known?.readTo === sent)
  const phone = await started(ann)
  expect(phone.readMarkers.theirs(chatWith(phone, bob)).get()).toEqual(marks.get())
})

test('what arrived in two conversations while a session was closed is reported in one call [H5]', async () => {
  const [ann, bob, eve] = [await signUp(), await signUp(), await signUp()]
  const saved = inMemoryStore()
  const first = await started(ann, { saved })
  await write(bob, ann)
  await settled(first, 1, chatWith(first, bob))
  await until(first.mirror.of('read_markers'), ({ entries }) => entries.size === 1)
  first.close()
  for (const from of [bob, eve]) await write(from, ann, 30)
  const { reports, platform } = noted()
  const session = await started(ann, { saved, platform })
  const newest = () =>
    [bob, eve].map((from) => session.push.history(chatWith(session, from)).get().items.at(-1)?.push.created ?? 0)
  await until(session.mirror.of('read_markers'), ({ entries }) =>
    newest().every((stamp) => stamp > 0 && [...entries.values()].some(({ delivered_to }) => delivered_to === stamp)),
  )
  expect(reports).toHaveLength(1)
  expect(reports[0]?.map(({ delivered_to }) => delivered_to).toSorted()).toEqual(newest().toSorted())
  expect(reports[0]?.every(({ read_to }) => read_to === 0)).toBe(true)
})

test('a push read as it arrives is reported as read alone', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await write(bob, ann)
  const { reports, platform } = noted()
  const nextCall = byHand(3_000, platform)
  const arrivals = byHand(1_000, nextCall.platform)
  const session = await started(ann, { platform: arrivals.platform })
  const chat = chatWith(session, bob)
  const stop = session.push.history(chat).listen(() => session.readMarkers.read(chat))
  session.readMarkers.read(chat)
  await write(bob, ann, 50)
  await settled(session, 51, chat)
  arrivals.pass()
  const isSent = () => {
    // The first call may still be in flight.
    nextCall.pass()
    const markers = [...session.mirror.of('read_markers').get().entries.values()]
    return markers.some(({ read_to }) => read_to === session.readMarkers.readTo(chat))
  }
  await expect.poll(isSent).toBe(true)
  stop()
  expect(reports.flat().map(({ delivered_to }) => delivered_to)).toEqual([0, 0])
})

test('an account that does not share its read markers reports no arrivals', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const data = { read_receipts: false }
  await server.request('/v3/set-permanent', { token: ann.token, body: { key: 'web_preferences', data } })
  await write(bob, ann)
  const { reports, platform } = noted()
  const session = await started(ann, { platform: hasty(100, platform) })
  session.readMarkers.read(chatWith(session, bob))
  await until(session.mirror.of('read_markers'), ({ entries }) => entries.size === 1)
  expect(reports.flat().every(({ delivered_to }) => delivered_to === 0)).toBe(true)
  expect(await markersOf(bob)).toEqual([])
})
