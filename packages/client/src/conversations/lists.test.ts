import { createDevice } from '@waypost/protocol'
import { expect, test } from 'vitest'
import type { Failure } from '../ground/failure.ts'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import { server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { chatWith, watched } from '../session/test-sessions.ts'

setUpPeople()

test('API-079 API-086 API-089 API-094 API-097 each list has its order', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [session, other] = [await started(ann), await started(bob)]
  for (const [name, email] of [
    ['zoe', 'a@example.org'],
    ['Ann', 'b@example.org'],
    ['bob', 'c@example.org'],
  ] as const)
    await session.contact.create({ name, email })
  expect(session.contact.$all.get().map(({ name }) => name)).toEqual(['Ann', 'bob', 'zoe'])

  for (const email of ['zed@example.org', 'Alf@example.org']) await session.block.add(email)
  expect(session.block.$all.get().map(({ user }) => user?.email_normalized)).toEqual(['alf@example.org', 'zed@example.org'])

  for (const [tag, name] of [
    ['one', 'zebras'],
    ['two', 'Ants'],
  ] as const) {
    await other.channel.create({ tag, name })
    await session.subscription.follow(tag)
  }
  expect(session.subscription.$all.get().map(({ channel }) => channel?.name)).toEqual(['Ants', 'zebras'])
  expect(other.channel.$all.get().map(({ tag }) => tag)).toEqual(['two', 'one'])

  for (const name of ['weather', 'Alarm']) {
    const app = await other.oauthClient.create({ name, redirect_uri: 'https://example.org/' })
    const body = { client_id: app.client_id, redirect_uri: 'https://example.org/', response_type: 'token' }
    await server.request('/oauth2/authorize', { token: ann.token, body })
  }
  await until(session.grant.$all, (grants) => grants.length === 2)
  expect(session.grant.$all.get().map((grant) => grant.client?.name)).toEqual(['Alarm', 'weather'])
  expect(other.oauthClient.$all.get().map(({ name }) => name)).toEqual(['Alarm', 'weather'])
  expect(session.connectedAccount.$all.get()).toMatchObject([{ primary: true }])
})

test('API-096 grants without a client are left out', async () => {
  const ann = await signUp()
  const { platform } = watched(async (call, send) => {
    const answer = await send()
    if (!call.startsWith('GET /v2/grants')) return answer
    const grant = (iden: string, more: object) => ({ iden, active: true, created: 1, modified: 1, ...more })
    const body = { grants: [grant('without', {}), grant('with', { client: { iden: 'app' } })] }
    return { status: 200, text: async () => JSON.stringify(body) }
  })
  const session = await started(ann, { platform })
  expect(session.grant.$all.get().map(({ iden }) => iden)).toEqual(['with'])
  expect(session.target.$following.get().map(({ key }) => key)).toEqual(['app'])
})

test('LIST-010 blocking a person deletes the chat after the block is created, and a failed block leaves the chat', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  let refuse = true
  const { calls, platform } = watched((call, send) => {
    const refused = { status: 503, text: async () => '{}' }
    return refuse && call === 'POST /v2/blocks' ? Promise.resolve(refused) : send()
  })
  const session = await started(ann, { platform })
  const failures: Failure[] = []
  session.onFailure((failure) => failures.push(failure))
  await session.chat.start(bob.account.email)
  const { key } = chatWith(session, bob)
  expect(await session.block.add(key)).toBe(false)
  expect(session.chat.$all.get()).toHaveLength(1)
  expect(failures.map(({ title }) => title)).toEqual(['Error creating Block'])
  refuse = false
  expect(await session.block.add(bob.account.email.toUpperCase())).toBe(true)
  expect(session.chat.$all.get()).toEqual([])
  expect(calls.filter((call) => /^(POST|DELETE) .*(block|chat)/.test(call)).slice(-2)).toEqual([
    'POST /v2/blocks',
    expect.stringMatching(/^DELETE \/v2\/chats\//),
  ])
  const block = session.block.find(bob.account.email)
  expect(await session.block.remove(block?.iden ?? '')).toBe(true)
  expect(session.block.find(bob.account.email)).toBeUndefined()
})

test('a person who was blocked and is unblocked is back in the list, with their name and the last message', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await server.request('/v2/pushes', { token: bob.token, body: { body: 'hello', email: ann.account.email } })
  const session = await started(ann)
  const { key, name } = chatWith(session, bob)
  session.target.$last.listen(() => {})
  await session.block.add(key)
  expect(session.target.$people.get()).toEqual([])
  // Anyone who opens the conversation meanwhile sees who it is with.
  expect(session.target.find('people', key)).toMatchObject({ type: 'email', name })
  await session.block.remove(session.block.find(key)?.iden ?? '')
  expect(session.target.$people.get()).toMatchObject([{ key, name }])
  expect(session.target.$last.get().get(key)?.push.body).toBe('hello')
})

