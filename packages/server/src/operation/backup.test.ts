import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runAdmin } from '../admin.ts'
import { readConfig } from '../config.ts'
import { copySqlite } from '../db/sqlite-copy.ts'
import { unzip } from '../everything/test-zip.ts'
import { call, programs, signUp } from '../test-program.ts'
import type { Json } from '../test-server.ts'
import { backupOf } from './backup.ts'

const { root, run, close } = programs()
afterAll(close)

const admin = (folder: string, words: string[]) => runAdmin(words, readConfig({ WAYPOST_DATA: join(root, folder) }))

function restore(zip: Buffer, folder: string): string[] {
  const entries = unzip(zip)
  for (const [name, content] of entries) {
    mkdirSync(dirname(join(root, folder, name)), { recursive: true })
    writeFileSync(join(root, folder, name), content)
  }
  return [...entries.keys()].sort()
}

async function sendFile(origin: string, token: string, text: string): Promise<string> {
  const { body } = await call(origin, '/v3/start-upload', token, { name: 'a.txt', size: text.length })
  await fetch(body.piece_urls[0], { method: 'POST', body: text })
  return (await call(origin, '/v3/finish-upload', token, { id: body.id })).body.file_url
}

const notes = async (origin: string, token: string): Promise<string[]> =>
  (await call(origin, '/v2/pushes', token)).body.pushes.map((push: Json) => push.body)

test('a backup that is downloaded while people write has all that was there before, and a server starts from it', async () => {
  const origin = await run('from').ready
  const token = await signUp(origin)
  await call(origin, '/v2/pushes', token, { type: 'note', body: 'before' })
  const file = await sendFile(origin, token, 'content of the file')
  writeFileSync(join(root, 'from', 'about.md'), '# Us')
  let writing = true
  const writes = (async () => {
    for (let number = 0; writing; number++) await call(origin, '/v2/pushes', token, { type: 'note', body: `during ${number}` })
  })()
  const { status, body } = await call(origin, '/v3/admin/backup', token, {})
  expect([status, body.url]).toEqual([200, expect.stringMatching(new RegExp(`^${origin}/v3/admin/backup/\\w{32}$`))])
  const download = await fetch(body.url)
  expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="waypost-backup-\d{4}-\d\d-\d\d\.zip"$/)
  expect(download.headers.get('cache-control')).toBe('no-store')
  const zip = Buffer.from(await download.arrayBuffer())
  writing = false
  await writes
  expect((await call(origin, new URL(body.url).pathname, undefined)).body.error.code).toBe('link_expired')
  await vi.waitFor(() => expect(readdirSync(join(root, 'from')).filter((name) => name.startsWith('backup-'))).toEqual([]))

  const names = restore(zip, 'to')
  expect(names).toEqual(['about.md', expect.stringMatching(/^files\/kept\/\w+\.pieces\//), 'waypost.db'])
  const restored = await run('to').ready
  const kept = await notes(restored, token)
  expect(kept).toContain('before')
  expect(await (await fetch(restored + new URL(file).pathname)).text()).toBe('content of the file')
  expect((await call(restored, '/v2/pushes', token, { type: 'note', body: 'after' })).status).toBe(200)
  const { entries } = (await call(restored, '/v3/admin/audit', token)).body
  expect(entries).toMatchObject([{ act: 'backup', by: 'a@example.org', details: { files: true } }])
  const { last, by } = (await call(restored, '/v3/admin/backups', token)).body
  expect([Math.abs(last - Date.now() / 1_000) < 120, by]).toEqual([true, 'a@example.org'])
})

test('backups that begin and end at the same time are all made', async () => {
  const origin = await run('several').ready
  const token = await signUp(origin)
  const made = async () => {
    const { body } = await call(origin, '/v3/admin/backup', token, {})
    const download = await fetch(body.url)
    await download.arrayBuffer()
    return download.status
  }
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const own: number[] = []
      for (let time = 0; time < 4; time++) own.push(await made())
      return own
    }),
  )
  expect(new Set(statuses.flat())).toEqual(new Set([200]))
})

