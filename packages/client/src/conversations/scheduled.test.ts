import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import { open, server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { bodies, itemsOf, mute, settled, watched } from '../session/test-sessions.ts'

setUpPeople()

const inAnHour = () => Date.now() / 1_000 + 3_600

test('a push for later waits in every session, not in the history, and becomes a push there when it is sent', async () => {
  const ann = await signUp()
  const [here, there] = [await started(ann), await started(ann)]
  const { me } = here.target
  const sendAt = inAnHour()
  here.push.send({ body: 'later' }, me, undefined, sendAt)
  for (const session of [here, there]) {
    const [push] = await until(session.push.scheduled.of(session.target.me), (all) => all.length === 1)
    expect(push).toMatchObject({ body: 'later', direction: 'self' })
    expect(push?.send_at).toBeCloseTo(sendAt, 3)
    await until(session.push.history(session.target.me), ({ items }) => items.length === 0)
  }
  const [push] = there.push.scheduled.of(there.target.me).get()
  expect(await there.push.scheduled.edit(push?.iden ?? '', { body: 'now' })).toBe(true)
  expect(await there.push.scheduled.move(push?.iden ?? '', sendAt + 60)).toBe(true)
  await until(here.push.scheduled.of(me), ([first]) => first?.body === 'now' && (first.send_at ?? 0) > sendAt + 59)
  expect(await there.push.scheduled.sendNow(push?.iden ?? '')).toBe(true)
  expect(there.push.scheduled.of(there.target.me).get()).toEqual([])
  for (const session of [here, there]) {
    await settled(session, 1, session.target.me)
    expect(bodies(itemsOf(session))).toEqual(['now'])
    expect(session.push.scheduled.of(session.target.me).get()).toEqual([])
  }
})

test('scheduled pushes are listed by their time, at their target, after a restart too, and can be canceled', async () => {
  const ann = await signUp()
  const { body: device } = await server.request('/v2/devices', { token: ann.token, body: { nickname: 'Phone' } })
  const saved = inMemoryStore()
  const first = await started(ann, { saved })
  const phone = first.target.find('devices', device.iden)
  const soon = inAnHour()
  first.push.send({ body: 'second' }, first.target.me, undefined, soon + 60)
  first.push.send({ body: 'first' }, first.target.me, undefined, soon)
  first.push.send({ body: 'phone' }, phone, undefined, soon + 120)
  await until(first.push.scheduled.of(first.target.me), (all) => all.length === 3)
  first.close()
  const second = await started(ann, { saved })
  const { scheduled } = second.push
  expect(
    scheduled
      .of(second.target.me)
      .get()
      .map(({ body }) => body),
  ).toEqual(['first', 'second', 'phone'])
  const onPhone = scheduled.of(second.target.find('devices', device.iden) ?? second.target.me)
  expect(onPhone.get().map(({ body }) => body)).toEqual(['phone'])
  expect(await scheduled.cancel(onPhone.get()[0]?.iden ?? '')).toBe(true)
  expect(onPhone.get()).toEqual([])
})

test('written offline, it keeps its time; when that has passed before the network is back, it is sent at once', async () => {
  const ann = await signUp()
  let cut = true
  const { platform } = watched((call, send) =>
    cut && call === 'POST /v2/pushes' ? Promise.reject(new Error('no network')) : send(),
  )
  const saved = inMemoryStore()
  const offline = await started(ann, { platform, saved })
  offline.push.send({ body: 'missed' }, offline.target.me, undefined, Date.now() / 1_000 + 0.001)
  offline.push.send({ body: 'ahead' }, offline.target.me, undefined, inAnHour())
  expect(itemsOf(offline).map(({ push, state }) => [push.body, state, push.send_at !== undefined])).toEqual([
    ['missed', 'sending', true],
    ['ahead', 'sending', true],
  ])
  offline.close()
  cut = false
  const online = await started(ann, { saved })
  await settled(online, 1)
  expect(bodies(itemsOf(online).filter(({ state }) => state === 'settled'))).toEqual(['missed'])
  await until(online.push.scheduled.of(online.target.me), (all) => all.length === 1)
  await until(online.push.history(online.target.me), ({ items }) => items.length === 1)
})

test('if only the response was lost, a push is not scheduled again, and its ghost goes', async () => {
  const ann = await signUp()
  let lose = true
  const { platform, calls } = watched(async (call, send) => {
    const answer = await send()
    if (lose && call === 'POST /v2/pushes') throw new Error('no network')
    return answer
  })
  const saved = inMemoryStore()
  const session = open(ann, { platform: mute(platform), saved })
  await session.start()
  session.push.send({ body: 'once' }, session.target.me, undefined, inAnHour())
  await until(session.$connection, () => calls.includes('POST /v2/pushes'))
  session.close()
  lose = false
  const again = await started(ann, { saved })
  await until(again.push.history(again.target.me), ({ items }) => items.length === 0)
  expect((await server.request('/v2/scheduled_pushes', { token: ann.token })).body.scheduled_pushes).toHaveLength(1)
})
