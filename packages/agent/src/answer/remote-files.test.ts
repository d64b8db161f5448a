import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { RemoteDirectory, RemoteThumbnail } from '@waypost/protocol'
import { limits } from '@waypost/protocol'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openRemoteFilesStage, type RemoteFilesStage } from '../test-remote-files.ts'

// Large files, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 60_000 })

let stage: RemoteFilesStage
let shared: string

beforeAll(async () => {
  stage = await openRemoteFilesStage()
})
afterAll(() => stage.close())
beforeEach(() => {
  shared = join(stage.folder, 'shared')
  mkdirSync(shared)
})
afterEach(() => rmSync(shared, { recursive: true, force: true }))

function file(path: string, content: string | Uint8Array = 'content'): void {
  mkdirSync(join(shared, path, '..'), { recursive: true })
  writeFileSync(join(shared, path), content)
}

const list = async (path: string) => (await stage.ask('remote_directory_request', path)) as RemoteDirectory
const thumbnail = async (path: string) => (await stage.ask('remote_thumbnail_request', path)) as RemoteThumbnail
const names = ({ contents }: RemoteDirectory) => contents?.map(({ name }) => name)

test('FILES-001 API-050 API-108 API-109 GAP-042 GAP-068 the home is what is in the shared folder, and leads on from there', async () => {
  file('b.txt', 'hello')
  file('Photos/2024/ä ö.JPG', 'none')
  file('unknown.thing')
  symlinkSync('b.txt', join(shared, 'also b.txt'))
  symlinkSync('Photos', join(shared, 'zu den Bildern'))
  await stage.share()
  expect(await list('~')).toEqual({
    type: 'remote_directory',
    source_device_iden: stage.device,
    guid: expect.any(String),
    path: '~',
    contents: [
      { name: 'Photos', path: '~/Photos', is_directory: true },
      { name: 'zu den Bildern', path: '~/zu den Bildern', is_directory: true },
      { name: 'also b.txt', path: '~/also b.txt', size: 5, mime_type: 'text/plain', is_directory: false },
      { name: 'b.txt', path: '~/b.txt', size: 5, mime_type: 'text/plain', is_directory: false },
      { name: 'unknown.thing', path: '~/unknown.thing', size: 7, is_directory: false },
    ],
  })
  expect(await list('~/Photos')).toMatchObject({ parent_path: '~', contents: [{ path: '~/Photos/2024' }] })
  expect(await list('~/zu den Bildern/2024')).toMatchObject({
    parent_path: '~/zu den Bildern',
    contents: [{ name: 'ä ö.JPG', path: '~/zu den Bildern/2024/ä ö.JPG', size: 4, mime_type: 'image/jpeg' }],
  })
  mkdirSync(join(shared, 'empty'))
  expect(await list('~/empty')).toMatchObject({ contents: [] })
  // What somebody takes for a folder, or was one until just now.
  for (const path of ['~/b.txt', '~/gone', '~/b.txt/more']) {
    expect(await list(path)).toMatchObject({ path, error: 'There is no such file or folder here.' })
    expect(await list(path)).not.toHaveProperty('contents')
  }
})

test('API-109 several shared folders each have their name in the home, and each its own content', async () => {
  file('one/Music/a.txt')
  file('two/Music/b.txt')
  file('Pictures/c.txt')
  const folders = ['one/Music', 'two/Music', 'Pictures', 'not there', 'two/Music'].map((path) => join(shared, path))
  await stage.share([...folders, '/dev/shm'])
  expect(stage.lines.splice(0)).toEqual([`The folder ${join(shared, 'not there')}, which is shared, is not there.`])
  const { contents, parent_path } = await list('~')
  expect(parent_path).toBeUndefined()
  expect(contents).toMatchObject([
    { name: 'Music', path: '~/Music', is_directory: true },
    { name: 'Music 2', path: '~/Music 2', is_directory: true },
    { name: 'Pictures', path: '~/Pictures', is_directory: true },
    { name: 'shm', path: '~/shm', is_directory: true, is_drive: true },
  ])
  expect(contents?.[0]).not.toHaveProperty('is_drive')
  expect(names(await list('~/Music'))).toEqual(['a.txt'])
  expect(names(await list('~/Music 2'))).toEqual(['b.txt'])
  expect(await list('~/Music 2')).toMatchObject({ parent_path: '~' })
  expect(await list('~/Videos')).toMatchObject({ error: expect.any(String) })
})

