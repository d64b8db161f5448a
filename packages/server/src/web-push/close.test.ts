import { limits } from '@waypost/protocol'
import { describe, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import type { Json } from '../test-server.ts'
import { withBrowser } from './test-browser.ts'

const { server, service, alice, bob, browser, ask, send, newest, remove, elsewhere, notified, toldOf } = withBrowser()

describe('a notification', () => {
  test('is closed when its push is dismissed, deleted or taken back elsewhere', async () => {
    const idens: string[] = []
    for (const body of ['dismissed', 'deleted', 'taken back']) {
      const sent = await send(body)
      idens.push((await notified()).push.iden)
      const iden = idens.at(-1) as string
      const other = await elsewhere()
      if (body === 'dismissed') await ask(`/v2/pushes/${iden}`, other, { dismissed: true })
      if (body === 'deleted') await remove(`/v2/pushes/${iden}`, other)
      if (body === 'taken back') await remove(`/v2/pushes/${sent.iden}?everyone=true`, bob())
    }
    const { message, headers } = await browser().next()
    expect(message).toEqual({ kind: 'close', user_iden: alice().iden, idens })
    expect(headers).toMatchObject({ urgency: 'low', ttl: '3600' })
    expect(headers).not.toHaveProperty('topic')
    expect(await toldOf()).toEqual([])
  })

  test('is closed with all others of its conversation by one message when that is read; a single one replaces itself', async () => {
    const other = await elsewhere()
    const idens: string[] = []
    let topic: unknown
    for (let count = 0; count < 20; count++) {
      await send(`${count}`)
      const { push, headers } = await notified()
      idens.push(push.iden)
      topic = headers.topic
    }
    const last = (await newest()) as Json
    const read = (read_to: number) =>
      ask('/v2/read_markers', other, { markers: [{ conversation: `email:${bob().email}`, read_to }] })
    await read(last.created - 0.000001)
    const { message } = await browser().next()
    expect(message).toEqual({ kind: 'close', user_iden: alice().iden, idens: idens.slice(0, 19) })
    await read(last.created)
    const single = await browser().next()
    expect(single.message).toEqual({ kind: 'close', user_iden: alice().iden, idens: idens.slice(19) })
    expect(single.headers.topic).toBe(topic)
    expect(await toldOf()).toEqual([])
  })

  test('is not closed in the browser() that dismissed it, nor in one that was not told of it or a day later', async () => {
    await send('mine')
    const { push } = await notified()
    const later = await service().subscribe(server(), alice().token)
    await ask(`/v2/pushes/${push.iden}`, alice(), { dismissed: true })
    expect(await toldOf(later)).toEqual([])
    expect(await toldOf()).toEqual([])
    await send('old')
    const old = (await notified()).push
    const dayAgo = microseconds() - limits.webPushClosedFor * 1_000 - 1
    await server().app.db.write((tx) => tx.run('UPDATE web_push_notified SET sent = $2 WHERE push = $1', [old.iden, dayAgo]))
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
