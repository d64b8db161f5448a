import { createChannel, createContact, deleteContact, updateContact } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import type { Target } from '../history/target.ts'
import { encryptionKeyName } from '../session/encryption.ts'
import { server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { bodies, itemsOf, settled } from '../session/test-sessions.ts'

setUpPeople()

test('PUSH-002 a device, a contact, a chat partner, a channel, a typed address and an email target are recipients, and nothing else is', async () => {
  const [ann, bob, cleo] = [await signUp(), await signUp(), await signUp()]
  const session = await started(ann)
  const { iden } = await session.device.create({ nickname: 'Desk' })
  await session.chat.start(bob.account.email)
  await session.call(createContact, { name: 'Cleo', email: cleo.account.email })
  await session.call(createChannel, { tag: 'news', name: 'News' })
  await session.mirror.catchUp()

  const found = (section: 'people' | 'devices' | 'following', key: string) => session.target.find(section, key) as Target
  const recipients = {
    device: found('devices', iden),
    contact: found('people', cleo.account.email),
    'chat partner': found('people', bob.account.email),
    channel: found('following', 'news'),
    'typed address': found('people', ' Typed@Example.net '),
    'email target': { key: 'plain@example.net', type: 'email', name: 'Plain', desc: '', muted: false } satisfies Target,
  }
  for (const [body, target] of Object.entries(recipients)) {
    session.push.send({ body }, target)
    await settled(session, 1, target)
    expect(bodies(itemsOf(session, target))).toEqual([body])
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

  const noAddress = { key: 'no address', type: 'email', name: 'Nobody', desc: '', muted: false } satisfies Target
  for (const target of [undefined, noAddress, { ...noAddress, type: 'subscription' } as const])
    expect(() => session.push.send({ body: 'lost' }, target)).toThrow('No recipient.')
  expect(session.target.find('people', 'typed.example.net')).toBeUndefined()
})

test('SYNC-011 the key of the end-to-end password is saved under e2e_key, and erased when the password is cleared', async () => {
  const saved = inMemoryStore()
  const session = await started(await signUp(), { saved })
  await session.encryption.setPassword('correct horse')
  expect(encryptionKeyName).toBe('e2e_key')
  expect(saved.read('e2e_key')).toBe(session.encryption.$key.get())
  await session.encryption.setPassword('')
  expect(saved.read('e2e_key')).toBeUndefined()
})

test('SIDE-009 a contact is shown with its name, with or without a chat, also after a rename', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const session = await started(ann)
  const contact = await session.call(createContact, { name: 'Bobby', email: bob.account.email })
  await session.call(createContact, { name: 'Dana', email: 'dana@example.net' })
  await session.mirror.catchUp()
  expect(session.target.find('people', 'Dana@example.net')).toMatchObject({
    name: 'Dana',
    desc: 'dana@example.net',
    type: 'email',
  })
  await session.chat.start('dana@example.net')
  await session.chat.start(bob.account.email)
  await session.mirror.catchUp()
  const named = () => session.target.$people.get().map(({ name, desc }) => [name, desc])
  expect(named()).toEqual([
    ['Bobby', bob.account.email],
    ['Dana', 'dana@example.net'],
  ])
  await session.call(updateContact, { iden: contact.iden, name: 'Robert' })
  await session.mirror.catchUp()
  expect(named().map(([name]) => name)).toEqual(['Dana', 'Robert'])
  await session.call(deleteContact, { iden: contact.iden })
  await session.mirror.catchUp()
  expect(named().map(([name]) => name)).toEqual(['Dana', bob.account.name])
})
