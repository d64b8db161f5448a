import { firstPushesPerConversation } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import type { Session } from '../session/session.ts'
import { open, server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { type Person, watched } from '../session/test-sessions.ts'

setUpPeople()

const ask = async (person: Person, path: string, body?: object, method?: string) =>
  (await server.request(path, { token: person.token, ...(body && { body }), ...(method && { method }) })).body
const send = (person: Person, body: string, more: object = {}) => ask(person, '/v2/pushes', { type: 'note', body, ...more })
/** Sends more of the account's own pushes than a session fetches at its start for that many targets. */
const sendMore = (person: Person, targets: number) =>
  Promise.all(Array.from({ length: firstPushesPerConversation * targets + 5 }, (_, n) => send(person, `own ${n}`)))
const latestCall = 'POST /v2/history/latest'

const lines = (session: Session) =>
  Object.fromEntries([...session.target.$last.get()].map(([key, { push, state }]) => [key, `${push.body} ${state}`]))
const shows = (session: Session, expected: Record<string, string | undefined>) =>
  until(session.target.$last, () => Object.entries(expected).every(([key, line]) => lines(session)[key] === line))

test('the last message of each target is known from the start, and a new one changes its line alone', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const phone = (await ask(ann, '/v2/devices', { nickname: 'Phone' })).iden
  await send(ann, 'to the phone', { device_iden: phone })
  await send(ann, 'to bob', { email: bob.account.email })
  await ask(ann, '/v2/chats', { email: 'idle@example.org' })
  const { calls, platform } = watched()
  const session = await started(ann, { platform })
  const stop = session.target.$last.listen(() => {})
  const chat = bob.account.email_normalized
  await shows(session, { me: 'to the phone settled', [phone]: 'to the phone settled', [chat]: 'to bob settled' })
  expect(lines(session)['idle@example.org']).toBeUndefined()
  const before = session.target.$last.get()
  await send(bob, 'from bob', { email: ann.account.email })
  await shows(session, { [chat]: 'from bob settled' })
  expect(session.target.$last.get().get(phone)).toBe(before.get(phone))
  // Everything was in the mirror already.
  expect(calls).not.toContain(latestCall)
  stop()
})

test('waiting and refused pushes are last messages as well', async () => {
  const ann = await signUp()
  const { platform } = watched((call, answer) =>
    call === 'POST /v2/pushes'
      ? Promise.resolve({ status: 400, text: async () => '{"error":{"code":"invalid_request","message":"No."}}' })
      : answer(),
  )
  const session = await started(ann, { platform })
  const stop = session.target.$last.listen(() => {})
  session.push.send({ body: 'refused' }, session.target.me)
  expect(lines(session).me).toBe('refused sending')
  await shows(session, { me: 'refused failed' })
  stop()
})

test('many idle targets whose last message is not in the mirror take one call, and keep their lines over a restart', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const phone = (await ask(ann, '/v2/devices', { nickname: 'Old phone' })).iden
  const unused = (await ask(ann, '/v2/devices', { nickname: 'Unused' })).iden
  await send(ann, 'to the old phone', { device_iden: phone })
  await sendMore(ann, 3)
  const chat = (await ask(ann, '/v2/chats', { email: bob.account.email })).iden
  await send(ann, 'long ago', { email: bob.account.email })
  await ask(ann, `/v2/chats/${chat}`, undefined, 'DELETE')
  const { calls, platform } = watched()
  const saved = inMemoryStore()
  const session = await started(ann, { platform, saved })
  expect(lines(session)[phone]).toBeUndefined()
  const stop = session.target.$last.listen(() => {})
  const expected = { [phone]: 'to the old phone settled', [unused]: undefined }
  await shows(session, expected)
  expect(calls.filter((call) => call === latestCall)).toHaveLength(1)
  // The history of the idle device begins with the message that was found.
  const [item] = session.push.history(session.target.find('devices', phone) ?? session.target.me).get().items
  expect(item?.push.body).toBe('to the old phone')
  await session.chat.start(bob.account.email)
  await shows(session, { [bob.account.email_normalized]: 'long ago settled' })
  expect(calls.filter((call) => call === latestCall)).toHaveLength(2)
  stop()
  session.close()

  const again = watched()
  const next = open(ann, { platform: again.platform, saved })
  await next.start()
  const stopNext = next.target.$last.listen(() => {})
  await shows(next, { ...expected, [bob.account.email_normalized]: 'long ago settled' })
  await until(next.$connection, (connection) => connection === 'connected')
  await next.mirror.catchUp()
  expect(again.calls).not.toContain(latestCall)
  stopNext()
})

test('a deleted last message gives way to the one before it, even if that is not in the mirror, and a failed call is retried', async () => {
  const ann = await signUp()
  const phone = (await ask(ann, '/v2/devices', { nickname: 'Phone' })).iden
  const first = await send(ann, 'first', { device_iden: phone })
  const second = await send(ann, 'second', { device_iden: phone })
  await sendMore(ann, 2)
  let fails = 1
  const { calls, platform } = watched((call, answer) =>
    call === latestCall && fails-- > 0 ? Promise.resolve({ status: 503, text: async () => '{}' }) : answer(),
  )
  // Only the wait for the next retry is short.
  const soon = { ...platform, after: (wait: number, work: () => void) => platform.after(wait === 10_000 ? 50 : wait, work) }
  const session = await started(ann, { platform: soon })
  const stop = session.target.$last.listen(() => {})
  await shows(session, { [phone]: 'second settled' })
  expect(calls.filter((call) => call === latestCall)).toHaveLength(2)
  await ask(ann, `/v2/pushes/${second.iden}`, undefined, 'DELETE')
  await shows(session, { [phone]: 'first settled' })
  await ask(ann, `/v2/pushes/${first.iden}`, undefined, 'DELETE')
  await shows(session, { [phone]: undefined })
  stop()
})

test('a blocked person, whom no list shows until they are opened, has a last message, after a new start too', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await send(bob, 'from bob', { email: ann.account.email })
  const chat = bob.account.email_normalized
  const first = await started(ann)
  const stop = first.target.$last.listen(() => {})
  await ask(ann, '/v2/blocks', { email: bob.account.email })
  for (const { iden } of first.mirror.of('chats').get().entries.values()) await ask(ann, `/v2/chats/${iden}`, undefined, 'DELETE')
  await until(first.target.$people, (all) => all.length === 0)
  await shows(first, { [chat]: 'from bob settled' })
  stop()
  const second = await started(ann)
  const end = second.target.$last.listen(() => {})
  expect(second.target.$people.get()).toEqual([])
  await shows(second, { [chat]: 'from bob settled' })
  end()
})
