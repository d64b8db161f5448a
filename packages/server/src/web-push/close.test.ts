import { describe, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import type { Json } from '../test-server.ts'
import { messageMilliseconds } from './rules.ts'
import { shortly, withBrowser } from './test-browser.ts'

const {
  server,
  service,
  alice,
  bob,
  browser,
  person,
  ask,
  send,
  ownPush,
  newest,
  remove,
  read,
  dismiss,
  elsewhere,
  notified,
  closing,
  toldOf,
} = withBrowser()

const hour = 3_600

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
    const weekAgo = microseconds() - messageMilliseconds.push * 1_000 - 1
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
