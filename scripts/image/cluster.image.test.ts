import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../engines.ts'
import { root } from '../prepare.mjs'
import { images } from './images.ts'
import { podman } from './podman.ts'
import { call, compose, healthy, inspect, originOf, sendNote, signUp } from './test-containers.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-cluster-'))
const file = join(folder, 'compose.cluster.yaml')
const project = '--project-name=cluster'
const engines = ['cluster_postgres_1', 'cluster_nats_1', 'cluster_s3_1'] as const
const [one, two, balancer] = ['cluster_node-1_1', 'cluster_node-2_1', 'cluster_balancer_1'] as const
let ports: { http: number; https: number }
let token: string

beforeAll(async () => {
  ports = { http: await freePort(), https: await freePort() }
  cpSync(join(root, 'deploy'), folder, { recursive: true })
  const settings = {
    // The balancer is its own certificate authority for this name.
    DOMAIN: 'localhost',
    HTTP_PORT: `127.0.0.1:${ports.http}`,
    HTTPS_PORT: `127.0.0.1:${ports.https}`,
    POSTGRES_PASSWORD: crypto.randomUUID(),
    NATS_PASSWORD: crypto.randomUUID(),
    // The only key of the test store.
    S3_KEY: 'S3RVER',
    S3_SECRET: 'S3RVER',
    WAYPOST_IMAGE: images.waypost,
    ...Object.fromEntries(['CADDY', 'POSTGRES', 'NATS', 'S3'].map((name) => [`${name}_IMAGE`, images.engines])),
  }
  writeFileSync(
    join(folder, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  // podman-compose does not wait for conditions: a node that finds no database exits and is restarted.
  await compose(file, project, 'up', '--detach')
  await Promise.all([...engines, one, two].map(healthy))
  await healthy(balancer)
  token = await signUp(await originOf(one), 'ana@example.org')
})

afterAll(async () => {
  await compose(file, project, 'down', '--volumes')
})

/** @returns the frames received so far, and a function that closes it */
async function openStream(origin: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/websocket/${token}?delta=1`)
  const frames: string[] = []
  socket.on('message', (frame) => frames.push(String(frame)))
  await new Promise((done, fail) => socket.once('open', done).once('error', fail))
  return { frames, close: () => socket.close() }
}

/** Sends an HTTPS request to the balancer. Its certificate comes from its own authority, which it keeps in its volume. */
async function balanced(path: string): Promise<{ status: number | undefined; body: string }> {
  const ca = await podman('exec', balancer, 'cat', '/data/caddy/pki/authorities/local/root.crt')
  return new Promise((done, fail) => {
    const options = { host: 'localhost', port: ports.https, path, ca, headers: { 'access-token': token } }
    const asked = request(options, (response) => {
      let body = ''
      response.on('data', (text) => (body += text)).once('end', () => done({ status: response.statusCode, body }))
    })
    asked.once('error', fail).end()
  })
}

test('a push to one node is seen in a stream that is open at the other one', async () => {
  const stream = await openStream(await originOf(two))
  const { status } = await sendNote(await originOf(one), token, 'across two nodes')
  expect(status).toBe(200)
  await vi.waitFor(() => expect(stream.frames.join()).toContain('across two nodes'))
  stream.close()
})

test('a file that one node takes is served by the other one', async () => {
  const [at, other] = [await originOf(one), await originOf(two)]
  const asked = await call(at, '/v2/upload-request', token, { file_name: 'a.txt', file_type: 'text/plain' })
  const { upload_url, file_url } = asked.body
  const form = new FormData()
  form.append('file', new Blob(['kept in the store']), 'a.txt')
  // These addresses point to the balancer.
  const uploaded = await fetch(at + new URL(upload_url).pathname + new URL(upload_url).search, { method: 'POST', body: form })
  expect(uploaded.status).toBe(204)
  await call(at, '/v2/pushes', token, { type: 'file', file_name: 'a.txt', file_type: 'text/plain', file_url })
  const served = await fetch(other + new URL(file_url).pathname + new URL(file_url).search)
  expect([served.status, await served.text()]).toEqual([200, 'kept in the store'])
})

test('the balancer serves both nodes by HTTPS, keeps figures to itself, and misses no request while a node restarts', async () => {
  expect(await balanced('/healthz')).toEqual({ status: 200, body: '{"status":"ok"}' })
  expect((await balanced('/metrics')).status).toBe(404)
  let answered = 0
  const failed: unknown[] = []
  let done = false
  const asking = (async () => {
    while (!done) {
      const { status } = await balanced('/v2/users/me').catch((error) => ({ status: String(error) }))
      if (status === 200) answered++
      else failed.push(status)
    }
  })()
  await podman('stop', '--time=30', one)
  expect(await inspect(one, '.State.ExitCode')).toBe('0')
  const before = answered
  await vi.waitFor(() => expect(answered).toBeGreaterThan(before + 5))
  await podman('start', one)
  await healthy(one)
  done = true
  await asking
  expect(failed).toEqual([])
})

test('nobody outside reaches the engines, and they reach nothing', async () => {
  for (const container of engines) expect(await inspect(container, 'json .NetworkSettings.Ports')).not.toContain('HostPort')
  // The engines' network leads nowhere else: there is no default route, whose destination would be zero.
  const routes = await podman('exec', engines[0], 'cat', '/proc/net/route')
  expect(routes.split('\n').filter((line) => /^\w+\s+00000000\s/.test(line))).toEqual([])
})
