import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Push } from '@waypost/protocol'
import { beforeEach, expect, test } from 'vitest'
import { environmentOf, program } from '../test-cli.ts'
import { machine, server, setUpSignedIn, token, users } from '../test-signed-in.ts'

let ana: string

setUpSignedIn('--no-device')
beforeEach(() => {
  ana = `ana${users}@example.org`
})

async function push(body: object, owner = token): Promise<Push> {
  return (await server.request('/v2/pushes', { token: owner, body: { type: 'note', ...body } })).body
}

async function newDevice(nickname: string): Promise<string> {
  return (await server.request('/v2/devices', { token, body: { nickname, type: 'android', model: 'Pixel' } })).body.iden
}

async function lines(...words: string[]): Promise<string[]> {
  const { code, stdout } = await machine.run('list', ...words)
  expect(code).toBe(0)
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}/, ''))
}

test('the newest push is last, with sender, recipient and content', async () => {
  const bob = await server.signUp(`bob${users}@example.org`, 'me')
  const phone = await newDevice('Phone')
  await push({ body: 'to all' })
  await push({ title: 'Look', type: 'link', url: 'https://example.org', device_iden: phone })
  await push({ body: 'to bob', email: `bob${users}@example.org` })
  await push({ body: 'two\nlines', email: ana }, bob.token)
  await push({ type: 'list', title: 'Shopping', items: ['milk', 'bread'], source_device_iden: phone })
  const wide = `me → bob${users}@example.org`.length
  expect(await lines()).toEqual([
    `${'me → me'.padEnd(wide)}  note  to all`,
    `${'me → Phone'.padEnd(wide)}  link  Look  https://example.org`,
    `me → bob${users}@example.org  note  to bob`,
    `bob${users}@example.org → me  note  two lines`,
    `${'Phone → me'.padEnd(wide)}  list  Shopping  milk, bread`,
  ])
})

test('--limit shows the latest pushes, not those modified last', async () => {
  const pushes: Push[] = []
  for (let count = 0; count < 60; count++) pushes.push(await push({ body: `push ${count}` }))
  for (const { iden } of pushes.slice(0, 30)) await server.request(`/v2/pushes/${iden}`, { token, body: { dismissed: true } })
  expect(await lines('--limit', '2')).toEqual(['me → me  note  push 58', 'me → me  note  push 59'])
  expect(await lines('--limit', '60')).toHaveLength(60)
  expect(await lines('--limit', '1000')).toHaveLength(60)
  expect(await lines()).toHaveLength(20)
  expect((await machine.run('list', '--limit', '0')).code).toBe(1)
})

test('--to shows one conversation', async () => {
  const bob = await server.signUp(`bob${users}@example.org`)
  const phone = await newDevice('Phone')
  await push({ body: 'all' })
  await push({ body: 'to phone', device_iden: phone })
  await push({ body: 'from phone', source_device_iden: phone })
  await push({ body: 'to bob', email: `bob${users}@example.org` })
  await push({ body: 'from bob', email: ana }, bob.token)
  const bodies = async (to: string) => (await lines('--to', to)).map((line) => line.replace(/.* note {2}/, ''))
  expect(await bodies('me')).toEqual(['all', 'to phone', 'from phone'])
  expect(await bodies('phone')).toEqual(['to phone', 'from phone'])
  expect(await bodies(`BOB${users}@example.org`)).toEqual(['to bob', 'from bob'])
  expect((await machine.run('list', '--to', 'fridge')).code).toBe(1)
})

test('--json prints one push per line, as the server sends it', async () => {
  const pushes = [await push({ body: 'one' }), await push({ title: 'two\n', body: '\u001b[31m\u009b2J' })]
  const { stdout } = await machine.run('list', '--json')
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(pushes)
  expect(stdout).not.toMatch(/[\u0080-\u009f]/)
})

test('texts from other people cannot control the terminal', async () => {
  await push({
    title: '\u001b]0;owned\u0007\u001b[2JHello',
    body: 'a\u0008b\u009b31m\r\nc\u202e',
    url: 'https://x.org/\u001b[1m',
  })
  const { stdout } = await machine.run('list')
  expect(stdout).toMatch(/ {2}Hello {2}ab c {2}https:\/\/x\.org\/\n$/)
  expect(stdout).not.toMatch(/[^\n\P{Cc}]/u)
})

test('"no pushes" goes to standard error', async () => {
  expect(await machine.run('list')).toEqual({ code: 0, stdout: '', stderr: 'There are no pushes yet.\n' })
})

test('a reader that closes the output ends it without a message', async () => {
  for (let count = 0; count < 20; count++) await push({ body: 'x'.repeat(100_000) })
  const child = spawn(process.execPath, [program, 'list'], { env: environmentOf(machine.settings) })
  const ended = once(child, 'close')
  const told = text(child.stderr)
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await told).toBe('')
  expect(await ended).toEqual([0, null])
})

test.runIf(existsSync('/dev/full'))('output that cannot be written is a failure', async () => {
  await push({ body: 'hello' })
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [program, 'list'], {
    env: environmentOf(machine.settings),
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  const told = text(child.stderr as Readable)
  expect(await once(child, 'close')).toEqual([1, null])
  expect(await told).toBe('The output could not be written (ENOSPC).\n')
})

test('devices are listed, and this machine is marked', async () => {
  expect(await machine.run('devices')).toEqual({ code: 0, stdout: '', stderr: 'You have no devices yet.\n' })
  const phone = await newDevice('Phone\u001b[31m')
  await machine.run('login', '--token', token, '--device', 'Laptop')
  const { code, stdout } = await machine.run('devices')
  expect(code).toBe(0)
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/))
  expect(rows).toEqual([
    ['name', 'type', 'model', 'iden'],
    ['Phone[31m', 'android', 'Pixel', phone],
    expect.arrayContaining(['Laptop', 'this machine']),
  ])
  const json = (await machine.run('devices', '--json')).stdout.trimEnd().split('\n')
  expect(json.map((line) => JSON.parse(line))).toMatchObject([{ iden: phone }, { nickname: 'Laptop' }])
})
