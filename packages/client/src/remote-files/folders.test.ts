import { getMe } from '@waypost/protocol'
import { expect, test } from 'vitest'
import type { Socket } from '../ground/platform.ts'
import { gate, watched } from '../session/test-sessions.ts'
import { deviceOf, hasFolder, open, remote, setUpRemoteFiles, shows, signUp, started } from './test-remote-files.ts'

setUpRemoteFiles()

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
  const session = await started(ann)
  const { files, clock } = remote(session)
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
  // A device that refuses is online, on every screen; one that does not respond is not.
  expect(files.$devices.get()[0]?.state).toBe('enabled')
  expect([...session.pinger.$online.get()]).toEqual([device.iden])
  files.folders.open(device.iden, '~')
  clock.advance(30_000)
  expect(files.$devices.get()[0]?.state).toBe('not-connected')
  expect(session.pinger.$online.get().size).toBe(0)
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
  files.folders.more(device.iden)
  files.folders.open(device.iden, '~', 'Y')
  const filtered = await device.asked()
  expect(filtered).toMatchObject({ filter: 'Y', path: '~' })
  await device.answer('remote_directory', filtered, { contents: [entry('y')], total: 1 })
  await shows(files, device.iden, ({ folder }) => folder?.filter === 'Y')
  expect(named()).toEqual(['y'])
  expect(device.questions).toEqual([])
})
