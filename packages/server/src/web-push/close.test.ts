import { limits, type WebPushMessage } from '@waypost/protocol'
import { describe, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import type { Json } from '../test-server.ts'
import { withBrowser } from './test-browser.ts'

const { server, service, alice, bob, browser, person, ask, send, ownPush, newest, remove, elsewhere, notified, closing, toldOf } =
  withBrowser()

const hour = 3_600
const read = async (conversation: string, read_to?: number) =>
  ask('/v2/read_markers', await elsewhere(), {
    markers: [{ conversation, read_to: read_to ?? (await newest()).created }],
  })
const dismiss = async (iden: string) => ask(`/v2/pushes/${iden}`, await elsewhere(), { dismissed: true })
/** What a message says, in short. */
const shortly = (message: WebPushMessage): unknown[] => {
  if (message.kind === 'close') return ['close', ...message.idens.toSorted()]
  if (message.kind === 'push') return [message.push.body, ...(message.closes ?? []).toSorted()]
  return [message.kind]
}

describe('a notification', () => {
  test('is closed when its push is dismissed, deleted or taken back elsewhere', async () => {
    for (const how of ['dismissed', 'deleted', 'taken back']) {
      const sent = await send(how)
      const { push, headers: first } = await notified()
      const other = await elsewhere()
      if (how === 'dismissed') await ask(`/v2/pushes/${push.iden}`, other, { dismissed: true })
      if (how === 'deleted') await remove(`/v2/pushes/${push.iden}`, other)
      if (how === 'taken back') await remove(`/v2/pushes/${sent.iden}?everyone=true`, bob())
      await closing()
      const { message, headers } = await browser().next()
      expect(message).toEqual({ kind: 'close', user_iden: alice().iden, idens: [push.iden] })
      expect(headers).toMatchObject({ urgency: 'low', ttl: '3600', topic: first.topic })
    }
    expect(await toldOf()).toEqual([])
  })

  test('is closed with others that are over soon after by one message, or by the next message of its conversation', async () => {
    const carol = await person('Carol')
    const idens: string[] = []
    for (const body of ['one', 'two']) {
      await send(body)
      idens.push((await notified()).push.iden)
    }
    for (const iden of idens) await dismiss(iden)
    await closing()
    expect(shortly((await browser().next()).message)).toEqual(['close', ...idens.toSorted()])
    await send('three')
    const { iden } = (await notified()).push
    service().answer(browser(), { status: 503, headers: { 'retry-after': '1800' } })
    const refused = browser().refused()
    await dismiss(iden)
    await closing()
    await refused
    await send('of another', {}, carol)
    expect(shortly((await notified()).message)).toEqual(['of another'])
    await send('four')
    expect(shortly((await notified()).message)).toEqual(['four', iden])
    expect(await toldOf()).toEqual([])
  })

  test('is closed with all others of its conversation that are read, by the latest one that is not, or else by one message', async () => {
    const idens: string[] = []
    let topic: unknown
    for (let count = 0; count < 20; count++) {
      await send(`${count}`)
      const { push, headers } = await notified()
      idens.push(push.iden)
      topic = headers.topic
    }
    const last = (await newest()) as Json
    await read(`email:${bob().email}`, last.created - 0.000001)
    await closing()
    const again = await browser().next()
    expect(shortly(again.message)).toEqual(['19', ...idens.slice(0, 19).toSorted()])
    expect(again.headers).toMatchObject({ topic, urgency: 'high', ttl: String(7 * 24 * hour) })
    await read(`email:${bob().email}`)
    await closing()
    const single = await browser().next()
    expect(single.message).toEqual({ kind: 'close', user_iden: alice().iden, idens: idens.slice(19) })
    expect(single.headers.topic).toBe(topic)
    expect(await toldOf()).toEqual([])
  })

  test('is closed also where the latest message of its conversation is too long to come as it is', async () => {
    await send('over')
    const { push, headers } = await notified()
    await send('long', { type: 'link', url: `https://example.org/${'x'.repeat(4_000)}` })
    expect((await browser().next()).message.kind).toBe('fetch')
    const { iden } = await newest()
    await dismiss(push.iden)
    await closing()
    const { message, ...again } = await browser().next()
    expect(message).toEqual({ kind: 'fetch', user_iden: alice().iden, iden, closes: [push.iden] })
    expect(again.headers.topic).toBe(headers.topic)
    await send('too large')
    const large = await notified()
    service().answer(browser(), { status: 413 })
    await dismiss(iden)
    await closing()
    expect((await browser().next()).message).toMatchObject({ kind: 'fetch', iden: large.push.iden, closes: [iden] })
    expect(await toldOf()).toEqual([])
  })

  test('is closed with a hundred others by as few messages as they fit into', async () => {
    for (let count = 0; count < 101; count++) await send(`${count}`)
    await server().app.jobs.processAll()
    const told = browser()
      .received.splice(0)
      .map(({ message }) => shortly(message)[0])
    expect(told).toHaveLength(101)
    await read(`email:${bob().email}`)
    await closing()
    const closes = browser()
      .received.splice(0)
      .map(({ message }) => (message.kind === 'close' ? message.idens.length : 0))
    expect(closes).toEqual([50, 50, 1])
  })

  test('is not closed in the browser() that dismissed it, nor in one that was not told of it or a week later', async () => {
    await send('mine')
    const { push } = await notified()
    const later = await service().subscribe(server(), alice().token)
    await ask(`/v2/pushes/${push.iden}`, alice(), { dismissed: true })
    expect(await toldOf(later)).toEqual([])
    expect(await toldOf()).toEqual([])
    await send('old')
    const old = (await notified()).push
    const weekAgo = microseconds() - limits.webPushFor.push * 1_000 - 1
    await server().app.db.write((tx) => tx.run('UPDATE web_push_notified SET sent = $2 WHERE push = $1', [old.iden, weekAgo]))
    await remove(`/v2/pushes/${old.iden}`, await elsewhere())
    expect(await toldOf()).toEqual([])
  })

  test('is replaced when its push is edited, and left alone by reactions and pins', async () => {
    const sent = await send('wrnog')
    const first = await notified()
    await ask(`/v2/pushes/${sent.iden}`, bob(), { reaction: '👍' })
    await ask(`/v2/pushes/${sent.iden}`, bob(), { pinned: true })
    await ask(`/v2/pushes/${sent.iden}`, bob(), { body: 'right' })
    const second = await notified()
    expect([second.push.body, second.push.iden, second.headers.topic]).toEqual(['right', first.push.iden, first.headers.topic])
    await ask(`/v2/pushes/${sent.iden}`, bob(), { pinned: false })
    expect(await toldOf()).toEqual([])
  })
})

describe('a browser that was away', () => {
  test('gets the latest message of each conversation, and nothing of those that were read elsewhere', async () => {
    const carol = await person('Carol')
    for (const body of ['one', 'two']) {
      for (const from of [bob(), carol]) await send(`${body} of ${from.email}`, {}, from)
      await server().app.jobs.processAll()
    }
    const { iden: phone } = await ask('/v2/devices', alice(), { nickname: 'Phone' })
    for (const fields of [{ source_device_iden: phone }, {}]) await ownPush('own', fields)
    await server().app.jobs.processAll()
    const after = (hours: number) =>
      browser()
        .afterBeingAway(hours * hour)
        .map((message) => shortly(message)[0])
    const [ofBob, ofCarol] = [`two of ${bob().email}`, `two of ${carol.email}`]
    expect(after(2).toSorted()).toEqual([ofBob, ofCarol, 'own'].toSorted())
    await read(`email:${bob().email}`)
    await closing()
    expect(after(2).toSorted()).toEqual([ofCarol, 'own'].toSorted())
    await read('self')
    await closing()
    expect(after(0).toSorted()).toEqual([ofCarol, 'close', 'close'].toSorted())
    expect(after(2)).toEqual([ofCarol])
    expect(after(7 * 24 - 1)).toEqual([ofCarol])
    expect(after(7 * 24 + 1)).toEqual([])
  })

  test('gets the latest message of a conversation that is not over', async () => {
    const idens: string[] = []
    for (const body of ['one', 'two', 'three']) {
      await send(body)
      idens.push((await notified()).push.iden)
    }
    const after = () =>
      browser()
        .afterBeingAway(2 * hour)
        .map(shortly)
    expect(after()).toEqual([['three']])
    await dismiss(idens[2] as string)
    await closing()
    expect(after()).toEqual([['two', idens[2]]])
    await dismiss(idens[0] as string)
    await closing()
    expect(after()).toEqual([['two', idens[0]]])
    await dismiss(idens[1] as string)
    await closing()
    expect(after()).toEqual([])
  })

  test('gets the latest message also if an earlier one was edited or had to wait', async () => {
    const told = () => browser().received.map(({ message }) => shortly(message)[0])
    const after = (hours: number) =>
      browser()
        .afterBeingAway(hours * hour)
        .map(shortly)
    service().answer(browser(), { status: 503 })
    const refused = browser().refused()
    const sent = await send('one')
    await refused
    await send('two')
    const latest = (await notified()).push
    expect(latest.body).toBe('two')
    await server().app.jobs.processAll(microseconds() + 60_000_000)
    expect([told(), after(2)]).toEqual([['one'], [['two']]])
    await ask(`/v2/pushes/${sent.iden}`, bob(), { body: 'One' })
    await server().app.jobs.processAll()
    expect([told(), after(2)]).toEqual([['one', 'One'], [['two']]])
    await read(`email:${bob().email}`, latest.created)
    await closing()
    expect([after(0).at(-1)?.[0], after(2)]).toEqual(['close', []])
  })

  test('gets nothing of a conversation that was muted since and closed in part', async () => {
    await send('one')
    await send('two')
    await server().app.jobs.processAll()
    const { iden } = await newest()
    const chat = (await ask('/v2/chats', alice())).chats[0]
    await ask(`/v2/chats/${chat.iden}`, alice(), { muted: true })
    await dismiss(iden)
    await closing()
    expect(browser().afterBeingAway(2 * hour)).toEqual([])
  })
})

describe('a message for which a browser shows nothing', () => {
  const waiting = () => server().app.db.all("SELECT iden FROM job WHERE type = 'web-push-close' AND key = $1", [browser().device])
  /** Tells of a push and dismisses it. @returns its iden, and what the browser got for that */
  async function over(body: string): Promise<[string, unknown[][]]> {
    await send(body)
    const { iden } = (await notified()).push
    await dismiss(iden)
    await closing()
    return [
      iden,
      browser()
        .received.splice(0)
        .map(({ message }) => shortly(message)),
    ]
  }

  test('is sent four times at once and then every four hours; what is left is closed by the next message of any kind', async () => {
    for (const body of ['1', '2', '3', '4']) {
      const [iden, got] = await over(body)
      expect(got).toEqual([['close', iden]])
    }
    const [fifth, none] = await over('5')
    expect([none, await waiting()]).toEqual([[], []])
    const carol = await person('Carol')
    await send('next', {}, carol)
    expect(shortly((await notified()).message)).toEqual(['next', fifth])
    await server().app.jobs.processAll()
    await send('none left', {}, carol)
    expect(shortly((await notified()).message)).toEqual(['none left'])
    const [sixth, sixthGot] = await over('6')
    expect(sixthGot).toEqual([])
    await send('long', { type: 'link', url: `https://example.org/${'x'.repeat(4_000)}` })
    expect((await browser().next()).message).toMatchObject({ kind: 'fetch', closes: [sixth] })
    const seventh = (await newest()).iden
    await send('8', {}, await person('Dan'))
    const { iden: eighth } = (await notified()).push
    await dismiss(seventh)
    await closing()
    expect([browser().received, await waiting()]).toEqual([[], []])
    await dismiss(eighth)
    await closing(4 * hour + 60)
    expect(shortly((await browser().next()).message)).toEqual(['close', ...[seventh, eighth].toSorted()])
    expect(
      await server().app.db.all('SELECT push FROM web_push_notified WHERE device = $1 AND closing = 1', [browser().device]),
    ).toEqual([])
  })

  test('that is not sent leaves what it closes to the first message of the others, and a failed one does not count', async () => {
    const idens: string[] = []
    for (const name of ['Carol', 'Dan', 'Erin', 'Frank', 'Grace', 'Heidi']) {
      await send(name, {}, await person(name))
      idens.push((await notified()).push.iden)
    }
    service().answer(browser(), { status: 503, headers: { 'retry-after': '60' } })
    for (const iden of idens) await dismiss(iden)
    await closing()
    expect(browser().received).toEqual([])
    await closing(120)
    const got = browser()
      .received.splice(0)
      .map(({ message }) => shortly(message))
    // The latest first, with those that are not sent.
    const [carol, dan, erin, frank, grace, heidi] = idens
    expect(got).toEqual([
      ['close', ...[carol, dan, heidi].toSorted()],
      ['close', grace],
      ['close', frank],
      ['close', erin],
    ])
    expect(await waiting()).toEqual([])
  })

  test('is forgotten after a week if it could not be sent', async () => {
    for (const body of ['1', '2', '3', '4', '5']) await over(body)
    const weekAgo = microseconds() - limits.webPushFor.push * 1_000 - 1
    await server().app.db.write((tx) =>
      tx.run('UPDATE web_push_notified SET sent = $2 WHERE device = $1', [browser().device, weekAgo]),
    )
    await send('next')
    expect(shortly((await notified()).message)).toEqual(['next'])
    await server().app.jobs.processAll()
    const rows = await server().app.db.all('SELECT closing FROM web_push_notified WHERE device = $1', [browser().device])
    expect(rows.map((row) => ({ ...(row as object) }))).toEqual([{ closing: 0 }])
  })
})