test('FILES-001 nothing outside of the shared folder is served, whatever the path', async () => {
  const secret = join(stage.folder, 'secret')
  mkdirSync(secret, { recursive: true })
  writeFileSync(join(secret, 'key.txt'), 'secret')
  writeFileSync(join(stage.folder, 'shared.txt'), 'secret')
  file('inside/plain.txt')
  symlinkSync(secret, join(shared, 'link'))
  symlinkSync(join(secret, 'key.txt'), join(shared, 'key'))
  symlinkSync('../../secret', join(shared, 'inside', 'up'))
  symlinkSync('/proc/self/root', join(shared, 'root'))
  symlinkSync('/dev/fd', join(shared, 'fds'))
  symlinkSync('loop', join(shared, 'loop'))
  execFileSync('mkfifo', [join(shared, 'pipe')])
  symlinkSync('/dev/zero', join(shared, 'zero'))
  const socket = createServer().listen(join(shared, 'socket'))
  await stage.share()
  const [file1, folder1] = [join(secret, 'key.txt'), secret]
  const paths = [
    ...['', '/', '.', '..', '~~', '~root', '~ana/.ssh/id_rsa', 'inside/plain.txt', './~'],
    ...['~/..', '~/../secret/key.txt', '~/../shared.txt', '~/inside/../../secret/key.txt', '~/inside/../inside/plain.txt'],
    ...['~//etc/passwd', '~/./inside', '~/inside/', '~/inside//plain.txt', file1, folder1, `~${file1}`, `~/${file1}`],
    ...['~/%2e%2e/secret/key.txt', '~/..%2fsecret', '~/%2e%2e%2f', '~/..;/secret', '~/．．/secret', '~/..\u2215secret'],
    ...['~/inside/plain.txt\0', '~/\0', '~/inside\0/../../secret/key.txt', '~/\ud800'],
    ...[
      '~/link',
      '~/link/key.txt',
      '~/key',
      '~/inside/up',
      '~/inside/up/key.txt',
      `~/root${file1}`,
      '~/fds/0',
      '~/loop',
      '~/loop/x',
    ],
    ...['~/pipe', '~/zero', '~/socket', '~/pipe/x'],
    ...[
      '~\\..\\secret',
      '~/..\\secret\\key.txt',
      '\\\\server\\share\\key.txt',
      '//server/share/key.txt',
      'C:\\Windows',
      '~/C:/x',
    ],
    ...[
      'file:///etc/passwd',
      '/proc/self/environ',
      '~/CON',
      '~/inside/plain.txt::$DATA',
      `~/${'x'.repeat(300)}`,
      '~/x'.repeat(4_000),
    ],
  ]
  expect(new Set(paths).size).toBeGreaterThanOrEqual(50)
  const failed = { error: 'There is no such file or folder here.' }
  for (const path of paths) {
    expect.soft(await list(path), path).toMatchObject(failed)
    expect.soft(await stage.ask('remote_file_request', path), path).toMatchObject(failed)
    expect.soft(await thumbnail(path), path).toMatchObject(failed)
  }
  socket.close()
  expect(names(await list('~'))).toEqual(['inside'])
  expect(names(await list('~/inside'))).toEqual(['plain.txt'])
  expect(await stage.filePushes()).toEqual([])
  expect(stage.lines).toEqual([])
})

