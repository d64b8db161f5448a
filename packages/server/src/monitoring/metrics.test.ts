// On the engines too: jobs are counted in SQL.

import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let admin: string
let other: string

beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.signUp('first@example.org')).token
  other = (await server.signUp('second@example.org')).token
})
afterAll(() => server.close())

async function figures(headers: Record<string, string> = {}): Promise<{ status: number; type: string | null; text: string }> {
  const response = await fetch(`${server.origin}/metrics`, { headers })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

function figureOf(text: string, name: string): number {
  const line = text.split('\n').find((line) => line.startsWith(`${name} `))
  return line === undefined ? Number.NaN : Number(line.slice(name.length + 1))
}

test('a node tells its requests, streams, pushes, jobs, delay and memory', async () => {
  const { port } = new URL(server.origin)
  const ask = (path: string, options: RequestInit) => fetch(`http://localhost:${port}${path}`, options)
  const headers = { 'access-token': admin }
  await ask('/v2/pushes', { method: 'POST', headers, body: '{"type":"note","body":"one"}' })
  await ask('/v2/pushes', { method: 'POST', headers, body: '{"type":"nonsense"}' })
  await ask('/v2/devices', {})
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${admin}`)
  await new Promise((resolve) => socket.once('message', resolve))

  const { status, type, text } = await figures()
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const requests = (call: string, status: number) => `waypost_request_seconds_count{call="${call}",status="${status}"}`
  expect(figureOf(text, requests('createPush', 200))).toBe(1)
  expect(figureOf(text, requests('createPush', 400))).toBe(1)
  expect(figureOf(text, requests('listDevices', 401))).toBe(1)
  expect(figureOf(text, `waypost_request_seconds_bucket{le="+Inf",call="createPush",status="200"}`)).toBe(1)
  expect(figureOf(text, `waypost_request_seconds_sum{call="createPush",status="200"}`)).toBeGreaterThan(0)
  expect(figureOf(text, 'waypost_pushes_created_total')).toBe(1)
  expect(figureOf(text, 'waypost_streams_open')).toBe(1)
  expect(figureOf(text, 'waypost_jobs{state="failed"}')).toBe(0)
  expect(figureOf(text, 'waypost_jobs{state="waiting"}')).toBeGreaterThanOrEqual(0)
  expect(figureOf(text, 'waypost_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThan(0)
  expect(figureOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(figureOf(text, 'process_cpu_seconds_total')).toBeGreaterThan(0)
  for (const line of text.split('\n')) expect(line).toMatch(/^($|# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[^}]*\})? [-+0-9.e]+)$/)
  socket.close()
})

test("figures are for programs on this machine and for administrators' tokens", async () => {
  expect((await figures()).status).toBe(200)
  // Requests through a proxy come from elsewhere, whatever they claim.
  const proxies: Record<string, string>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ]
  for (const headers of proxies) {
    expect((await figures(headers)).status).toBe(401)
    expect((await figures({ ...headers, 'access-token': other })).status).toBe(403)
    expect((await figures({ ...headers, authorization: `Bearer ${admin}` })).status).toBe(200)
  }
})