test('the database is copied for one backup after another, so that others have threads left', async () => {
  await run('in-turn').ready
  const folder = join(root, 'in-turn')
  let begun = 0
  const atOnce: number[] = []
  let running = 0
  const copy = async (from: string, to: string) => {
    begun++
    atOnce.push(++running)
    try {
      // If another one didn't wait, it would start here.
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      await copySqlite(from, to)
      if (begun === 3) throw new Error('The disk is broken.')
    } finally {
      running--
    }
  }
  const made = await Promise.allSettled(Array.from({ length: 20 }, () => backupOf(folder, { files: false, copy })))
  expect(atOnce).toEqual(Array.from({ length: 20 }, () => 1))
  const backups = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(backups).toHaveLength(19)
  for (const backup of backups) backup.destroy()
  await vi.waitFor(() => expect(readdirSync(folder).filter((name) => name.startsWith('backup-'))).toEqual([]))
})

test('a backup is refused to a session that was not elevated, to a token with the scope of administration, and to others', async () => {
  const origin = await run('refused').ready
  const token = await signUp(origin)
  const ask = async (token: string) => {
    const { status, body } = await call(origin, '/v3/admin/backup', token, {})
    return [status, body.error?.code]
  }
  const tokenFor = async (scope: string) => (await call(origin, '/v3/create-access-token', token, { scope })).body.access_token
  const stranger = await signUp(origin, 'b@example.org')
  expect(await ask(await tokenFor('admin'))).toEqual([403, 'forbidden'])
  expect(await ask(stranger)).toEqual([403, 'forbidden'])
  expect(await ask(await tokenFor('everything'))).toEqual([403, 'forbidden'])
  expect((await call(origin, '/v3/admin/backup/nothing', undefined)).status).toBe(400)
  expect((await call(origin, '/v3/admin/audit?kind=administrators', token)).body.entries).toEqual([])
})

test('the command line writes a backup while the server runs and while it does not, for its own user alone, over no other file', async () => {
  const server = run('line')
  const origin = await server.ready
  const token = await signUp(origin)
  await call(origin, '/v2/pushes', token, { type: 'note', body: 'kept' })
  const first = join(root, 'first.zip')
  expect(await admin('line', ['backup', first])).toMatch(new RegExp(`^${first} has the backup: [\\d.]+ MB\\.`))
  expect(statSync(first).mode & 0o077).toBe(0)
  await expect(admin('line', ['backup', first])).rejects.toThrow('already exists')
  server.child.kill('SIGTERM')
  await server.exited
  const second = join(root, 'second.zip')
  await admin('line', ['backup', second])
  for (const [zip, folder] of [
    [first, 'line-1'],
    [second, 'line-2'],
  ] as const) {
    restore(readFileSync(zip), folder)
    const restored = run(folder)
    expect(await notes(await restored.ready, token)).toEqual(['kept'])
    restored.child.kill('SIGTERM')
    await restored.exited
  }
  expect(await admin('line', ['audit'])).toMatch(/^(\S+Z {2}command line {2}backup\n?){2}$/)
})

test('a copy of the database that a crash has left is removed by the next start, a day after that', async () => {
  const [old, recent] = [`backup-${'0'.repeat(16)}.db`, `backup-${'1'.repeat(16)}.db`]
  mkdirSync(join(root, 'crashed'))
  for (const name of [old, recent]) writeFileSync(join(root, 'crashed', name), 'all messages')
  const yesterday = Date.now() / 1_000 - 25 * 3_600
  utimesSync(join(root, 'crashed', old), yesterday, yesterday)
  await run('crashed').ready
  const left = () => readdirSync(join(root, 'crashed')).filter((name) => name.startsWith('backup-'))
  await vi.waitFor(() => expect(left()).toEqual([recent]))
})

test('a backup on the command line that is told to end ends with the code of the signal, and leaves no part of a file', async () => {
  await run('interrupted').ready
  // It takes minutes to read, but no disk space.
  const endless = join(root, 'interrupted', 'mail', 'endless.eml')
  mkdirSync(dirname(endless), { recursive: true })
  writeFileSync(endless, '')
  truncateSync(endless, 2 ** 38)
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const file = join(root, `${signal}.zip`)
    const command = run('interrupted', {}, ['admin', 'backup', file])
    await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(0))
    command.child.kill(signal)
    expect([await command.exited, command.output(), existsSync(file)]).toEqual([code, '', false])
  }
})
