import { createDevice, getMe, type RemoteAnswer, updateDevice } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Ephemeral } from '../session/ephemeral.ts'
import { noKeyFingerprint } from '../session/key-fingerprint.ts'
import type { Socket } from '../session/platform.ts'
import { savedInMemory } from '../session/saved.ts'
import type { Session } from '../session/session.ts'
import { manualClock } from '../session/test-clock.ts'
import { gate, type Person, testSessions, watched } from '../session/test-sessions.ts'
import { until } from '../session/until.ts'
import { readAnswer } from './answers.ts'
import { openRemoteFiles, type RemoteFiles, type RemoteView, remoteState, thumbnailKey } from './remote-files.ts'

let server: TestServer
let people = 0
const { open, started, closeAll } = testSessions(() => server.origin)
const opened: RemoteFiles[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => {
  for (const files of opened.splice(0)) files.close()
  closeAll()
})
afterAll(() => server.close())

const signUp = () => server.signUp(`person-${++people}@example.org`, `Person ${people}`)

/** A device of an account that the test operates: `asked` returns its requests in order. */
async function deviceOf(person: Person, remote_files: 'enabled' | 'disabled' = 'enabled') {
  const session = await started(person)
  const { iden } = await session.call(createDevice, { nickname: 'Laptop', remote_files })
  const questions: Ephemeral[] = []
  const waiting: ((question: Ephemeral) => void)[] = []
  session.onEphemeral((ephemeral) => {
    if (ephemeral.type === 'ping') void session.sendEphemeral({ type: 'pong', device_iden: iden })
    if (ephemeral.target_device_iden !== iden) return
    const take = waiting.shift()
    if (take) take(ephemeral)
    else questions.push(ephemeral)
  })
  return {
    iden,
    client: session,
    /** Requests that the test has not taken yet. */
    questions,
    asked(): Promise<Ephemeral> {
      const first = questions.shift()
      return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve))
    },
    answer(type: RemoteAnswer['type'], { guid, path }: Ephemeral, more: object = {}) {
      return session.sendEphemeral({ type, source_device_iden: iden, guid, path, ...more })
    },
  }
}

function remote(session: Session, clock = manualClock(), saved = savedInMemory()) {
  const files = openRemoteFiles(session, { saved, platform: clock })
  opened.push(files)
  return { files, clock, saved }
}

const shows = (files: RemoteFiles, device: string, holds: (view: RemoteView) => boolean) =>
  until(files.folders.view(device), holds)
const hasFolder = ({ folder, loading }: RemoteView) => folder !== undefined && loading === undefined

test('FILES-002 FILES-003 FILES-004 FILES-005 API-083 the state of a device depends on its field and on whether it is online', async () => {
  expect(remoteState({}, true)).toBe('not-supported')
  expect(remoteState({ remote_files: 'disabled' }, true)).toBe('disabled')
  expect(remoteState({ remote_files: 'enabled' }, false)).toBe('not-connected')
  expect(remoteState({ remote_files: 'enabled' }, true)).toBe('enabled')
  const ann = await signUp()
  const session = await started(ann)
  const { files } = remote(session)
  const states = () => files.$devices.get().map(({ name, state }) => `${name} ${state}`)
  await session.call(createDevice, { nickname: 'Old PC', remote_files: 'disabled' })
  await session.call(createDevice, { nickname: 'Browser' })
  const { iden } = await deviceOf(ann)
  await until(files.$devices, (all) => all.length === 3)
  expect(states()).toEqual(['Laptop not-connected', 'Old PC disabled', 'Browser not-supported'])
  session.pinger.ping()
  await until(files.$devices, (all) => all.some((device) => device.iden === iden && device.state === 'enabled'))
  expect(states()[0]).toBe('Laptop enabled')
})

