import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Json } from './test-server.ts'

// Runs the real program on disks that are full or refuse writes. Large engines keep their data elsewhere.

const root = mkdtempSync(join(tmpdir(), 'waypost-disk-'))
const running = new Set<ChildProcess>()
const mounted: string[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of mounted) execFileSync('umount', ['-l', folder])
  rmSync(root, { recursive: true, force: true })
})

/** Starts the program with a shell command in which `"$@"` is the program. */
async function run(folder: string, line = 'exec "$@"') {
  const child = spawn('sh', ['-c', line, 'sh', process.execPath, join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, WAYPOST_PORT: '0', WAYPOST_DATA: folder, WAYPOST_LOG: 'silent', WAYPOST_RATE_LIMIT: 'off' },
  })
  running.add(child)
  let output = ''
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const origin = await new Promise<string | undefined>((resolve) => {
    const hear = (text: Buffer) => {
      output += text
      const ready = /^Waypost is ready at (\S+)$/m.exec(output)?.[1]
      if (ready) resolve(ready)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('close', () => resolve(undefined))
  })
  const ask = async (path: string, token?: string, body?: object | string) => {
    const response = await fetch(path.startsWith('http') ? path : origin + path, {
      method: body ? 'POST' : 'GET',
      headers: token ? { 'access-token': token } : {},
      ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    })
    return { status: response.status, body: (await response.json()) as Json }
  }
  const signUp = async (): Promise<string> => {
    const { body } = await ask('/provider/local/sign-up', undefined, { email: 'a@example.org', password: 'correct horse' })
    return (await ask('/v2/authenticate', undefined, { type: 'local', access_token: body.access_token })).body.api_key
  }
  const remove = async (path: string, token: string) =>
    fetch(origin + path, { method: 'DELETE', headers: { 'access-token': token } })
  return { child, exited, output: () => output, ask, remove, signUp }
}

async function fill(ask: Awaited<ReturnType<typeof run>>['ask'], token: string) {
  for (let count = 0; count < 400; count++) {
    const { status, body } = await ask('/v2/pushes', token, { type: 'note', body: 'x'.repeat(60_000), guid: `g${count}` })
    if (status !== 200) return { refused: { status, body }, count }
  }
  throw new Error('The disk was never full.')
}

async function countPushes(ask: Awaited<ReturnType<typeof run>>['ask'], token: string): Promise<number> {
  let count = 0
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const { body } = await ask(`/v2/pushes?cursor=${encodeURIComponent(cursor)}`, token)
    count += body.pushes.length
    cursor = body.cursor
  }
  return count
}

describe.runIf(canMount())('a full disk', () => {
  test('answers 507 with a sentence, /healthz notices, reading goes on, and so does writing once there is room', async () => {
    const folder = mountSmall('full', '6m')
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(2 ** 20))
    const server = await run(folder)
    const token = await server.signUp()
    expect((await server.ask('/healthz')).status).toBe(200)
    const { refused, count } = await fill(server.ask, token)
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      507,
      'disk_full',
      'The server’s disk is full, so nothing was saved. Tell its operator.',
    ])
    await expect.poll(async () => (await server.ask('/healthz')).status).toBe(507)
    expect(await countPushes(server.ask, token)).toBe(count)

    rmSync(join(folder, 'ballast'))
    await expect.poll(async () => (await server.ask('/healthz')).status).toBe(200)
    const again = await server.ask('/v2/pushes', token, { type: 'note', body: 'there is room', guid: 'later' })
    expect(again.status).toBe(200)

    const { body: upload } = await server.ask('/v3/start-upload', token, { name: 'a', size: 5_000_000 })
    const piece = await server.ask(upload.piece_urls[0], undefined, 'x'.repeat(5_000_000))
    expect([piece.status, piece.body.error.code]).toEqual([507, 'disk_full'])
    await expect.poll(async () => (await server.ask('/healthz')).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  })

  test('deleting is possible on it, and makes room for other messages', async () => {
    const folder = mountSmall('deleting', '8m')
    const server = await run(folder)
    const token = await server.signUp()
    const { refused, count } = await fill(server.ask, token)
    expect([refused.status, refused.body.error.code]).toEqual([507, 'disk_full'])
    expect(count).toBeGreaterThan(20)
    const { body } = await server.ask('/v2/pushes?limit=15', token)
    for (const { iden } of body.pushes) expect((await server.remove(`/v2/pushes/${iden}`, token)).status).toBe(200)
    await expect.poll(async () => (await server.ask('/healthz')).status).toBe(200)
    for (let more = 0; more < 5; more++) {
      const again = await server.ask('/v2/pushes', token, { type: 'note', body: 'y'.repeat(60_000), guid: `more${more}` })
      expect(again.status).toBe(200)
    }
    expect(await countPushes(server.ask, token)).toBeGreaterThanOrEqual(count - 15 + 5)
  })

  test('a start says that the disk is full', async () => {
    const folder = mountSmall('start', '2m')
    for (const size of [2 ** 20, 2 ** 16, 2 ** 12]) {
      try {
        for (let count = 0; ; count++) writeFileSync(join(folder, `ballast-${size}-${count}`), Buffer.alloc(size))
      } catch {
        // That much no longer fitted.
      }
    }
    const server = await run(folder)
    expect(await server.exited).toBe(1)
    expect(server.output()).toBe(
      `The disk of the data folder ${folder} is full. Free some space and start again; nothing that was saved is lost.\n`,
    )
  })
})

