import { createChannel, createContact, deleteContact, updateContact } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { encryptionKeyName } from './encryption.ts'
import { savedInMemory } from './saved.ts'
import type { Target } from './target.ts'
import { bodies, rowsOf, settled, testClients } from './test-clients.ts'

let server: TestServer
let people = 0
const { started, closeAll } = testClients(() => server.origin)

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(closeAll)
afterAll(() => server.close())

const signUp = () => server.signUp(`person-${++people}@example.org`, `Person ${people}`)

test('PUSH-002 a device, a contact, a chat partner, a channel, a typed address and an email target are recipients, and nothing else is', async () => {
  const [ann, bob, cleo] = [await signUp(), await signUp(), await signUp()]
  const client = await started(ann)
  const { iden } = await client.device.create({ nickname: 'Desk' })
  await client.chat.start(bob.account.email)
  await client.call(createContact, { name: 'Cleo', email: cleo.account.email })
  await client.call(createChannel, { tag: 'news', name: 'News' })
  await client.mirror.catchUp()

  const found = (section: 'people' | 'devices' | 'following', key: string) => client.target.find(section, key) as Target
  const recipients = {
    device: found('devices', iden),
    contact: found('people', cleo.account.email),
    'chat partner': found('people', bob.account.email),
    channel: found('following', 'news'),
    'typed address': found('people', ' Typed@Example.net '),
    'email target': { key: 'plain@example.net', type: 'email', name: 'Plain', desc: '', muted: false } satisfies Target,
  }
  for (const [body, target] of Object.entries(recipients)) {
    client.push.send({ body }, target)
    await settled(client, 1, target)
    expect(bodies(rowsOf(client, target))).toEqual([body])
  }
  const { body } = await server.request('/v2/pushes', { token: ann.token })
  const sent = Object.fromEntries(
    (body.pushes as Record<string, string>[]).map((push) => [
      push.body,
      push.target_device_iden ?? push.channel_iden ?? push.receiver_email,
    ]),
  )
  expect(sent).toEqual({
    device: iden,
    contact: cleo.account.email,
    'chat partner': bob.account.email,
    channel: recipients.channel.obj?.iden,
    'typed address': 'typed@example.net',
    'email target': 'plain@example.net',
  })

  const nobody = { key: 'no address', type: 'email', name: 'Nobody', desc: '', muted: false } satisfies Target
  for (const target of [undefined, nobody, { ...nobody, type: 'subscription' } as const])
    expect(() => client.push.send({ body: 'lost' }, target)).toThrow('No recipient.')
  expect(client.target.find('people', 'typed.example.net')).toBeUndefined()
})

test('SYNC-011 the key of the end-to-end password is kept under its name, and forgotten with it', async () => {
  const saved = savedInMemory()
  const client = await started(await signUp(), { saved })
  await client.encryption.setPassword('correct horse')
  expect(encryptionKeyName).toBe('e2e_key')
  expect(saved.read('e2e_key')).toBe(client.encryption.$key.get())
  await client.encryption.setPassword('')
  expect(saved.read('e2e_key')).toBeUndefined()
})

test('SIDE-009 whoever is among the contacts has the name given there, with a chat and without, also once it changes', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const client = await started(ann)
  const contact = await client.call(createContact, { name: 'Bobby', email: bob.account.email })
  await client.call(createContact, { name: 'Dana', email: 'dana@example.net' })
  await client.mirror.catchUp()
  expect(client.target.find('people', 'Dana@example.net')).toMatchObject({
    name: 'Dana',
    desc: 'dana@example.net',
    type: 'email',
  })
  await client.chat.start('dana@example.net')
  await client.chat.start(bob.account.email)
  await client.mirror.catchUp()
  const named = () => client.target.$people.get().map(({ name, desc }) => [name, desc])
  expect(named()).toEqual([
    ['Bobby', bob.account.email],
    ['Dana', 'dana@example.net'],
  ])
  await client.call(updateContact, { iden: contact.iden, name: 'Robert' })
  await client.mirror.catchUp()
  expect(named().map(([name]) => name)).toEqual(['Dana', 'Robert'])
  await client.call(deleteContact, { iden: contact.iden })
  await client.mirror.catchUp()
  expect(named().map(([name]) => name)).toEqual(['Dana', bob.account.name])
})