test('FILES-001 FILES-007 FILES-008 API-050 GAP-042 a folder is requested by its path and listed with folders first', async () => {
  const ann = await signUp()
  const device = await deviceOf(ann)
  const { files, clock } = remote(await started(ann))
  files.folders.open(device.iden, '~')
  expect(files.folders.view(device.iden).get()).toEqual({ loading: '~' })
  const question = await device.asked()
  expect(question).toEqual({
    type: 'remote_directory_request',
    source_user_iden: ann.account.iden,
    target_device_iden: device.iden,
    path: '~',
    guid: 'unique-1',
  })
  // Responses to another request or from another device are ignored.
  await device.answer('remote_directory', { ...question, guid: 'other' }, { contents: [] })
  await device.answer('remote_directory', question, { source_device_iden: 'other', contents: [] })
  const entry = (name: string, more: object = {}) => ({ name, path: `~/${name}`, ...more })
  const contents = [
    entry('b10.txt', { size: 3 }),
    entry('b9.txt', { size: 1 }),
    entry('Trips', { is_directory: true }),
    entry('Zip disk', { is_directory: true, is_drive: true }),
  ]
  await device.answer('remote_directory', question, { contents, left_out: 7 })
  const { folder } = await shows(files, device.iden, hasFolder)
  expect(folder?.files.map(({ name }) => name)).toEqual(['Zip disk', 'Trips', 'b9.txt', 'b10.txt'])
  expect(folder).toMatchObject({ path: '~', leftOut: 7 })
  expect(folder?.parent).toBeUndefined()
  // A response proves that the device is online, even without a pong.
  expect(files.$devices.get()[0]?.state).toBe('enabled')
  // The current folder stays while the next one is loading.
  files.folders.open(device.iden, '~/Trips')
  expect(files.folders.view(device.iden).get()).toEqual({ folder, loading: '~/Trips' })
  await device.answer('remote_directory', await device.asked(), { parent_path: '~', contents: [] })
  expect((await shows(files, device.iden, hasFolder)).folder).toEqual({
    path: '~/Trips',
    filter: '',
    parent: '~',
    files: [],
    leftOut: 0,
  })
  expect(clock.timers()).toEqual([])
})

test('FILES-010 a folder without a response within 30 s fails and can be requested again; of two requests only the last counts', async () => {
  const ann = await signUp()
  const device = await deviceOf(ann)
  const { files, clock } = remote(await started(ann))
  files.folders.open(device.iden, '~')
  await device.asked()
  clock.advance(29_999)
  expect(files.folders.view(device.iden).get()).toEqual({ loading: '~' })
  clock.advance(1)
  const failed = { path: '~', error: 'The device did not answer.' }
  expect(files.folders.view(device.iden).get()).toEqual({ failed })
  files.folders.open(device.iden, '~/a')
  const first = await device.asked()
  files.folders.open(device.iden, '~/b')
  const second = await device.asked()
  const shown: unknown[] = []
  files.folders.view(device.iden).listen(({ folder }) => shown.push(folder?.path))
  await device.answer('remote_directory', first, { contents: [] })
  await device.answer('remote_directory', { ...second, path: '~/c' }, { contents: [] })
  await device.answer('remote_directory', second, { error: 'The device may not read this.' })
  const view = await shows(files, device.iden, ({ loading }) => loading === undefined)
  expect(view).toEqual({ failed: { path: '~/b', error: 'The device may not read this.' } })
  expect(shown).toEqual([undefined])
  // A device that refuses is online; one that does not respond is not.
  expect(files.$devices.get()[0]?.state).toBe('enabled')
  files.folders.open(device.iden, '~')
  clock.advance(30_000)
  expect(files.$devices.get()[0]?.state).toBe('not-connected')
})

test('FILES-007 SYNC-019 nothing is requested before the stream can receive the response', async () => {
  const ann = await signUp()
  const device = await deviceOf(ann)
  const streams = gate()
  const { platform, calls } = watched()
  const session = open(ann, {
    platform: {
      ...platform,
      openSocket(url) {
        const real = platform.openSocket(url)
        const late: Socket = { onmessage: null, onerror: null, onclose: null, close: () => real.close() }
        real.onmessage = (event) => void streams.passed.then(() => late.onmessage?.(event))
        return late
      },
    },
  })
  await session.start()
  const { files } = remote(session)
  files.folders.open(device.iden, '~')
  await session.call(getMe, {})
  expect(calls).not.toContain('POST /v2/ephemerals')
  streams.open()
  await device.answer('remote_directory', await device.asked(), { contents: [] })
  await shows(files, device.iden, hasFolder)
})

