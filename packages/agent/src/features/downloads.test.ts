import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Platform, platform, type Session } from '@waypost/client'
import { testSessions } from '@waypost/client/session/test-sessions'
import { type Account, createDevice, createPush, updatePush } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { downloadsFeature, forgetDownloads } from './downloads.ts'
import type { Feature } from './feature.ts'

let server: TestServer
let files: ReturnType<typeof createServer>
let origin: string
let ana: { token: string; account: Account }
let folder: string
let session: Session
let device: string
let lines: string[]
let events: { state: string; [field: string]: unknown }[]
const begun: Feature[] = []
const sessions = testSessions(() => server.origin)
/** The file store's responses by path, and the requests it received. */
const served = new Map<string, (response: ServerResponse, range: string | undefined) => void>()
const asked: string[] = []
let users = 0

beforeAll(async () => {
  server = await startTestServer()
  files = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.range ?? ''}`.trim())
    const serve = served.get(request.url ?? '')
    if (serve) serve(response, request.headers.range)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
})
afterAll(async () => {
  files.closeAllConnections()
  files.close()
  await server.close()
})
beforeEach(async () => {
  const home = mkdtempSync(join(tmpdir(), 'waypost-downloads-'))
  vi.stubEnv('WAYPOST_SETTINGS', join(home, 'settings'))
  folder = join(home, 'Downloads')
  mkdirSync(folder)
  ana = await server.signUp(`ana${++users}@example.org`)
  session = await sessions.started(ana)
  device = (await session.call(createDevice, { nickname: 'here' })).iden
  lines = []
  events = []
})
afterEach(async () => {
  await Promise.all(begun.splice(0).map((answer) => answer.close()))
  sessions.closeAll()
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

async function begin(into = folder, pause?: number, wait?: Parameters<typeof downloadsFeature>[0]['wait']): Promise<Feature> {
  const answer = downloadsFeature({
    session,
    device,
    folder: into,
    ...(pause !== undefined && { pause }),
    ...(wait && { wait }),
    log: (line) => lines.push(line),
    onEvent: (_name, fields) => events.push(fields as (typeof events)[number]),
  })
  begun.push(answer)
  await answer.start()
  return answer
}

async function push(file_name: string, text: string | undefined, more: object = {}) {
  const path = `/${encodeURIComponent(file_name).slice(0, 40)}-${asked.length}-${Math.random()}`
  if (text !== undefined) served.set(path, (response) => response.end(text))
  return session.call(createPush, { type: 'file', file_name, file_type: 'text/plain', file_url: origin + path, ...more })
}

const done = (count: number) =>
  expect.poll(() => events.filter(({ state }) => state === 'saved' || state === 'failed').length).toBe(count)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('GAP-068 files for this device are saved under their names, and never overwrite others', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'own')
  const other = await session.call(createDevice, { nickname: 'there' })
  await begin()
  await push('notes.txt', 'first', { device_iden: device })
  await push('notes.txt', 'second')
  await push('other.txt', 'x', { device_iden: other.iden })
  await push('mine.txt', 'x', { source_device_iden: device })
  await push('gone.txt', undefined)
  const bob = await server.signUp(`bob${users}@example.org`)
  const stranger = await sessions.started(bob)
  const theirs = { type: 'file', file_name: 'theirs.txt', file_url: `${origin}/theirs`, email: ana.account.email } as const
  await stranger.call(createPush, theirs)
  await push('last.txt', 'third')
  await done(4)
  expect(readdirSync(folder).sort()).toEqual(['last.txt', 'notes (1).txt', 'notes (2).txt', 'notes.txt'])
  expect(['notes.txt', 'notes (1).txt', 'notes (2).txt', 'last.txt'].map(read)).toEqual(['own', 'first', 'second', 'third'])
  expect(statSync(join(folder, 'last.txt')).mode & 0o777).toBe(0o600)
  expect(lines).toContain('"gone.txt" cannot be saved. It is not on the server any more.')
  expect(lines).toContain(`Saved ${join(folder, 'last.txt')}`)
})

test('files are saved, each once, while the position among the pushes cannot be saved', async () => {
  await begin()
  const settings = join(folder, '..', 'settings')
  rmSync(settings, { recursive: true })
  writeFileSync(settings, '')
  await push('one.txt', 'one')
  await done(1)
  await push('two.txt', 'two')
  await done(2)
  expect(readdirSync(folder).sort()).toEqual(['one.txt', 'two.txt'])
  expect(lines.filter((line) => line.includes('can’t be written'))).toHaveLength(1)
})

test('the progress of a large file is logged at each quarter, that of a small one is not', async () => {
  await begin()
  served.set('/film', (response) => {
    const part = Buffer.alloc(1_000_000)
    response.writeHead(200, { 'content-length': 20 * part.length })
    for (let index = 0; index < 20; index++) response.write(part)
    response.end()
  })
  await push('film.mp4', undefined, { file_url: `${origin}/film` })
  await push('note.txt', 'short')
  await done(2)
  expect(lines.filter((line) => line.startsWith('Saving'))).toEqual([25, 50, 75].map((done) => `Saving "film.mp4": ${done} %`))
  expect(events.filter(({ state }) => state === 'progress').map(({ name }) => name)).toEqual(Array(3).fill('film.mp4'))
})

test('GAP-068 a name cannot leave the folder', async () => {
  const names = [
    '../../escaped.txt',
    '/etc/passwd',
    '..',
    'C:\\Windows\\x.dll',
    '.bashrc',
    'a\u0000b\u202egpj.exe',
    `${'ä'.repeat(100)}.tar`,
  ]
  await begin()
  for (const name of names) await push(name.replaceAll('\u0000', '\u0001'), name)
  await done(names.length)
  expect(readdirSync(folder).sort()).toEqual(
    ['escaped.txt', 'passwd', 'file', 'x.dll', 'bashrc', 'abgpj.exe', `${'ä'.repeat(100)}.tar`].sort(),
  )
  expect(readdirSync(join(folder, '..')).sort()).toEqual(['Downloads', 'settings'])
})

test('GAP-068 a partial file has another name, and is resumed', async () => {
  const size = 300_000
  const text = 'x'.repeat(size)
  let half: (() => void) | undefined
  served.set('/large', (response, range) => {
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
    if (start === 0) {
      response.writeHead(200, { 'Content-Length': size })
      response.write(text.slice(0, size / 2), () => half?.())
    } else {
      response.writeHead(206, { 'Content-Length': size - start, 'Content-Range': `bytes ${start}-${size - 1}/${size}` })
      response.end(text.slice(start))
    }
  })
  const first = await begin()
  const sent = new Promise<void>((resolve) => {
    half = resolve
  })
  await session.call(createPush, { type: 'file', file_name: 'large.bin', file_url: `${origin}/large` })
  await sent
  const part = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size])
  await expect.poll(part).toEqual([[expect.stringMatching(/^\.waypost-.*\.part$/), size / 2]])
  await first.close()
  expect(readdirSync(folder)).not.toContain('large.bin')

  // Later, another companion starts on the same machine. A file arrived in the meantime.
  await push('meanwhile.txt', 'meanwhile')
  await begin()
  await done(2)
  expect(readdirSync(folder).sort()).toEqual(['large.bin', 'meanwhile.txt'])
  expect(read('large.bin')).toBe(text)
  expect(asked).toContain(`/large bytes=${size / 2}-`)
  expect(events.filter(({ state }) => state === 'begun').map(({ name }) => name)).toEqual([
    'large.bin',
    'large.bin',
    'meanwhile.txt',
  ])

  await begun.at(-1)?.close()
  await begin()
  await push('at last.txt', 'x')
  await done(3)
  expect(readdirSync(folder).sort()).toEqual(['at last.txt', 'large.bin', 'meanwhile.txt'])
})

test('GAP-068 a file that arrived while the companion was not running is saved, however many pages of pushes followed', async () => {
  // One push per page.
  const fetch: Platform['fetch'] = (url, request) => platform.fetch(url.includes('/v2/pushes?') ? `${url}&limit=1` : url, request)
  session = await sessions.started(ana, { platform: { ...platform, fetch } })
  await (await begin()).close()
  await push('early.txt', 'early')
  await session.call(createPush, { type: 'note', body: 'later' })
  await begin()
  await done(1)
  expect(readdirSync(folder)).toEqual(['early.txt'])
})

test('a store that keeps failing is given up for later files; a lost network or a missing folder is not', async () => {
  const begins = (name: string) => events.filter((event) => event.state === 'begun' && event.name === name).length
  const tried = (name: string) => expect.poll(() => begins(name)).toBeGreaterThan(15)
  const missing = join(folder, 'missing')
  await begin(missing, 0.1)
  await push('own trouble.txt', 'saved')
  await tried('own trouble.txt')
  mkdirSync(missing)
  await done(1)

  served.set('/never', (response) => response.writeHead(503).end())
  await session.call(createPush, { type: 'file', file_name: 'never.txt', file_url: `${origin}/never` })
  await push('next.txt', 'next')
  await done(3)
  expect(events.find(({ state }) => state === 'failed')).toMatchObject({
    name: 'never.txt',
    error: 'All attempts failed (the server answered with status 503).',
  })
  expect(begins('never.txt')).toBe(12)

  let up = false
  served.set('/offline', (response) => (up ? response.end('there') : response.writeHead(503).end()))
  const held = Promise.withResolvers<void>()
  served.set('/slow', (response) => void held.promise.then(() => response.end('slow')))
  await session.call(createPush, { type: 'file', file_name: 'slow.txt', file_url: `${origin}/slow` })
  await session.call(createPush, { type: 'file', file_name: 'offline.txt', file_url: `${origin}/offline` })
  await session.mirror.catchUp()
  await server.stop()
  await expect.poll(() => session.$connection.get()).not.toBe('connected')
  held.resolve()
  await tried('offline.txt')
  up = true
  await done(5)
  expect(readdirSync(missing).sort()).toEqual(['next.txt', 'offline.txt', 'own trouble.txt', 'slow.txt'])
  await server.restart()
})

test('it waits for a server or a folder with growing pauses; files from while it was switched off are not saved', async () => {
  const pauses: number[] = []
  served.set('/later', (response) => {
    if (pauses.length === 4) response.end('later')
    else response.writeHead(503).end()
  })
  const answer = await begin(folder, 20, async (pause) => pauses.push(pause))
  await session.call(createPush, { type: 'file', file_name: 'later.txt', file_url: `${origin}/later` })
  await done(1)
  expect(read('later.txt')).toBe('later')
  expect(lines).toEqual([
    '"later.txt" could not be saved yet (the server answered with status 503). Trying again.',
    `Saved ${join(folder, 'later.txt')}`,
  ])
  expect(pauses).toEqual([20, 40, 80, 160])
  await answer.close()

  forgetDownloads(device)
  const before = await push('before.txt', 'x')
  await session.mirror.catchUp()
  await begin(join(folder, 'missing'), 20)
  await session.call(updatePush, { iden: before.iden, dismissed: true })
  await push('nowhere.txt', 'text')
  await expect.poll(() => lines.at(-1)).toContain(`there is no folder ${join(folder, 'missing')}`)
  mkdirSync(join(folder, 'missing'))
  await done(2)
  expect(readdirSync(join(folder, 'missing'))).toEqual(['nowhere.txt'])
  expect(events.some(({ iden }) => iden === before.iden)).toBe(false)
})
