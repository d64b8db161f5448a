import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pieceBytes } from '@waypost/protocol'
import { afterAll, expect, test } from 'vitest'
import type { Json } from '../test-server.ts'

// Four times the allowed memory growth; the upload benchmark sends 1 GB.
const size = 2 ** 28 - 1_000
const maxGrowth = 64 * 2 ** 20

const folder = mkdtempSync(join(tmpdir(), 'waypost-resume-'))
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function run() {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env: { ...process.env, WAYPOST_PORT: '0', WAYPOST_DATA: folder, WAYPOST_PLANS: 'off', WAYPOST_LOG: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (output) => resolve(/ready at (\S+)/.exec(String(output))?.[1] as string))
    child.on('exit', (code) => reject(new Error(`It ended with ${code}.`)))
  })
  const call = async (path: string, body: object, token?: string) => {
    const headers = token ? { 'access-token': token } : undefined
    const answer = await fetch(origin + path, { method: 'POST', body: JSON.stringify(body), ...(headers ? { headers } : {}) })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Json
  }
  return { child, origin, call, exited }
}

function peakMemory({ pid }: ChildProcess): number {
  const status = `/proc/${pid}/status`
  return existsSync(status) ? Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]) * 1024 : 0
}

/** Each piece is different, so that none can take another's place. */
function piece(index: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.min(pieceBytes, size - index * pieceBytes))
  bytes.fill(index + 1)
  return bytes
}

async function send(url: string, index: number): Promise<void> {
  expect((await fetch(url, { method: 'POST', body: piece(index) })).status).toBe(200)
}

test('API-034 API-035 API-036 PUSH-030 an upload of 256 MB with the server killed half-way goes on where it was; memory stays flat', async () => {
  const first = await run()
  const granted = await first.call('/provider/local/sign-up', { email: 'a@example.org', password: 'correct horse' })
  const { api_key: token } = await first.call('/v2/authenticate', { type: 'local', access_token: granted.access_token })
  const upload = await first.call('/v3/start-upload', { name: 'film.bin', size }, token)
  const count = upload.piece_urls.length
  expect(count).toBe(Math.ceil(size / pieceBytes))
  const half = Math.floor(count / 2)
  for (let index = 0; index < half; index++) await send(upload.piece_urls[index], index)

  // One more is in flight when the power fails.
  const cut = request(upload.piece_urls[half], { method: 'POST', headers: { 'content-length': pieceBytes } })
  const lost = new Promise((resolve) => cut.on('error', resolve))
  await new Promise<void>((resolve) => cut.write(piece(half).subarray(0, 1_000_000), () => resolve()))
  first.child.kill('SIGKILL')
  await Promise.all([first.exited, lost])

  const second = await run()
  const resumed = await second.call('/v3/get-upload', { id: upload.id }, token)
  expect(resumed.pieces_done).toEqual(Array.from({ length: half }, (_, index) => index))
  let before = 0
  for (let index = count - 1; index >= half; index--) {
    await send(resumed.piece_urls[index], index)
    if (index === count - 5) before = peakMemory(second.child)
  }
  const { file_url } = await second.call('/v3/finish-upload', { id: upload.id }, token)

  const wanted = createHash('sha256')
  for (let index = 0; index < count; index++) wanted.update(piece(index))
  const found = createHash('sha256')
  const answer = await fetch(file_url)
  expect(answer.headers.get('content-length')).toBe(String(size))
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) found.update(chunk)
  expect(found.digest('hex')).toBe(wanted.digest('hex'))
  expect(peakMemory(second.child) - before).toBeLessThan(maxGrowth)
  second.child.kill('SIGTERM')
  expect(await second.exited).toBe(0)
})
