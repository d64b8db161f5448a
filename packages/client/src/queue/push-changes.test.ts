import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import type { Failure } from '../ground/failure.ts'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import type { Session } from '../session/session.ts'
import { open, server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { chatWith, gate, hasty, itemsOf, type Person, settled, watched } from '../session/test-sessions.ts'
import { browserInMemory } from '../tabs/test-tabs.ts'
import { openPushChanges } from './push-changes.ts'

setUpPeople()

async function post(from: Person, fields: object): Promise<Push> {
  return (await server.request('/v2/pushes', { token: from.token, body: { type: 'note', ...fields } })).body
}

const find = async (person: Person, { iden }: Push): Promise<Push> =>
  (await server.request(`/v2/pushes/${iden}`, { token: person.token })).body

/** Retries and streams wait until the session is woken. */
function network() {
  const state = { isAway: false }
  const { calls, platform: watching } = watched((_call, send) =>
    state.isAway ? Promise.reject(new TypeError('no network')) : send(),
  )
  return { state, calls, platform: watching }
}

const saved = (session: Session) => until(session.push.$pending, ({ size }) => size === 0)

const shownOf = (session: Session, { iden }: Push) => itemsOf(session).find(({ push }) => push.iden === iden)

test('an edit, a reaction, a pin, tags, a reminder and a deletion that are made offline show at once, outlive a reload and are sent later [J1]', async () => {
  const ann = await signUp()
  const [text, other, gone] = [
    await post(ann, { body: 'one' }),
    await post(ann, { body: 'two' }),
    await post(ann, { body: 'three' }),
  ]
  const browser = inMemoryStore()
  const { state, platform: net } = network()
  const first = await started(ann, { saved: browser, platform: net, account: ann.account })
  await settled(first, 3)
  state.isAway = true
  first.push.edit(text, { body: 'one, changed' })
  first.push.edit(gone, { body: 'three, changed' })
  first.push.react(other.iden, '👍')
  first.push.pin(other.iden, true)
  first.push.tag(other.iden, ['garden'])
  first.push.remind(other.iden, Date.now() / 1_000 + 3_600)
  void first.push.delete(gone.iden)
  const expectShown = (session: Session) => {
    expect(shownOf(session, text)?.push).toMatchObject({ body: 'one, changed', edited: expect.any(Number) })
    expect(shownOf(session, other)?.push).toMatchObject({
      reactions: { '👍': [ann.account.email_normalized] },
      pinned: expect.any(Number),
      tags: ['garden'],
      remind_at: expect.any(Number),
    })
    expect(shownOf(session, gone)).toMatchObject({ deletes: 'own', push: { body: 'three, changed' } })
    expect(
      session.push
        .pinned(session.target.me)
        .get()
        .map(({ iden }) => iden),
    ).toEqual([other.iden])
    expect(session.target.$last.get().get('me')?.push).toMatchObject({ iden: gone.iden, body: 'three, changed' })
    expect(session.push.known(text.iden).get()?.body).toBe('one, changed')
  }
  expectShown(first)
  await until(first.push.history(first.target.me), ({ items }) => items.some(({ edit }) => edit === 'waits'))
  first.close()

  const second = open(ann, { saved: browser, platform: net, account: ann.account })
  await second.start()
  expectShown(second)
  state.isAway = false
  second.wake()
  await saved(second)
  expect(await find(ann, text)).toMatchObject({ body: 'one, changed' })
  expect(await find(ann, other)).toMatchObject({ pinned: expect.any(Number), tags: ['garden'], remind_at: expect.any(Number) })
  expect(itemsOf(second).map(({ push, deletes, edit }) => [push.body, deletes, edit])).toEqual([
    ['one, changed', undefined, undefined],
    ['two', undefined, undefined],
  ])
  expect(browser.keys('change.')).toEqual([])
})

test('of several changes of one kind the last one counts, also while an earlier one is on its way [J1]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await post(ann, { body: 'hello', email: bob.account.email })
  const waits = gate()
  const { calls, platform: net } = watched(async (call, send) => {
    if (call.startsWith('POST /v2/pushes/')) await waits.passed
    return send()
  })
  const session = await started(ann, { platform: net })
  const [item] = itemsOf(session, chatWith(session, bob))
  const push = item?.push as Push
  for (const emoji of ['👍', '❤️', '', '🎉']) session.push.react(push.iden, emoji)
  const shown = () => itemsOf(session, chatWith(session, bob))[0]?.push.reactions
  expect(shown()).toEqual({ '🎉': [ann.account.email_normalized] })
  waits.open()
  await saved(session)
  expect(shown()).toEqual({ '🎉': [ann.account.email_normalized] })
  expect((await find(ann, push)).reactions).toEqual({ '🎉': [ann.account.email_normalized] })
  expect(calls.filter((call) => call === `POST /v2/pushes/${push.iden}`)).toHaveLength(2)
})

