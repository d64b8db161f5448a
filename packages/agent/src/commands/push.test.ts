import { bodyLength, type Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { machine, server, setUpSignedIn, token, users } from '../test-signed-in.ts'

setUpSignedIn('--device', 'Laptop')

async function newDevice(nickname: string): Promise<string> {
  return (await server.request('/v2/devices', { token, body: { nickname, type: 'android' } })).body.iden
}

async function latest(owner = token): Promise<Push | undefined> {
  return (await server.request('/v2/pushes?limit=1', { token: owner })).body.pushes[0]
}

test('words become a note to all own devices, from this device', async () => {
  expect(await machine.run('push', 'Remember', 'the  milk')).toEqual({
    code: 0,
    stdout: 'Sent to all your devices.\n',
    stderr: '',
  })
  const push = await latest()
  expect(push).toMatchObject({ type: 'note', body: 'Remember the  milk', direction: 'self', guid: expect.any(String) })
  const { body } = await server.request(`/v2/devices/${push?.source_device_iden}`, { token })
  expect(body.nickname).toBe('Laptop')
})

test.each([[[]], [['-']]])('standard input becomes the text (%j)', async (words) => {
  const run = machine.start(['push', '--title', 'Log', ...words], { input: '\none\n  two — 世界\n' })
  expect(await run.ended).toMatchObject({ code: 0 })
  expect(await latest()).toMatchObject({ type: 'note', title: 'Log', body: 'one\n  two — 世界' })
})

test('a text that is only a link becomes a link', async () => {
  await machine.run('push', 'https://example.org/a?b=c#d')
  expect(await latest()).toMatchObject({ type: 'link', url: 'https://example.org/a?b=c#d' })
})

test('a link can have a title and a text', async () => {
  await machine.run('push', '--link', 'https://example.org', '--title', 'Look', 'at this')
  expect(await latest()).toMatchObject({ type: 'link', title: 'Look', body: 'at this', url: 'https://example.org' })
})

test('--json prints the push as the server sends it', async () => {
  const { code, stdout } = await machine.run('push', 'hello', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual(await latest())
})

test('--to accepts the iden or the name of a device in any case', async () => {
  const phone = await newDevice("Ana's Phone")
  expect((await machine.run('push', '--to', phone, 'by iden')).stdout).toBe("Sent to Ana's Phone.\n")
  expect(await latest()).toMatchObject({ body: 'by iden', target_device_iden: phone })
  expect(await machine.run('push', '--to', " ana's phone", 'by name')).toMatchObject({ code: 0 })
  expect(await latest()).toMatchObject({ body: 'by name', target_device_iden: phone })
})

test('--to accepts an email address', async () => {
  const bob = await server.signUp(`bob${users}@example.org`)
  expect((await machine.run('push', '--to', `Bob${users}@Example.org`, 'hello')).stdout).toBe(
    `Sent to Bob${users}@Example.org.\n`,
  )
  expect(await latest(bob.token)).toMatchObject({ direction: 'incoming', sender_email: `ana${users}@example.org`, body: 'hello' })
})

test('--to me means all own devices, even if one has this name', async () => {
  await newDevice('Me')
  await machine.run('push', '--to', 'Me', 'hello')
  expect(await latest()).toMatchObject({ direction: 'self', body: 'hello' })
  expect(await latest()).not.toHaveProperty('target_device_iden')
})

test('a name of several devices is ambiguous', async () => {
  const both = [await newDevice('Phone'), await newDevice('phone')]
  const { code, stdout, stderr } = await machine.run('push', '--to', 'PHONE', 'hello')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe(
    `Several devices are called "PHONE". Choose one by its iden:\n  ${both[0]}  Phone (android)\n  ${both[1]}  phone (android)\n`,
  )
  expect(await latest()).toBeUndefined()
})

test('an unknown device is reported', async () => {
  const { code, stderr } = await machine.run('push', '--to', 'fridge', 'hello')
  expect(code).toBe(1)
  expect(stderr).toBe('There is no device or person called "fridge". See your devices with: waypost devices\n')
})

test('an unknown recipient is reported before the text is read', async () => {
  const { code, stderr } = await machine.start(['push', '--to', 'fridge'], { input: new Uint8Array([0xff]) }).ended
  expect(code).toBe(1)
  expect(stderr).toBe('There is no device or person called "fridge". See your devices with: waypost devices\n')
})

test('a refusal is printed in the words of the server', async () => {
  const { code, stdout, stderr } = await machine.run('push', '--to', 'not an@address', 'hello')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe("The param 'email' has an invalid value.\n")
})

test('an empty text is not sent', async () => {
  const { code, stderr } = await machine.run('push', ' ')
  expect(code).toBe(1)
  expect(stderr).toBe('There is nothing to send. Give a text, a title, a link or a file: waypost push --help\n')
  expect(await latest()).toBeUndefined()
})

test('a text that is too long for a push is not sent, nor read to its end', async () => {
  const run = machine.start(['push'], { input: 'x'.repeat(bodyLength * 20) })
  expect(await run.ended).toMatchObject({
    code: 1,
    stderr: 'The text is too long: a push can have at most 131,072 characters. Send it as a file: waypost push --file -\n',
  })
  expect(await machine.start(['push'], { input: `${'x'.repeat(bodyLength)}\n` }).ended).toMatchObject({ code: 0 })
})

test('a revoked token tells how to get another one', async () => {
  await server.request('/v3/delete-all-access-tokens', { token, body: {} })
  const { code, stderr } = await machine.run('push', 'hello')
  expect(code).toBe(1)
  expect(stderr).toBe(`Access token is missing or invalid. Run: waypost login --server ${server.origin}\n`)
})

test('a server that is down is reported', async () => {
  await server.stop()
  try {
    const ended = await machine.run('push', 'hello')
    expect(ended).toEqual({ code: 1, stdout: '', stderr: `Could not connect to server at ${server.origin}.\n` })
  } finally {
    await server.restart()
  }
})

test('a user who is not signed in is told how to sign in', async () => {
  await machine.run('logout')
  for (const words of [['push', 'hello'], ['list'], ['watch'], ['devices']]) {
    expect(await machine.run(...words)).toEqual({ code: 1, stdout: '', stderr: 'You are not signed in. Run: waypost login\n' })
  }
})

test('the token is sent to no other server', async () => {
  const { code, stderr } = await machine.run('push', '--server', 'https://elsewhere.example', 'hello')
  expect(code).toBe(1)
  expect(stderr).toBe(
    'You are not signed in to https://elsewhere.example. Run: waypost login --server https://elsewhere.example\n',
  )
})