test('FILES-001 the settings of the companion, which hold its token, are not served where their folder is shared', async () => {
  const settings = join(stage.folder, 'settings')
  mkdirSync(settings, { recursive: true })
  writeFileSync(join(settings, 'settings.json'), 'token')
  symlinkSync(settings, join(shared, 'around'))
  await stage.share([stage.folder])
  expect(names(await list('~'))).toContain('shared')
  expect(names(await list('~'))).not.toContain('settings')
  for (const path of ['~/settings', '~/settings/settings.json', '~/shared/around', '~/shared/around/settings.json']) {
    expect(await list(path), path).toHaveProperty('error')
    expect(await stage.ask('remote_file_request', path), path).toHaveProperty('error')
  }
})

test('API-109 a folder of 50,000 files is answered quickly, with folders first and as much as one answer holds', async () => {
  for (let number = 0; number < 50_000; number++) closeSync(openSync(join(shared, `picture number ${number}.jpg`), 'w'))
  mkdirSync(join(shared, 'zoo'))
  await stage.share()
  const started = performance.now()
  const answer = await list('~')
  expect(performance.now() - started).toBeLessThan(5_000)
  const { contents = [], left_out = 0 } = answer
  expect(contents.length + left_out).toBe(50_001)
  expect(contents.length).toBeGreaterThan(1_000)
  // Sealed it is a third longer.
  expect(JSON.stringify(answer).length * 1.4).toBeLessThan(limits.ephemeralBytes)
  expect(names(answer)?.slice(0, 4)).toEqual(['zoo', 'picture number 0.jpg', 'picture number 1.jpg', 'picture number 2.jpg'])
})

test('API-108 a name that would do something to a line is shown without it and can still be asked for', async () => {
  const odd = [
    'two\nlines.txt',
    'bell\u0007\u001b[31m.txt',
    'gpj.\u202etxt',
    '<img src=x>.txt',
    '-rf',
    '~',
    ' ',
    '%2e%2e',
    'C:\\x',
    'co*n?.txt',
  ]
  for (const name of odd) writeFileSync(join(shared, name), name)
  writeFileSync(Buffer.from([...Buffer.from(`${shared}/`), 0xff, 0xfe, 0x2e]), 'not UTF-8')
  await stage.share()
  const { contents = [], left_out } = await list('~')
  expect(left_out).toBe(1)
  expect(contents.map(({ path }) => path).sort()).toEqual(odd.map((name) => `~/${name}`).sort())
  expect(contents.map(({ name }) => name).join('')).not.toMatch(/[\p{Cc}\u202e]/u)
  for (const { path, name } of contents) {
    const guid = `odd ${path}`
    const arrives = stage.push(guid)
    expect(await stage.ask('remote_file_request', path, guid)).not.toHaveProperty('error')
    const { file_url = '', file_name } = await arrives
    expect(await (await fetch(file_url)).text()).toBe(path.slice(2))
    if (!/[\\]/.test(name)) expect(file_name).toBe(name.trim() || 'file')
  }
})