test.skipIf(process.platform === 'win32')(
  'a disk that refuses to write is answered with a code and a sentence, nothing acknowledged is lost, and the process goes on',
  async () => {
    const folder = join(root, 'limited')
    // No file may exceed 4 MB: every later write to it fails.
    const server = await run(folder, 'ulimit -f 8192; exec "$@"')
    const token = await server.signUp()
    const { refused, count } = await fill(server.ask, token)
    expect([
      [503, 'unavailable'],
      [507, 'disk_full'],
    ]).toContainEqual([refused.status, refused.body.error.code])
    expect(refused.body.error.message).toMatch(/disk/)
    expect(await countPushes(server.ask, token)).toBe(count)
  },
)

test('data that is no database: the start says so, and does not speak of the disk', async () => {
  const folder = join(root, 'damaged')
  mkdirSync(folder)
  writeFileSync(join(folder, 'waypost.db'), Buffer.alloc(8_192, 'x'))
  const server = await run(folder)
  expect(await server.exited).toBe(1)
  expect(server.output()).toMatch(/^The data in .+ cannot be opened \(.+\)\. .+ restore a copy\.\n$/)
})

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  /** Everything in a folder that anyone but its owner may read, write or enter. */
  const open = (folder: string): string[] =>
    ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
      (name) => statSync(join(folder, name)).mode & 0o077,
    )

  test('and all that the server puts there is private under the most open mask, also an older folder that was not', async () => {
    const folder = join(root, 'private')
    const first = await run(folder, 'umask 000; exec "$@"')
    const token = await first.signUp()
    const { body: upload } = await first.ask('/v2/upload-request', token, { file_name: 'a.txt', file_type: 'text/plain' })
    const form = new FormData()
    form.append('file', new Blob(['hello']), 'a.txt')
    expect((await fetch(upload.upload_url, { method: 'POST', body: form })).status).toBe(204)
    await first.ask('/v2/pushes', token, { type: 'note', body: 'hi', email: 'friend@example.com' })
    await expect.poll(() => readdirSync(folder)).toContain('mail')
    await expect.poll(() => readdirSync(join(folder, 'mail')).length).toBe(1)
    await first.ask('/healthz')
    expect(readdirSync(folder)).toContain('waypost.db-wal')
    expect(open(folder)).toEqual([])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'waypost.db')).mode & 0o777).toBe(0o600)
    first.child.kill('SIGTERM')
    await first.exited

    chmodSync(folder, 0o755)
    for (const name of ['waypost.db', 'lock.db']) chmodSync(join(folder, name), 0o644)
    const second = await run(folder, 'umask 022; exec "$@"')
    expect((await second.ask('/healthz')).status).toBe(200)
    expect(open(folder)).toEqual([])
  })
})

function mountSmall(name: string, size: string): string {
  const folder = join(root, name)
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder])
  mounted.push(folder)
  return folder
}

/** Whether this account may mount: there is no other way to get a full disk. */
function canMount(): boolean {
  try {
    mountSmall('probe', '1m')
    return true
  } catch {
    return false
  }
}