test('FILES-014 FILES-015 FILES-016 thumbnails are fetched one at a time, only for PNG and JPEG, and only for visible files', async () => {
  const ann = await signUp()
  const device = await deviceOf(ann)
  const { files, clock } = remote(await started(ann))
  const { thumbnails } = files
  const picture = (name: string, mime_type?: string) => ({ name, path: `~/${name}`, size: 1, ...(mime_type && { mime_type }) })
  const [a, b, c] = [picture('a', 'image/png'), picture('b', 'image/jpeg'), picture('c', 'image/jpeg')]
  const others = [picture('d', 'image/gif'), picture('e.png'), { ...picture('f', 'image/png'), is_directory: true }]
  const states = () => [a, b, c, ...others].map((file) => thumbnails.$all.get().get(thumbnailKey(device.iden, file))?.state)
  thumbnails.look(device.iden, [a, b, c, ...others])
  let changes = 0
  const stop = thumbnails.$all.listen(() => changes++)
  thumbnails.look(device.iden, [a, b, c, ...others])
  expect(changes).toBe(0)
  stop()
  expect(states()).toEqual(['loading', 'waiting', 'waiting', undefined, undefined, undefined])
  const first = await device.asked()
  expect(first).toMatchObject({ type: 'remote_thumbnail_request', path: '~/a' })
  expect(device.questions).toEqual([])
  await device.answer('remote_thumbnail', first, { thumbnail: '/9j/AAAA' })
  await until(thumbnails.$all, () => states()[1] === 'loading')
  expect(thumbnails.$all.get().get(thumbnailKey(device.iden, a))).toEqual({
    state: 'loaded',
    url: 'data:image/jpeg;base64,/9j/AAAA',
  })
  // A file that is no longer visible is not requested.
  thumbnails.look(device.iden, [b])
  await device.answer('remote_thumbnail', await device.asked(), { thumbnail: 'PHN2Zz4=' })
  await until(thumbnails.$all, () => states()[1] === 'failed')
  expect(states()).toEqual(['loaded', 'failed', undefined, undefined, undefined, undefined])
  expect(clock.timers()).toEqual([])
  // A device that does not respond delays the next one only briefly.
  const lost = picture('lost', 'image/png')
  thumbnails.look(device.iden, [lost, c])
  await device.asked()
  clock.advance(10_000)
  expect(await device.asked()).toMatchObject({ path: '~/c' })
})

test('E2E-007 API-051 GAP-048 SYNC-020 with the same password on both ends, the server cannot read anything of a folder', async () => {
  const ann = await signUp()
  const device = await deviceOf(ann)
  const session = await started(ann)
  const plain = await started(ann)
  const passing: unknown[] = []
  plain.onEphemeral((ephemeral) => passing.push(ephemeral))
  const raw = await rawFrames(ann.token)
  await Promise.all([session.encryption.setPassword('secret'), device.client.encryption.setPassword('secret')])
  const key_fingerprint = await device.client.encryption.fingerprint()
  await device.client.call(updateDevice, { iden: device.iden, key_fingerprint })
  await until(session.mirror.of('devices'), ({ entries }) => entries.get(device.iden)?.key_fingerprint !== undefined)
  const { files, clock } = remote(session)
  files.folders.open(device.iden, '~/Letters')
  await device.answer('remote_directory', await device.asked(), { contents: [{ name: 'will.pdf', path: '~/Letters/will.pdf' }] })
  const { folder } = await shows(files, device.iden, hasFolder)
  expect(folder?.files[0]?.name).toBe('will.pdf')
  const frames = await raw.until((all) => all.filter((frame) => frame.includes('ciphertext')).length === 2)
  expect(frames.join()).not.toMatch(/Letters|will\.pdf|remote_directory/)
  raw.close()
  // A session without the password receives none of it, and a device with another one does not respond.
  expect(passing).toEqual([])
  await device.client.encryption.setPassword('another')
  files.folders.open(device.iden, '~')
  await plain.sendEphemeral({ type: 'pong', device_iden: 'last' })
  await until(device.client.pinger.$online, (online) => online.has('last'))
  expect(device.questions).toEqual([])
  clock.advance(30_000)
  expect(files.folders.view(device.iden).get().failed?.error).toBe('The device did not answer.')
})

test('FILES-001 a folder in parts continues in the order of the device, which also filters it', async () => {
  const ann = await signUp()
  const device = await deviceOf(ann)
  const { files, clock } = remote(await started(ann))
  const entry = (name: string) => ({ name, path: `~/${name}` })
  const named = () =>
    files.folders
      .view(device.iden)
      .get()
      .folder?.files.map(({ name }) => name)
  files.folders.open(device.iden, '~')
  const first = await device.asked()
  expect(first).not.toHaveProperty('cursor')
  await device.answer('remote_directory', first, { contents: [entry('z'), entry('b')], cursor: 'file/b', total: 4, left_out: 2 })
  expect((await shows(files, device.iden, hasFolder)).folder).toMatchObject({ next: 'file/b', total: 4 })
  expect(named()).toEqual(['z', 'b'])
  files.folders.more(device.iden)
  files.folders.more(device.iden)
  const second = await device.asked()
  expect(second).toMatchObject({ cursor: 'file/b', path: '~' })
  clock.advance(30_000)
  expect(files.folders.view(device.iden).get().more).toEqual({ error: 'The device did not answer.' })
  expect(named()).toEqual(['z', 'b'])
  files.folders.more(device.iden)
  await device.answer('remote_directory', await device.asked(), { contents: [entry('b'), entry('a'), entry('y')], total: 4 })
  const { folder, more } = await shows(files, device.iden, ({ folder }) => folder?.files.length === 4)
  expect([named(), folder?.next, more]).toEqual([['z', 'b', 'a', 'y'], undefined, undefined])
  // At the end nothing more is requested.
  files.folders.more(device.iden)
  files.folders.open(device.iden, '~', 'Y')
  const filtered = await device.asked()
  expect(filtered).toMatchObject({ filter: 'Y', path: '~' })
  await device.answer('remote_directory', filtered, { contents: [entry('y')], total: 1 })
  await shows(files, device.iden, ({ folder }) => folder?.filter === 'Y')
  expect(named()).toEqual(['y'])
  expect(device.questions).toEqual([])
})

