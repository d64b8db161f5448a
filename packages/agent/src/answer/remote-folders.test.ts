import { closeSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@waypost/protocol'
import { expect, test, vi } from 'vitest'
import { file, list, names, setSharedStage, shared } from './test-shared.ts'

// Large files, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 60_000 })

setSharedStage()

test('FILES-001 API-050 API-108 API-109 GAP-042 GAP-068 the home is what is in the shared folder, and leads on from there', async () => {
  file('b.txt', 'hello')
  file('Photos/2024/ä ö.JPG', 'none')
  file('unknown.thing')
  symlinkSync('b.txt', join(shared.folder, 'also b.txt'))
  symlinkSync('Photos', join(shared.folder, 'zu den Bildern'))
  await shared.stage.share()
  expect(await list('~')).toEqual({
    type: 'remote_directory',
    source_device_iden: shared.stage.device,
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
  mkdirSync(join(shared.folder, 'empty'))
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
  const folders = ['one/Music', 'two/Music', 'Pictures', 'not there', 'two/Music'].map((path) => join(shared.folder, path))
  await shared.stage.share([...folders, '/dev/shm'])
  expect(shared.stage.lines.splice(0)).toEqual([`The folder ${join(shared.folder, 'not there')}, which is shared, is not there.`])
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

test('API-109 a folder of 50,000 files is answered quickly, with folders first and as much as one answer holds', async () => {
  for (let number = 0; number < 50_000; number++) closeSync(openSync(join(shared.folder, `picture number ${number}.jpg`), 'w'))
  mkdirSync(join(shared.folder, 'zoo'))
  await shared.stage.share()
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
  for (const name of odd) writeFileSync(join(shared.folder, name), name)
  writeFileSync(Buffer.from([...Buffer.from(`${shared.folder}/`), 0xff, 0xfe, 0x2e]), 'not UTF-8')
  await shared.stage.share()
  const { contents = [], left_out } = await list('~')
  expect(left_out).toBe(1)
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
