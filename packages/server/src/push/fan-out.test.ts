// On the engines too: copies for many followers are written in slices, and told over the bus.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('of many followers, whether they listen or not, each has a copy of their own, and hears of it as the list shows it', async () => {
  const owner = (await server.signUp('owner@example.org')).token
  await server.request('/v2/channels', { token: owner, body: { tag: 'many', name: 'Many' } })
  // More than one statement writes, and not a multiple of it.
  const followers = await Promise.all(Array.from({ length: 33 }, (_, index) => server.signUp(`follower-${index}@example.org`)))
  for (const { token } of followers) await server.request('/v2/subscriptions', { token, body: { channel_tag: 'many' } })
  const post = (fields: object) =>
    server.request('/v2/pushes', { token: owner, body: { type: 'note', channel_tag: 'many', ...fields } })
  const list = async (token: string) => (await server.request('/v2/pushes', { token })).body.pushes
  const { body: first } = await post({ body: 'first' })
  await server.app.jobs.processAll()

  const awake = followers[7]?.token as string
  await server.request('/v3/set-app-state', { token: awake, body: { guid: 'tab', awake: true } })
  while ((await server.request('/v3/get-app-states', { token: awake, body: {} })).body.awake_app_guids.length === 0);
  const without = followers[8]?.token as string
  await server.request(`/v2/pushes/${(await list(without))[0].iden}`, { token: without, method: 'DELETE' })
  const listening = await Promise.all(
    followers.slice(5, 15).map(async ({ token }) => ({ token, stream: await openStream(server.origin, token, '?delta=1') })),
  )
  const { body: second } = await post({
    type: 'link',
    title: 'T',
    body: 'second',
    url: 'https://x.example',
    reply_to: first.iden,
  })
  await server.app.jobs.processAll()

  for (const { token, account } of followers) {
    const [copy, replied] = await list(token)
    expect(copy).toMatchObject({
      iden: expect.stringMatching(new RegExp(`^${account.iden}sj`)),
      direction: 'incoming',
      dismissed: token === awake,
      sender_name: 'Many',
      receiver_iden: account.iden,
      receiver_email: account.email,
      receiver_email_normalized: account.email_normalized,
      title: 'T',
      body: 'second',
      url: 'https://x.example',
      reply_to: token === without ? expect.stringMatching(new RegExp(`^${account.iden}sj`)) : replied.iden,
      ...(token === awake ? { awake_app_guids: ['tab'] } : {}),
    })
    expect(copy.created).toBe(copy.modified)
    expect(copy.iden).not.toBe(second.iden)
    expect((await list(token)).filter(({ body }: { body?: string }) => body === 'second')).toHaveLength(1)
  }
  for (const { token, stream } of listening) {
    const { after, modified, objects } = JSON.parse(await stream.next())
    const [copy] = await list(token)
    expect(objects).toEqual({ pushes: [copy] })
    expect(after).toBeLessThan(copy.created)
    expect(modified).toBe(copy.modified)
    expect(stream.frames).toEqual([])
    stream.close()
  }
})
