import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import { open, server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { chatWith, type Person, settled } from '../session/test-sessions.ts'

setUpPeople()

const post = async (from: Person, to: Person, body: string): Promise<Push> =>
  (await server.request('/v2/pushes', { token: from.token, body: { body, email: to.account.email } })).body
/** Runs the jobs that are due within some hours. */
const wait = (hours: number) => server.app.jobs.processAll((Date.now() + hours * 3_600_000) * 1_000)
const inAnHour = () => Date.now() / 1_000 + 3_600

test('a message that comes back is unread, moves its conversation up and is notified of once, until it is dismissed', async () => {
  const [ann, bob, cleo] = [await signUp(), await signUp(), await signUp()]
  const [here, there] = [await started(ann), await started(ann)]
  const sent = await post(ann, bob, 'ask about the key')
  await post(ann, cleo, 'hello')
  await settled(here, 1, chatWith(here, cleo))
  await here.chat.setMuted(here.target.$people.get().find(({ key }) => key === bob.account.email)?.obj?.iden ?? '', true)
  const notified: (string | undefined)[] = []
  const gone: (string | undefined)[] = []
  here.onNotify(({ push }) => notified.push(push.body))
  here.onDismissed(({ body }) => gone.push(body))
  here.push.remind(sent.iden, inAnHour())
  await until(there.mirror.of('pushes'), ({ entries }) => entries.get(sent.iden)?.remind_at !== undefined)
  await wait(2)
  for (const session of [here, there]) {
    await until(session.target.$unread, (unread) => unread.get(bob.account.email) === 1)
    expect([...session.push.$back.get().keys()]).toEqual([sent.iden])
    await until(session.target.$people, ([first]) => first?.key === bob.account.email)
  }
  // Reading newer pushes does not affect it.
  await post(bob, ann, 'which one?')
  await until(here.target.$unread, (unread) => unread.get(bob.account.email) === 2)
  here.readMarkers.read(chatWith(here, bob))
  expect(here.target.$unread.get().get(bob.account.email)).toBe(1)
  await here.push.dismiss(sent.iden)
  for (const session of [here, there]) await until(session.push.$back, (back) => back.size === 0)
  expect([...here.target.$unread.get()]).toEqual([])
  expect([notified, gone.includes('ask about the key')]).toEqual([['ask about the key'], true])
})

test('a reminder is taken away, and what has come back is so after a reload', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const saved = inMemoryStore()
  const first = await started(ann, { saved })
  const [kept, not] = [await post(ann, bob, 'kept'), await post(ann, bob, 'not')]
  await settled(first, 2, chatWith(first, bob))
  for (const { iden } of [kept, not]) first.push.remind(iden, inAnHour())
  await until(first.push.$pending, ({ size }) => size === 0)
  first.push.remind(not.iden, undefined)
  await until(first.push.$pending, ({ size }) => size === 0)
  await wait(2)
  await until(first.push.$back, (back) => back.size === 1)
  first.close()
  const second = open(ann, { saved, account: ann.account })
  const notified: unknown[] = []
  second.onNotify(({ push }) => notified.push(push.body))
  await second.start()
  await second.mirror.catchUp()
  expect([...second.push.$back.get().keys()]).toEqual([kept.iden])
  expect([...second.target.$unread.get()]).toEqual([[bob.account.email, 1]])
  expect(notified).toEqual([])
})