test('windows of one browser show the changes of each other, one of them sends them, and none shows an older text in between [J1]', async () => {
  const ann = await signUp()
  const push = await post(ann, { body: 'first' })
  const browser = { ...browserInMemory(), saved: inMemoryStore() }
  const nets = [network(), network()] as const
  const sessions: Session[] = []
  for (const { platform: net } of nets)
    sessions.push(await started(ann, { saved: browser.saved, tabs: browser.window().tabs, platform: net, account: ann.account }))
  const [here, there] = sessions as [Session, Session]
  for (const session of sessions) await settled(session, 1)
  const seen: (string | undefined)[] = []
  const stop = there.push.history(there.target.me).listen(({ items }) => seen.push(items[0]?.push.body))
  here.push.edit(push, { body: 'second' })
  await until(there.push.history(there.target.me), ({ items }) => items[0]?.push.body === 'second')
  there.push.edit(push, { body: 'third' })
  for (const session of sessions) {
    await saved(session)
    expect(shownOf(session, push)?.push.body).toBe('third')
  }
  stop()
  expect([...new Set(seen)]).toEqual(['second', 'third'])
  expect((await find(ann, push)).body).toBe('third')
  const sent = nets.map(({ calls }) => calls.filter((call) => call === `POST /v2/pushes/${push.iden}`).length)
  expect(sent[1]).toBe(0)
})

test('an edit whose answer was lost is not made twice, and one that another device has overtaken replaces nothing [J2]', async () => {
  const ann = await signUp()
  const [lost, overtaken] = [await post(ann, { body: 'a' }), await post(ann, { body: 'b' })]
  let loses = true
  const { calls, platform: net } = watched(async (call, send) => {
    if (call === `POST /v2/pushes/${overtaken.iden}` && loses) throw new TypeError('no network')
    const answer = await send()
    if (call === `POST /v2/pushes/${lost.iden}` && loses) throw new TypeError('no network')
    return answer
  })
  const session = await started(ann, {
    platform: { ...net, after: (ms, work) => platform.after(ms > 500 ? 3_600_000 : ms, work) },
  })
  await settled(session, 2)
  session.push.edit(lost, { body: 'a, changed' })
  await until(session.push.history(session.target.me), ({ items }) => items.some(({ edit }) => edit === 'waits'))
  session.push.edit(overtaken, { body: 'b, changed here' })
  await server.request(`/v2/pushes/${overtaken.iden}`, { token: ann.token, body: { body: 'b, changed elsewhere' } })
  session.wake()
  await until(session.push.history(session.target.me), ({ items }) => items.filter(({ edit }) => edit === 'waits').length === 2)
  loses = false
  session.wake()
  const { items } = await until(session.push.history(session.target.me), ({ items }) =>
    items.some(({ edit }) => edit === 'refused'),
  )
  expect(items.map(({ push, edit, error }) => [push.body, edit, error])).toEqual([
    ['a, changed', undefined, undefined],
    ['b, changed here', 'refused', 'It was edited on another device in the meantime.'],
  ])
  expect(calls.filter((call) => call === `POST /v2/pushes/${lost.iden}`)).toHaveLength(1)
  expect((await find(ann, overtaken)).body).toBe('b, changed elsewhere')
  session.push.retryEdit(overtaken.iden)
  await saved(session)
  expect((await find(ann, overtaken)).body).toBe('b, changed here')
})