test('a failure is solved once everything that was refused has worked, or is deleted', async () => {
  const ann = await signUp()
  let refuse = true
  const { platform } = watched((call, send) => {
    const refused = {
      status: 400,
      text: async () => '{"error":{"code":"invalid_param","type":"invalid_request","message":"Not today."}}',
    }
    return refuse && /^POST \/v2\/(devices\/|channels)/.test(call) ? Promise.resolve(refused) : send()
  })
  const session = await started(ann, { platform })
  const told: string[] = []
  session.onFailure(({ title }) => told.push(title))
  session.onSolved((title) => told.push(`solved: ${title}`))
  const idens: string[] = []
  for (const nickname of ['Laptop', 'Phone', 'Desk'])
    idens.push((await session.call(createDevice, { nickname, type: 'linux' })).iden)
  const [laptop = '', phone = '', desk = ''] = idens
  await session.device.rename(laptop, 'A')
  await session.device.rename(phone, 'B')
  await expect(session.channel.create({ tag: 'solving' })).rejects.toThrow('Not today.')
  refuse = false
  expect(told.splice(0)).toEqual(['Error updating Device', 'Error updating Device', 'Error creating Channel'])
  await session.device.rename(desk, 'C')
  await session.device.rename(laptop, 'A')
  expect(told).toEqual([])
  await session.device.remove(phone)
  expect(told.splice(0)).toEqual(['solved: Error updating Device'])
  await session.channel.create({ tag: 'solving' })
  expect(told).toEqual(['solved: Error creating Channel'])
})

test('LIST-008 SIDE-021 channels and subscriptions can be muted, followed by tag, and removed', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [session, other] = [await started(ann), await started(bob)]
  const mine = await other.channel.create({ tag: 'muting', name: 'Muting' })
  const { iden } = await session.subscription.follow('Muting')
  expect(await session.subscription.setMuted(iden, true)).toBe(true)
  expect(session.target.find('following', 'muting')?.muted).toBe(true)
  expect(await other.channel.setMuted(mine.iden, true)).toBe(true)
  expect(other.target.find('following', 'muting')).toMatchObject({ muted: true, type: 'channel' })
  expect(await other.channel.update(mine.iden, { name: 'Renamed' })).toBe(true)
  await until(session.subscription.$all, ([first]) => first?.channel?.name === 'Renamed')
  expect(session.subscription.find('MUTING')?.iden).toBe(iden)
  expect(await session.subscription.remove(iden)).toBe(true)
  expect(session.target.$following.get()).toEqual([])
  expect(await other.channel.remove(mine.iden)).toBe(true)
  expect(other.channel.$all.get()).toEqual([])
})

test('API-075 API-076 API-077 each failure names the operation, with the message of the server', async () => {
  const ann = await signUp()
  const session = await started(ann, {
    platform: watched((call, send) => {
      if (call.startsWith('GET ')) return send()
      return Promise.resolve({ status: 403, text: async () => '{"error":{"code":"forbidden","type":"x","message":"No."}}' })
    }).platform,
  })
  const titles: string[] = []
  session.onFailure(({ title, body }) => titles.push(`${title}: ${body}`))
  const rejected = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ message: 'No.' })
  await rejected(session.contact.create({ name: 'a', email: 'a@example.org' }))
  await rejected(session.channel.create({ tag: 'x' }))
  await rejected(session.subscription.follow('x'))
  await rejected(session.oauthClient.create({ name: 'x' }))
  await rejected(session.device.create({}))
  await rejected(session.chat.start('a@example.org'))
  const worked = [
    await session.contact.rename('x', 'b'),
    await session.channel.update('x', {}),
    await session.oauthClient.update('x', {}),
    await session.subscription.setMuted('x', true),
    await session.block.add('a@example.org'),
    await session.block.remove('x'),
    await session.grant.remove('x'),
    await session.connectedAccount.remove('x'),
    await session.push.deleteAll(),
  ]
  expect(worked).toEqual(worked.map(() => false))
  expect(titles).toEqual(
    [
      'Error creating Contact',
      'Error creating Channel',
      'Error creating Subscription',
      'Error creating OAuth Client',
      'Error creating Device',
      'Error creating Chat',
      'Error updating Contact',
      'Error updating Channel',
      'Error updating OAuth Client',
      'Error updating Subscription',
      'Error creating Block',
      'Error deleting Block',
      'Error deleting OAuth Grant',
      'Error deleting Account',
      'Error deleting all pushes',
    ].map((title) => `${title}: No.`),
  )
})

test('API-022 API-077 all pushes are deleted, in every session', async () => {
  const ann = await signUp()
  const [here, there] = [await started(ann), await started(ann)]
  for (let index = 0; index < 3; index++) here.push.send({ body: `${index}` }, here.target.me)
  await until(there.push.history(there.target.me), ({ items }) => items.length === 3)
  expect(await here.push.deleteAll()).toBe(true)
  await server.app.jobs.processAll()
  for (const session of [here, there]) await until(session.push.history(session.target.me), ({ items }) => items.length === 0)
})

test('API-098 SYNC-018 when the account changes on the server, it is fetched again and replaces the account saved at sign-in', async () => {
  const ann = await signUp()
  const saved = inMemoryStore()
  saved.write('account', JSON.stringify(ann.account))
  const session = await started(ann, { saved, account: ann.account })
  const body = { key: 'web_preferences', data: { setup_done: true } }
  await server.request('/v3/set-permanent', { token: ann.token, body })
  await until(session.$account, (account) => account?.preferences?.setup_done === true)
  expect(JSON.parse(saved.read('account') ?? '')).toMatchObject({ preferences: { setup_done: true }, api_key: ann.token })
})
