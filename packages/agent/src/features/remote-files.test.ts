import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { RemoteThumbnail } from '@waypost/protocol'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { file, list, names, setUpSharedFolder, shared, thumbnail } from './test-shared-folder.ts'

setUpSharedFolder()

test('FILES-001 nothing outside of the shared folder is served, for any path', async () => {
  const secret = join(shared.stage.folder, 'secret')
  mkdirSync(secret, { recursive: true })
  writeFileSync(join(secret, 'key.txt'), 'secret')
  writeFileSync(join(shared.stage.folder, 'shared.txt'), 'secret')
  file('inside/plain.txt')
  symlinkSync(secret, join(shared.folder, 'link'))
  symlinkSync(join(secret, 'key.txt'), join(shared.folder, 'key'))
  symlinkSync('../../secret', join(shared.folder, 'inside', 'up'))
  symlinkSync('/proc/self/root', join(shared.folder, 'root'))
  symlinkSync('/dev/fd', join(shared.folder, 'fds'))
  symlinkSync('loop', join(shared.folder, 'loop'))
  execFileSync('mkfifo', [join(shared.folder, 'pipe')])
  symlinkSync('/dev/zero', join(shared.folder, 'zero'))
  const socket = createServer().listen(join(shared.folder, 'socket'))
  await shared.stage.share()
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
    expect.soft(await shared.stage.ask('remote_file_request', path), path).toMatchObject(failed)
    expect.soft(await thumbnail(path), path).toMatchObject(failed)
  }
  socket.close()
  expect(names(await list('~'))).toEqual(['inside'])
  expect(names(await list('~/inside'))).toEqual(['plain.txt'])
  expect(await shared.stage.filePushes()).toEqual([])
  expect(shared.stage.lines).toEqual([])
})

test("FILES-001 the companion's settings, which contain its token, are not served even if their folder is shared", async () => {
  const settings = join(shared.stage.folder, 'settings')
  mkdirSync(settings, { recursive: true })
  writeFileSync(join(settings, 'settings.json'), 'token')
  symlinkSync(settings, join(shared.folder, 'around'))
  await shared.stage.share([shared.stage.folder])
  expect(names(await list('~'))).toContain('shared')
  expect(names(await list('~'))).not.toContain('settings')
  for (const path of ['~/settings', '~/settings/settings.json', '~/shared/around', '~/shared/around/settings.json']) {
    expect(await list(path), path).toHaveProperty('error')
    expect(await shared.stage.ask('remote_file_request', path), path).toHaveProperty('error')
  }
})

/** A PNG whose header claims a larger square (https://www.w3.org/TR/png-3/#11IHDR). */
function enlarged(png: Buffer, side: number): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(side, 16)
  bytes.writeUInt32BE(side, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

test('API-110 a picture has a small JPEG with the right orientation; other files get an error', async () => {
  const large = sharp({ create: { width: 1_600, height: 800, channels: 4, background: '#c8102e80' } })
  await large.clone().png().toFile(join(shared.folder, 'wide.png'))
  await large.clone().withMetadata({ orientation: 6 }).jpeg().toFile(join(shared.folder, 'upright.jpg'))
  const whole = await large.clone().png().toBuffer()
  file('cut.png', whole.subarray(0, whole.length / 2))
  file('words.png', 'This is no picture.')
  file('empty.jpg', '')
  file('drawing.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')
  file('bomb.png', enlarged(whole, 30_000))
  await shared.stage.share()
  const all = ['wide.png', 'upright.jpg', 'cut.png', 'words.png', 'empty.jpg', 'drawing.png', 'bomb.png', 'gone.png']
  const [wide, upright, ...others] = await Promise.all(all.map((name) => thumbnail(`~/${name}`)))
  const sizeOf = async (answer: RemoteThumbnail | undefined) => {
    const { format, width, height } = await sharp(Buffer.from(answer?.thumbnail ?? '', 'base64')).metadata()
    return { format, width, height }
  }
  expect(wide).toMatchObject({ type: 'remote_thumbnail', source_device_iden: shared.stage.device, path: '~/wide.png' })
  expect(await sizeOf(wide)).toEqual({ format: 'jpeg', width: 256, height: 128 })
  expect(await sizeOf(upright)).toEqual({ format: 'jpeg', width: 128, height: 256 })
  const damaged = 'There is no preview of this file: it is damaged, or no picture.'
  const tooLarge = 'The picture is too large for a preview: at most 120 megapixels.'
  const notHere = 'There is no such file or folder here.'
  expect(others.map(({ error }) => error)).toEqual([damaged, damaged, damaged, damaged, tooLarge, notHere])
})

test('API-110 without sharp, a thumbnail request gets an error', async () => {
  file('wide.png')
  vi.resetModules()
  vi.doMock('sharp', () => {
    throw new Error('not installed')
  })
  const { thumbnailOf } = await import('../remote-files/thumbnail.ts')
  const { openSharedFolders: openShared } = await import('../remote-files/shared-folders.ts')
  await expect(thumbnailOf(openShared([shared.folder]), '~/wide.png')).rejects.toMatchObject({
    name: 'RemoteFileError',
    message: 'The device makes no previews: the package sharp is not installed there.',
  })
  vi.doUnmock('sharp')
  // Other test files run in this process too.
  vi.resetModules()
})

test('E2E-007 GAP-048 with a password, requests and answers are encrypted, but not the push', async () => {
  file('plain.txt', 'words')
  const { session } = await shared.stage.share()
  const passing: string[] = []
  const socket = new WebSocket(`${shared.stage.server.origin.replace('http', 'ws')}/websocket/${shared.stage.person.token}`)
  socket.onmessage = ({ data }) => void passing.push(String(data))
  await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
  for (const each of [session, shared.stage.asker]) await each.encryption.setPassword('correct horse')
  expect(names(await list('~'))).toEqual(['plain.txt'])
  const arrives = shared.stage.push('sealed')
  expect(await shared.stage.ask('remote_file_request', '~/plain.txt', 'sealed')).toMatchObject({ guid: 'sealed' })
  const { file_url = '', file_name } = await arrives
  expect(file_name).toBe('plain.txt')
  expect(await (await fetch(file_url)).text()).toBe('words')
  const pushes = passing.map((frame) => JSON.parse(frame)).filter(({ type }) => type === 'push')
  expect(pushes.length).toBe(4)
  for (const { push } of pushes) expect(Object.keys(push).sort()).toEqual(['ciphertext', 'encrypted'])
  expect(pushes.join('')).not.toContain('plain.txt')
  socket.close()
  for (const each of [session, shared.stage.asker]) await each.encryption.setPassword('')
})

test('GAP-042 a request to another device, or an invalid one, is ignored', async () => {
  file('a.txt')
  await shared.stage.share()
  const heard: string[] = []
  const stop = shared.stage.asker.onEphemeral(({ type }) => void heard.push(type))
  const request = {
    source_user_iden: shared.stage.person.account.iden,
    target_device_iden: shared.stage.device,
    path: '~',
    guid: 'g',
  }
  const type = 'remote_directory_request'
  for (const wrong of [
    { target_device_iden: 'other' },
    { path: 7 },
    { guid: '' },
    { guid: 'x'.repeat(300) },
    { guid: null },
    { path: undefined },
  ])
    await shared.stage.asker.sendEphemeral({ type, ...request, ...wrong })
  await list('~')
  stop()
  expect(heard.filter((each) => each === 'remote_directory')).toHaveLength(1)
})