test('a text that the server refuses stays until it is discarded, and all else that it refuses is taken back and told [J3]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const mine = await post(ann, { body: 'mine' })
  await post(bob, { body: 'theirs', email: ann.account.email })
  const session = await started(ann)
  await settled(session, 1)
  const failures: Failure[] = []
  session.onFailure((failure) => failures.push(failure))
  session.push.edit(mine, { body: 'x'.repeat(200_000) })
  await until(session.push.history(session.target.me), ({ items }) => items[0]?.edit === 'refused')
  expect(shownOf(session, mine)).toMatchObject({ error: expect.stringContaining('body'), push: { body: 'x'.repeat(200_000) } })
  session.push.discardEdit(mine.iden)
  expect(shownOf(session, mine)?.push.body).toBe('mine')
  session.push.react(mine.iden, 'no emoji')
  await saved(session)
  expect(shownOf(session, mine)?.push.reactions).toBeUndefined()
  expect(failures.map(({ title, body }) => [title, body])).toEqual([['Error updating Push', 'A reaction is one emoji.']])
})

test('the text of an edit whose push is deleted meanwhile is there as one that was not sent [J3]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const push = await post(ann, { body: 'old', email: bob.account.email })
  const { state, platform: net } = network()
  const session = await started(ann, { platform: net })
  const chat = chatWith(session, bob)
  state.isAway = true
  session.push.edit(push, { body: 'typed for an hour' })
  await until(session.push.history(chat), ({ items }) => items[0]?.edit === 'waits')
  await server.request(`/v2/pushes/${push.iden}`, { token: ann.token, method: 'DELETE' })
  state.isAway = false
  session.wake()
  const { items } = await until(session.push.history(chat), ({ items }) => items.some(({ state }) => state === 'failed'))
  expect(items.map(({ push: { body }, state }) => [body, state])).toEqual([['typed for an hour', 'failed']])
  session.push.retry(items[0]?.key ?? '')
  await settled(session, 1, chat)
})

test('a deletion is taken back while it waits, and after it was sent [J1]', async () => {
  const ann = await signUp()
  const [waits, sent] = [await post(ann, { body: 'waits' }), await post(ann, { body: 'sent' })]
  const { state, platform: net } = network()
  const session = await started(ann, { platform: net })
  await settled(session, 2)
  expect(await session.push.delete(sent.iden, { undoable: true })).toBe(true)
  expect(shownOf(session, sent)).toBeUndefined()
  expect(await session.push.restore(sent.iden)).toBe(true)
  expect(shownOf(session, sent)?.push.body).toBe('sent')
  const failures: Failure[] = []
  session.onFailure((failure) => failures.push(failure))
  state.isAway = true
  void session.push.delete(waits.iden, { undoable: true })
  expect(shownOf(session, waits)?.deletes).toBe('own')
  const restored = session.push.restore(waits.iden)
  expect(shownOf(session, waits)?.deletes).toBeUndefined()
  state.isAway = false
  session.wake()
  expect(await restored).toBe(true)
  expect((await find(ann, waits)).active).toBe(true)
  expect(failures).toEqual([])
})

test('what another account has left is neither shown nor sent, and is erased', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const push = await post(ann, { body: 'of Ann' })
  const browser = inMemoryStore()
  const { state, platform: net } = network()
  const first = await started(ann, { saved: browser, platform: net })
  await settled(first, 1)
  state.isAway = true
  first.push.edit(push, { body: 'changed' })
  first.close()
  expect(browser.keys('change.')).toHaveLength(1)
  const second = await started(bob, { saved: browser })
  expect([...second.push.$pending.get()]).toEqual([])
  expect(browser.keys('change.')).toEqual([])
})

test('what is changed before the code for it is there, which comes late, is sent then [J1]', async () => {
  const ann = await signUp()
  const push = await post(ann, { body: 'early' })
  let tries = 0
  const session = await started(ann, {
    platform: hasty(50),
    changes: (deps) => (tries++ < 2 ? Promise.reject(new TypeError('no network')) : openPushChanges(deps)),
  })
  session.push.pin(push.iden, true)
  expect(await session.push.delete(push.iden)).toBe(true)
  expect(tries).toBe(3)
  expect((await find(ann, push)).active).toBe(false)
})
