import { closeSync, mkdirSync, openSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ephemeralBytes } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { expectRatioOfWaiting } from '../../../../scripts/tests/growth.ts'
import { file, list, names, setUpSharedFolder, shared } from './test-shared-folder.ts'

// Large files, on a possibly busy machine.

setUpSharedFolder()

test('FILES-001 API-050 API-108 API-109 GAP-042 GAP-068 the home lists the content of the shared folder, with paths to go on', async () => {
  file('b.txt', 'hello')
  file('Photos/2024/ä ö.JPG', 'none')
  file('unknown.thing')
  symlinkSync('b.txt', join(shared.folder, 'also b.txt'))
  symlinkSync('Photos', join(shared.folder, 'zu den Bildern'))
  const at = Date.UTC(2026, 2, 12, 9, 30) / 1_000
  utimesSync(join(shared.folder, 'b.txt'), at, at)
  const modified = expect.any(Number)
  await shared.stage.share()
  expect(await list('~')).toEqual({
    type: 'remote_directory',
    source_device_iden: shared.stage.device,
    guid: expect.any(String),
    path: '~',
    contents: [
      { name: 'Photos', path: '~/Photos', is_directory: true },
      { name: 'zu den Bildern', path: '~/zu den Bildern', is_directory: true },
      { name: 'also b.txt', path: '~/also b.txt', size: 5, modified: at, mime_type: 'text/plain', is_directory: false },
      { name: 'b.txt', path: '~/b.txt', size: 5, modified: at, mime_type: 'text/plain', is_directory: false },
      { name: 'unknown.thing', path: '~/unknown.thing', size: 7, modified, is_directory: false },
    ],
    total: 5,
  })
  expect(await list('~/Photos')).toMatchObject({ parent_path: '~', contents: [{ path: '~/Photos/2024' }] })
  expect(await list('~/zu den Bildern/2024')).toMatchObject({
    parent_path: '~/zu den Bildern',
    contents: [{ name: 'ä ö.JPG', path: '~/zu den Bildern/2024/ä ö.JPG', size: 4, mime_type: 'image/jpeg' }],
  })
  mkdirSync(join(shared.folder, 'empty'))
  expect(await list('~/empty')).toMatchObject({ contents: [] })
  for (const path of ['~/gone', '~/b.txt/more']) {
    expect(await list(path)).toMatchObject({ path, error: 'There is no such file or folder here.' })
    expect(await list(path)).not.toHaveProperty('contents')
  }
  expect(await list('~/b.txt')).toMatchObject({ path: '~/b.txt', error: 'This is a file, not a folder.' })
  for (const path of ['~/Photos', '~/zu den Bildern', '~'])
    expect(await shared.stage.ask('remote_file_request', path)).toMatchObject({
      path,
      error: 'This is a folder. Open it to see what is in it.',
    })
})

