import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

// Third-party programs that know nothing of this server, as published. Only the host names of the public service are redirected.

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'waypost-program-'))
const file = join(folder, 'garden notes.txt')
beforeAll(async () => {
  server = await startTestServer()
  writeFileSync(file, 'tulips and one plum tree')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program. @returns its output: the last line of each name, and all lines in order */
async function run(program: string, ...args: string[]): Promise<{ last: Record<string, Json>; heard: string[] }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', join(import.meta.dirname, 'redirect.ts'), join(import.meta.dirname, program), ...args],
    { env: { ...process.env, WAYPOST_TEST_ORIGIN: server.origin, NODE_NO_WARNINGS: '1' }, timeout: 60_000 },
  )
  const results: [string, Json][] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return {
    last: Object.fromEntries(results),
    heard: results.filter(([what]) => what === 'heard').flatMap(([, frames]) => frames as string[]),
  }
}

test('API-001 API-004 API-023 API-024 API-025 GAP-018 GAP-001 the package pushbullet 3.0.0 works unchanged: devices, pushes, files, channels, chats, texts and the live stream', async () => {
  const { token, account } = await server.signUp('ana@example.org', 'Ana')
  const friend = await server.signUp('ben@example.org', 'Ben')
  const { last, heard } = await run('pushbullet-3.js', token, file, 'ben@example.org')

  const refused = Object.entries(last).filter(([what, { status }]) => status !== 200 && what !== 'heard')
  expect(refused.map(([what, { status, body }]) => [what, status, body.error.code, body.error.param])).toEqual([
    ['unknown', 400, 'invalid_param', 'device_iden'],
    ['wrong token', 401, 'invalid_access_token', undefined],
  ])
  expect(last.me.body).toMatchObject({ iden: account.iden, email: 'ana@example.org', name: 'Ana' })
  expect(last.devices.body.devices).toMatchObject([{ nickname: 'Console', icon: 'desktop', has_sms: true, active: true }])
  const device = last.createDevice.body.iden
  expect(last.note.body).toMatchObject({
    type: 'note',
    title: 'A title',
    body: 'A body',
    target_device_iden: device,
    direction: 'self',
  })
  expect(last.link.body).toMatchObject({ type: 'link', url: 'https://example.org/' })
  expect(last.broadcast.body.target_device_iden).toBeUndefined()
  expect(last.friend.body).toMatchObject({ direction: 'outgoing', receiver_email: 'ben@example.org' })
  expect(last.file.body).toMatchObject({ type: 'file', file_name: 'garden notes.txt', file_type: 'text/plain' })
  // This version of the package sends the name of an object instead of the file.
  expect(last.fetched.body).toBe('[object Object]')
  expect(last.dismissPush.body.dismissed).toBe(true)
  expect(last.history.body.pushes).toHaveLength(5)
  expect(last.createChannel.body).toMatchObject({ tag: 'program-3', name: 'Program' })
  expect(last.channelInfo.body).toMatchObject({ tag: 'program-3', recent_pushes: [] })
  expect(last.subscriptions.body.subscriptions).toMatchObject([{ muted: true, channel: { tag: 'program-3' } }])
  expect(last.chats.body.chats.map(({ with: partner }: Json) => partner.email).toSorted()).toEqual([
    'ben@example.org',
    'someone@example.org',
  ])
  expect(last.createText.body.data).toMatchObject({ target_device_iden: device, addresses: ['+15550100'], message: 'On my way' })
  for (const frame of ['nop', 'tickle device', 'tickle push', 'push clip copied', 'decrypted secret'])
    expect(heard).toContain(frame)

  await server.app.jobs.processAll()
  const left = async (path: string, name: string, by = token) =>
    (await server.request(`${path}?active=true`, { token: by })).body[name].length
  expect([await left('/v2/devices', 'devices'), await left('/v2/pushes', 'pushes'), await left('/v2/texts', 'texts')]).toEqual([
    0, 0, 0,
  ])
  expect(await left('/v2/pushes', 'pushes', friend.token)).toBe(1)
})

test('API-001 API-004 GAP-018 the package pushbullet 2.4.0 works unchanged: devices, pushes, files, channels and the live stream', async () => {
  const { token, account } = await server.signUp('old@example.org')
  await server.request('/v2/channels', { token, body: { tag: 'program-2', name: 'Program' } })
  const { last, heard } = await run('pushbullet-2.js', token, file)
  expect(last.me).toMatchObject({ iden: account.iden, email: 'old@example.org' })
  expect(last.devices.devices).toMatchObject([{ nickname: 'Old terminal' }])
  expect(last.note).toMatchObject({ type: 'note', target_device_iden: last.createDevice.iden })
  expect(last.link.url).toBe('https://example.org/')
  expect(last.file).toMatchObject({ type: 'file', file_name: 'garden notes.txt', body: 'as promised' })
  expect(await (await fetch(last.file.file_url)).text()).toBe('tulips and one plum tree')
  expect(last.history.pushes).toHaveLength(3)
  expect(last.dismissPush.dismissed).toBe(true)
  expect(last.channelInfo).toMatchObject({ tag: 'program-2', recent_pushes: [] })
  expect(last.subscriptions.subscriptions).toMatchObject([{ channel: { tag: 'program-2' } }])
  expect(last.unknown).toBe("The param 'device_iden' has an invalid value.")
  for (const frame of ['nop', 'tickle device', 'tickle push']) expect(heard).toContain(frame)
})
