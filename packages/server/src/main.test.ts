import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { call, programs, signUp } from './test-program.ts'

const { root, run, close } = programs()
afterAll(close)

test('one line says that it is ready, one how a phone gets there, and it stops at once when it is told to', async () => {
  const server = run('plain')
  const origin = await server.ready
  expect(server.output()).toBe(
    `Waypost is ready at ${origin}\nOnly this computer reaches it. For your phone, stop it (Ctrl C) and run: npm start -- network\n`,
  )
  expect(await call(origin, '/healthz', undefined)).toEqual({ status: 200, body: { status: 'ok' } })
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

test('it ends when it is told to while it still starts, also where a signal ends nothing by itself', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.on('listening', resolve))
  const { port } = silent.address() as { port: number }
  const connected = new Promise((resolve) => silent.on('connection', resolve))
  const server = run('starting', { WAYPOST_DATABASE_URL: `postgres://waypost@127.0.0.1:${port}/waypost` })
  await connected
  server.child.kill('SIGTERM')
  // It exits by itself, with a code: a program killed by a signal has none.
  expect(await server.exited).toBe(0)
  silent.close()
})

test('a port that is taken: one sentence that says what to do, exit code 1', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.on('listening', resolve))
  const { port } = taken.address() as { port: number }
  const server = run('taken', { WAYPOST_PORT: String(port) })
  expect(await server.exited).toBe(1)
  expect(server.output()).toBe(
    `Port ${port} is taken. Stop what uses it, or set WAYPOST_PORT to another port (0 = any free one).\n`,
  )
  taken.close()
})

test('a data folder that cannot be written: one sentence that says what to do, exit code 1', async () => {
  // A file in the way stands for every kind of unusable folder: write permissions don't stop an administrator.
  mkdirSync(join(root, 'blocked'))
  writeFileSync(join(root, 'blocked', 'file'), '')
  const server = run(join('blocked', 'file', 'data'))
  expect(await server.exited).toBe(1)
  expect(server.output()).toMatch(/^The data folder .+ cannot be written\. .+ set WAYPOST_DATA to another folder\.\n$/)
})

test('a data folder that is in use, or holds something else: one sentence, exit code 1', async () => {
  const first = run('shared')
  await first.ready
  const second = run('shared')
  expect(await second.exited).toBe(1)
  expect(second.output()).toMatch(/^The folder .+ is in use by another Waypost server\. .+\.\n$/)
  first.child.kill('SIGKILL')
  await first.exited

  // Another program that only inspects the lock, and keeps doing so.
  const reader = new DatabaseSync(join(root, 'shared', 'lock.db'))
  reader.exec('BEGIN')
  reader.prepare('SELECT COUNT(*) FROM sqlite_schema').get()
  const kept = run('shared')
  expect(await kept.exited).toBe(1)
  const who = process.platform === 'linux' ? `process ${process.pid} \\(.+\\)` : '.+'
  expect(kept.output()).toMatch(
    new RegExp(`^The folder .+ cannot be locked for this server: ${who} is reading its file lock\\.db\\. Stop it, .+\\.\n$`),
  )
  reader.close()

  mkdirSync(join(root, 'other'))
  writeFileSync(join(root, 'other', 'waypost.db'), 'not a database, and long enough to be looked at. '.repeat(50))
  const third = run('other')
  expect(await third.exited).toBe(1)
  expect(third.output()).toMatch(/^The data in .+ cannot be opened .+\.\n$/)
})

test('a setting that cannot be: one sentence that names it, exit code 1', async () => {
  const server = run('setting', { WAYPOST_PORT: 'eighty' })
  expect(await server.exited).toBe(1)
  expect(server.output()).toBe("WAYPOST_PORT is 'eighty'; set it to a whole number from 0 to 65535.\n")
})

test('with HTTPS of its own, it warns of proxies that are trusted beside it, and only of those', async () => {
  const ports = { WAYPOST_HTTPS_PORT: '0', WAYPOST_HTTP_PORT: '0', WAYPOST_HOST: '127.0.0.1' }
  // Nothing listens there, so there is no certificate.
  const settings = { ...ports, WAYPOST_DOMAIN: 'push.example.org', WAYPOST_ACME_DIRECTORY: 'https://127.0.0.1:9/directory' }
  const warning = /^WAYPOST_TRUST_PROXY is set with WAYPOST_DOMAIN: .+\.$/m
  for (const [proxies, warns] of [
    ['uniquelocal', true],
    ['', false],
  ] as const) {
    const server = run('proxies', { ...settings, WAYPOST_TRUST_PROXY: proxies })
    await server.ready
    server.child.kill('SIGTERM')
    expect([await server.exited, proxies, warning.test(server.output())]).toEqual([0, proxies, warns])
  }
})

test('kill -9 while 50 connections create pushes: every acknowledged push is there afterwards, none twice', async () => {
  const first = run('crash')
  const origin = await first.ready
  const token = await signUp(origin)
  const acknowledged = new Map<string, string>()
  let killed = false
  const connections = Array.from({ length: 50 }, async (_, connection) => {
    for (let count = 0; !killed; count++) {
      const guid = `${connection}-${count}`
      try {
        const { status, body } = await call(origin, '/v2/pushes', token, { type: 'note', body: guid, guid })
        if (status === 200) acknowledged.set(guid, body.iden)
      } catch {
        return
      }
      if (acknowledged.size >= 2_000 && !killed) {
        killed = true
        first.child.kill('SIGKILL')
      }
    }
  })
  await Promise.all(connections)
  await first.exited

  const second = run('crash')
  const again = await second.ready
  const found: { guid: string; iden: string }[] = []
  let cursor: string | undefined
  do {
    const { body } = await call(again, `/v2/pushes${cursor ? `?cursor=${cursor}` : ''}`, token)
    found.push(...body.pushes)
    cursor = body.cursor
  } while (cursor)
  const idens = new Map(found.map(({ guid, iden }) => [guid, iden]))
  expect(idens.size).toBe(found.length)
  for (const [guid, iden] of acknowledged) expect(idens.get(guid)).toBe(iden)

  // Interrupted pushes are resent under their guid, and stored once.
  const [guid, iden] = [...acknowledged][0] as [string, string]
  expect((await call(again, '/v2/pushes', token, { type: 'note', body: guid, guid })).body.iden).toBe(iden)
  second.child.kill('SIGTERM')
  expect(await second.exited).toBe(0)
})

test.runIf(process.platform === 'linux')('a data folder on a network file system is warned of at the start', async () => {
  // No test can mount a network file system, so Node.js reports one for every folder.
  const types = join(root, 'types.mjs')
  writeFileSync(
    types,
    `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { statfsSync } = fs
    fs.statfsSync = (path) => ({ ...statfsSync(path), type: 0x6969 })
    syncBuiltinESMExports()`,
  )
  const one = run('mounted', { NODE_OPTIONS: `--import=${types}` })
  await one.ready
  expect(one.output()).toContain(`The data folder ${join(root, 'mounted')} is on a network file system (NFS).`)
  one.child.kill('SIGTERM')
  await one.exited
})