test('API-109 several shared folders appear by name in the home, each with its own content', async () => {
  file('one/Music/a.txt')
  file('two/Music/b.txt')
  file('Pictures/c.txt')
  const folders = ['one/Music', 'two/Music', 'Pictures', 'not there', 'two/Music'].map((path) => join(shared.folder, path))
  await shared.stage.share([...folders, '/dev/shm'])
  expect(shared.stage.lines.splice(0)).toEqual([
    `The folder ${join(shared.folder, 'not there')}, which is shared, does not exist.`,
  ])
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

test('API-109 a folder of 50,000 files is answered in linear time, folders first, as much as one answer holds', async () => {
  for (const [name, length] of [
    ['large', 50_000],
    ['small', 6_250],
  ] as const) {
    mkdirSync(join(shared.folder, name, 'zoo'), { recursive: true })
    for (let number = 0; number < length; number++)
      closeSync(openSync(join(shared.folder, name, `picture number ${number}.jpg`), 'w'))
  }
  await shared.stage.share()
  const answer = await list('~/large')
  await expectRatioOfWaiting(
    'a folder eight times as large',
    () => list('~/large'),
    () => list('~/small'),
    3 * 8,
  )
  const { contents = [], left_out = 0 } = answer
  expect(contents.length + left_out).toBe(50_001)
  expect(contents.length).toBeGreaterThan(1_000)
  // Encryption makes it a third longer.
  expect(JSON.stringify(answer).length * 1.4).toBeLessThan(ephemeralBytes)
  expect(names(answer)?.slice(0, 4)).toEqual(['zoo', 'picture number 0.jpg', 'picture number 1.jpg', 'picture number 2.jpg'])
})

test('API-109 a large folder is listed to its end in several answers, each entry once and in order, and can be filtered', async () => {
  const folders = Array.from({ length: 6_100 }, (_, number) => `folder ${number}`)
  const files = Array.from({ length: 1_500 }, (_, number) => `Bild ${number} ${number % 500 === 7 ? 'Düne' : 'x'}.jpg`)
  for (const name of folders) mkdirSync(join(shared.folder, name))
  for (const name of files) closeSync(openSync(join(shared.folder, name), 'w'))
  symlinkSync('folder 3', join(shared.folder, 'link'))
  await shared.stage.share()
  const listed: (string | undefined)[] = []
  let answers = 0
  for (let cursor: string | undefined; answers === 0 || cursor !== undefined; answers++) {
    const answer = await list('~', cursor === undefined ? {} : { cursor })
    expect(answer.total).toBe(7_601)
    listed.push(...(names(answer) ?? []))
    expect(listed.length + (answer.left_out ?? 0)).toBe(7_601)
    cursor = answer.cursor
  }
  expect(listed).toEqual([...folders, 'link', ...files])
  expect(answers).toBeGreaterThan(1)
  const dunes = await list('~', { filter: 'DUNE' })
  expect(names(dunes)).toEqual(files.filter((name) => name.includes('Düne')))
  expect(dunes).toMatchObject({ total: 3 })
  expect(dunes).not.toHaveProperty('cursor')
  expect(await list('~', { filter: 'nothing like it' })).toMatchObject({ contents: [], total: 0 })
  expect(await list('~', { cursor: 'x' })).toMatchObject({ error: expect.stringContaining('Open the folder again.') })
})

test('API-108 a name with control characters is shown without them, and can still be requested', async () => {
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
  for (const name of odd) writeFileSync(join(shared.folder, name), name)
  await shared.stage.share()
  const { contents = [], left_out } = await list('~')
  expect(left_out).toBeUndefined()
  expect(contents.map(({ path }) => path).sort()).toEqual(odd.map((name) => `~/${name}`).sort())
  expect(contents.map(({ name }) => name).join('')).not.toMatch(/[\p{Cc}\u202e]/u)
  for (const { path, name } of contents) {
    const guid = `odd ${path}`
    const arrives = shared.stage.push(guid)
    expect(await shared.stage.ask('remote_file_request', path, guid)).not.toHaveProperty('error')
    const { file_url = '', file_name } = await arrives
    expect(await (await fetch(file_url)).text()).toBe(path.slice(2))
    if (!/[\\]/.test(name)) expect(file_name).toBe(name.trim() || 'file')
  }
})

test('API-108 files and folders whose names are not UTF-8 are listed and sent, and stay distinct', async () => {
  const bytes = (...parts: (string | number)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))))
  const at = (...parts: Buffer[]) =>
    Buffer.concat([Buffer.from(shared.folder), ...parts.flatMap((part) => [Buffer.from('/'), part])])
  const folder = bytes('caf', 0xe9)
  const odd = [
    bytes('na', 0xef, 've.txt'),
    bytes(0xff, 0xfe, '.txt'),
    bytes(0xc3, 0x28, 'é.txt'),
    // A character that represents a byte in paths may also occur in a name.
    bytes('\u{10ffef}.txt'),
    bytes(0xf4, 0x8f, 0xbf, '.txt'),
  ]
  mkdirSync(at(folder))
  for (const [index, name] of odd.entries()) writeFileSync(at(folder, name), `content ${index}`)
  await shared.stage.share()
  const home = await list('~')
  expect(names(home)).toEqual(['caf\ufffd'])
  const { contents = [], parent_path } = await list(home.contents?.[0]?.path ?? '')
  expect(parent_path).toBe('~')
  expect(contents).toHaveLength(odd.length)
  expect(contents.map(({ name }) => name)).toContain('na\ufffdve.txt')
  const found: string[] = []
  for (const { path } of contents) {
    const arrives = shared.stage.push(path)
    expect(await shared.stage.ask('remote_file_request', path, path)).not.toHaveProperty('error')
    found.push(await (await fetch((await arrives).file_url ?? '')).text())
  }
  expect(found.sort()).toEqual(odd.map((_, index) => `content ${index}`))
})
