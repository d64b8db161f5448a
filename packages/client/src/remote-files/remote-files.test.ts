import { createDevice, updateDevice } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { until } from '../ground/until.ts'
import { noKeyFingerprint } from '../session/key/fingerprint.ts'
import { readAnswer } from './answers.ts'
import { remoteState, thumbnailKey } from './remote-files.ts'
import { deviceOf, hasFolder, remote, server, setUpRemoteFiles, shows, signUp, started } from './test-remote-files.ts'

setUpRemoteFiles()

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
  // A session without the password receives none of it, and a device with another password does not respond.
  expect(passing).toEqual([])
  await device.client.encryption.setPassword('another')
  files.folders.open(device.iden, '~')
  await plain.sendEphemeral({ type: 'pong', device_iden: 'last' })
  await until(device.client.pinger.$online, (online) => online.has('last'))
  expect(device.questions).toEqual([])
  clock.advance(30_000)
  expect(files.folders.view(device.iden).get().failed?.error).toBe('The device did not answer.')
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