/** A PNG that claims to be a larger square, as its first chunk says (https://www.w3.org/TR/png-3/#11IHDR). */
function enlarged(png: Buffer, side: number): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(side, 16)
  bytes.writeUInt32BE(side, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

test('API-110 a picture has a small JPEG, turned as it is shown; what is none has a sentence', async () => {
  const large = sharp({ create: { width: 1_600, height: 800, channels: 4, background: '#c8102e80' } })
  await large.clone().png().toFile(join(shared, 'wide.png'))
  await large.clone().withMetadata({ orientation: 6 }).jpeg().toFile(join(shared, 'upright.jpg'))
  const whole = await large.clone().png().toBuffer()
  file('cut.png', whole.subarray(0, whole.length / 2))
  file('words.png', 'This is no picture.')
  file('empty.jpg', '')
  file('drawing.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')
  file('bomb.png', enlarged(whole, 30_000))
  await stage.share()
  const all = ['wide.png', 'upright.jpg', 'cut.png', 'words.png', 'empty.jpg', 'drawing.png', 'bomb.png', 'gone.png']
  const [wide, upright, ...others] = await Promise.all(all.map((name) => thumbnail(`~/${name}`)))
  const sizeOf = async (answer: RemoteThumbnail | undefined) => {
    const { format, width, height } = await sharp(Buffer.from(answer?.thumbnail ?? '', 'base64')).metadata()
    return { format, width, height }
  }
  expect(wide).toMatchObject({ type: 'remote_thumbnail', source_device_iden: stage.device, path: '~/wide.png' })
  expect(await sizeOf(wide)).toEqual({ format: 'jpeg', width: 256, height: 128 })
  expect(await sizeOf(upright)).toEqual({ format: 'jpeg', width: 128, height: 256 })
  const damaged = 'There is no preview of this file: it is damaged, or no picture.'
  const tooLarge = 'The picture is too large for a preview.'
  const notHere = 'There is no such file or folder here.'
  expect(others.map(({ error }) => error)).toEqual([damaged, damaged, damaged, damaged, tooLarge, notHere])
})

test('API-110 without the package that draws them, a preview is answered by a sentence', async () => {
  file('wide.png')
  vi.resetModules()
  vi.doMock('sharp', () => {
    throw new Error('not installed')
  })
  const { thumbnailOf } = await import('../remote-files/thumbnail.ts')
  const { openShared } = await import('../remote-files/shared.ts')
  await expect(thumbnailOf(openShared([shared]), '~/wide.png')).rejects.toMatchObject({
    name: 'NotServed',
    message: 'The device makes no previews: the package sharp is not installed there.',
  })
  vi.doUnmock('sharp')
})

test('E2E-007 GAP-048 with a password, requests and answers are sealed on their way, and the push is not', async () => {
  file('plain.txt', 'words')
  const { client } = await stage.share()
  const passing: string[] = []
  const socket = new WebSocket(`${stage.server.origin.replace('http', 'ws')}/websocket/${stage.person.token}`)
  socket.onmessage = ({ data }) => void passing.push(String(data))
  await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
  for (const each of [client, stage.asker]) await each.encryption.setPassword('correct horse')
  expect(names(await list('~'))).toEqual(['plain.txt'])
  const arrives = stage.push('sealed')
  expect(await stage.ask('remote_file_request', '~/plain.txt', 'sealed')).toMatchObject({ guid: 'sealed' })
  const { file_url = '', file_name } = await arrives
  expect(file_name).toBe('plain.txt')
  expect(await (await fetch(file_url)).text()).toBe('words')
  const pushes = passing.map((frame) => JSON.parse(frame)).filter(({ type }) => type === 'push')
  expect(pushes.length).toBe(4)
  for (const { push } of pushes) expect(Object.keys(push).sort()).toEqual(['ciphertext', 'encrypted'])
  expect(pushes.join('')).not.toContain('plain.txt')
  socket.close()
  for (const each of [client, stage.asker]) await each.encryption.setPassword('')
})

test('GAP-042 a request for another device, or one that cannot be read, is left alone', async () => {
  file('a.txt')
  await stage.share()
  const heard: string[] = []
  const stop = stage.asker.onEphemeral(({ type }) => void heard.push(type))
  const request = { source_user_iden: stage.person.account.iden, target_device_iden: stage.device, path: '~', guid: 'g' }
  const type = 'remote_directory_request'
  for (const wrong of [
    { target_device_iden: 'other' },
    { path: 7 },
    { guid: '' },
    { guid: 'x'.repeat(300) },
    { guid: null },
    { path: undefined },
  ])
    await stage.asker.sendEphemeral({ type, ...request, ...wrong })
  await list('~')
  stop()
  expect(heard.filter((each) => each === 'remote_directory')).toHaveLength(1)
})