test('E2E-007 a device with another password, or without one, gets no request: the two ends could not decrypt each other', async () => {
  const ann = await signUp()
  const device = await deviceOf(ann)
  const session = await started(ann)
  const { files } = remote(session)
  const failsWith = (sentence: string) =>
    shows(files, device.iden, ({ failed }) => failed?.error.startsWith(`Laptop ${sentence}`) === true)
  const tells = async (password: string) => {
    await device.client.encryption.setPassword(password)
    const key_fingerprint = (await device.client.encryption.fingerprint()) ?? noKeyFingerprint
    await device.client.call(updateDevice, { iden: device.iden, key_fingerprint })
    await until(session.mirror.of('devices'), ({ entries }) => entries.get(device.iden)?.key_fingerprint === key_fingerprint)
  }
  await tells('secret')
  files.folders.open(device.iden, '~')
  await failsWith('encrypts its answers with a password that is not set here. Set the same password here.')
  await session.encryption.setPassword('another')
  files.folders.open(device.iden, '~')
  await failsWith('has another encryption password, so it cannot read requests from here. Set the same password on both.')
  await tells('')
  const guid = files.requests.request(device.iden, { name: 'a', path: '~/a' })
  const [failed] = await until(files.requests.$all, ([request]) => request?.state === 'failed')
  expect(failed).toMatchObject({ guid, error: expect.stringMatching(/^Laptop has no encryption password, /) })
  await session.encryption.setPassword('')
  files.requests.retry(guid)
  expect(await device.asked()).toMatchObject({ type: 'remote_file_request', path: '~/a', guid })
})

test('FILES-001 malformed responses of devices are parsed leniently', () => {
  const answer = (more: object) =>
    readAnswer({ type: 'remote_directory', source_device_iden: 'd', guid: 'g', path: '~', ...more })
  expect(readAnswer({ type: 'mirror' })).toBeUndefined()
  expect(answer({ guid: 1 })).toBeUndefined()
  expect(answer({ path: 'x'.repeat(20_000) })).toBeUndefined()
  expect(answer({ error: 'No. '.repeat(1_000) })?.error).toHaveLength(300)
  expect(answer({ error: ' ' })?.error).toBe('The device did not answer.')
  const contents = [
    { name: 'good', path: '~/good', size: 1, mime_type: null },
    { name: 'odd', path: '~/odd', size: -1, is_directory: 'yes' },
    { name: '', path: '~/nameless' },
    { name: 'x'.repeat(5_000), path: '~/long' },
    { name: 'no path' },
    { name: 'empty path', path: '' },
    'no file',
    null,
  ]
  const read = answer({ parent_path: null, contents, left_out: 2.5 })
  expect(read).toMatchObject({ left_out: 6 })
  expect(read).not.toHaveProperty('parent_path')
  expect(read && 'contents' in read && read.contents?.map(({ name, ...rest }) => [name.slice(0, 10), rest])).toEqual([
    ['good', { path: '~/good', size: 1 }],
    ['odd', { path: '~/odd' }],
    ['~/nameless', { path: '~/nameless' }],
    ['xxxxxxxxxx', { path: '~/long' }],
  ])
  expect(answer({ contents: { length: 1e9 } })).toMatchObject({ contents: [] })
})

/** The frames that a program without the password receives. */
async function rawFrames(token: string) {
  const frames: string[] = []
  const looks: (() => void)[] = []
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${token}`)
  socket.onmessage = ({ data }) => {
    frames.push(String(data))
    for (const look of looks) look()
  }
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  return {
    until: (holds: (frames: readonly string[]) => boolean) =>
      new Promise<readonly string[]>((resolve) => {
        const look = () => holds(frames) && resolve(frames)
        looks.push(look)
        look()
      }),
    close: () => socket.close(),
  }
}
