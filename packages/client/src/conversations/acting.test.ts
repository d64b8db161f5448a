import { createDevice, createPush, deletePush } from '@waypost/protocol'
import { expect, test } from 'vitest'
import type { Failure } from '../ground/failure.ts'
import { until } from '../ground/until.ts'
import { post, setUpPeople, signUp, started } from '../session/test-people.ts'
import { chatWith, gate, itemsOf, settled, watched } from '../session/test-sessions.ts'

setUpPeople()

test('SYNC-021 a deleted push disappears when the server has confirmed, here and in another session', async () => {
  const ann = await signUp()
  const [push] = await post(ann, 1)
  const confirmed = gate()
  const { platform } = watched(async (call, send) => {
    if (call.startsWith('DELETE')) await confirmed.passed
    return send()
  })
  const [here, there] = [await started(ann, { platform }), await started(ann)]
  const deleting = here.push.delete(push?.iden ?? '')
  expect(itemsOf(here)).toHaveLength(1)
  confirmed.open()
  await deleting
  expect(itemsOf(here)).toEqual([])
  await settled(there, 0)
  // A response that was in flight does not restore it.
  await here.push.loadMore(here.target.me)
  expect(itemsOf(here)).toEqual([])
})

test('SIDE-009 SIDE-011 SIDE-015 a push to an email address creates a chat on both sides and is unread until it is read', async () => {
  const [ann, bob, cleo] = [await signUp(), await signUp(), await signUp()]
  const [annHere, bobHere] = [await started(ann), await started(bob)]
  await annHere.chat.start(cleo.account.email)
  annHere.push.send({ body: 'hi bob' }, chatWith(annHere, bob))
  const { items } = await settled(bobHere, 1, chatWith(bobHere, ann))

  expect(items[0]).toMatchObject({ side: 'in', push: { body: 'hi bob' } })
  await settled(annHere, 1, chatWith(annHere, bob))
  expect(itemsOf(annHere, chatWith(annHere, bob))[0]).toMatchObject({ side: 'out', push: { body: 'hi bob' } })
  expect(annHere.target.$people.get().map((target) => [target.type, target.key])).toEqual([
    ['chat', bob.account.email],
    ['chat', cleo.account.email],
  ])
  expect(bobHere.target.$people.get()[0]).toMatchObject({ name: ann.account.name, desc: ann.account.email, type: 'chat' })
  expect([...bobHere.target.$unread.get()]).toEqual([[ann.account.email, 1]])
  expect([...annHere.target.$unread.get()]).toEqual([])

  await bobHere.push.dismiss(items[0]?.push.iden ?? '')
  expect([...bobHere.target.$unread.get()]).toEqual([[ann.account.email, 1]])
  bobHere.readMarkers.read(chatWith(bobHere, ann))
  expect([...bobHere.target.$unread.get()]).toEqual([])
})

test('SYNC-030 a push is dismissed only once', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await post(bob, 1, { email: ann.account.email })
  const { calls, platform } = watched()
  const session = await started(ann, { platform })
  const iden = itemsOf(session, chatWith(session, bob))[0]?.push.iden ?? ''
  await Promise.all([session.push.dismiss(iden), session.push.dismiss(iden)])
  await session.push.dismiss(iden)
  expect(calls.filter((call) => call === `POST /v2/pushes/${iden}`)).toHaveLength(1)
})

test('API-075 API-076 a failure is reported with its operation and the message of the server', async () => {
  const session = await started(await signUp())
  const failures: Failure[] = []
  session.onFailure((failure) => failures.push(failure))
  await session.device.rename('missing', 'Name')
  await session.chat.setMuted('missing', true)
  await session.push.dismiss('missing')
  await session.push.delete('not an iden')
  await expect(session.chat.start('nobody')).rejects.toThrow("The param 'email' has an invalid value.")
  expect(failures.map(({ title, body }) => `${title}: ${body}`)).toEqual([
    'Error updating Device: Object not found. The resource could not be found.',
    'Error updating Chat: Object not found. The resource could not be found.',
    'Error updating Push: Object not found. The resource could not be found.',
    "Error deleting Push: The param 'iden' has an invalid value.",
    "Error creating Chat: The param 'email' has an invalid value.",
  ])
  await session.push.dismiss('missing')
  expect(failures).toHaveLength(6)
  await session.push.delete('missing')
  expect(failures).toHaveLength(6)
})

test('API-078 any call is sent and parsed by its definition', async () => {
  const session = await started(await signUp())
  const push = await session.call(createPush, { type: 'list', title: 'Buy', items: ['milk', 'bread'] })
  expect(push).toMatchObject({ type: 'list', items: [{ text: 'milk' }, { text: 'bread' }], active: true })
  expect(await session.call(createDevice, { nickname: 'Desk' })).toMatchObject({ nickname: 'Desk' })
  expect(await session.call(deletePush, { iden: push.iden })).toEqual({})
  await expect(session.call(deletePush, { iden: 'missing' })).rejects.toMatchObject({ code: 'not_found', status: 404 })
})

test('API-079 devices and chats are listed newest first', async () => {
  const session = await started(await signUp())
  for (const nickname of ['one', 'two', 'three']) await session.device.create({ nickname })
  for (const email of ['b@example.org', 'c@example.org', 'a@example.org']) await session.chat.start(email)
  await session.device.rename(session.device.$all.get()[2]?.iden ?? '', 'first')
  expect(session.device.$all.get().map((device) => device.nickname)).toEqual(['three', 'two', 'first'])
  expect(session.chat.$all.get().map((chat) => chat.with?.email)).toEqual(['a@example.org', 'c@example.org', 'b@example.org'])
})

test('SIDE-016 SIDE-022 a chat is muted and removed, here and in another session, and a push brings it back', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [here, there] = [await started(ann), await started(ann)]
  const { iden } = await here.chat.start(bob.account.email)
  await here.chat.setMuted(iden, true)
  expect(here.target.$people.get()[0]?.muted).toBe(true)
  await until(there.target.$people, ([first]) => first?.muted === true)
  await here.chat.remove(iden)
  expect(here.target.$people.get()).toEqual([])
  expect(here.target.find('people', bob.account.email)?.type).toBe('email')
  await until(there.target.$people, (people) => people.length === 0)
  await post(bob, 1, { email: ann.account.email })
  await until(here.target.$people, ([first]) => first?.key === bob.account.email && !first.muted)
})

test('API-057 an account known from the sign-in is refreshed', async () => {
  const ann = await signUp()
  const session = await started(ann, { account: { ...ann.account, name: 'An old name', api_key: 'kept' } })
  const account = await until(session.$account, (account) => account?.name !== 'An old name')
  expect(account).toMatchObject({ name: ann.account.name, api_key: 'kept' })
})
