import { once } from 'node:events'
import { Agent, request as ask } from 'node:http'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openSocket, readAnswers } from '../http/test-sockets.ts'
import { allPushes, call, programs, signUp } from '../test-program.ts'

// What happens to clients when the server is told to stop, and to its memory when a reader stops reading. Real processes.

const { run, close } = programs()
afterAll(close)

/** Posts on persistent connections; returns the status, or 0 if there was no response. */
function post(origin: string, agent: Agent, token: string, body: object): Promise<number> {
  return new Promise((resolve) => {
    const request = ask(`${origin}/v2/pushes`, { method: 'POST', agent, headers: { 'access-token': token } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
    })
    request.on('error', () => resolve(0))
    request.end(JSON.stringify(body))
  })
}

test('SIGTERM while 50 connections create pushes: every stored push is acknowledged, and no unacknowledged one is stored', async () => {
  const first = run('stop')
  const origin = await first.ready
  const token = await signUp(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const acknowledged = new Set<string>()
  let sent = 0
  let isStopped = false
  await Promise.all(
    Array.from({ length: 50 }, async (_, connection) => {
      for (let count = 0; ; count++) {
        const guid = `${connection}-${count}`
        sent++
        if ((await post(origin, agent, token, { type: 'note', body: guid, guid })) !== 200) return
        acknowledged.add(guid)
        if (acknowledged.size >= 1_000 && !isStopped) {
          isStopped = true
          first.child.kill('SIGTERM')
        }
      }
    }),
  )
  // By itself: if its time had run out, the code would be 1.
  expect(await first.exited).toBe(0)
  agent.destroy()

  const second = run('stop')
  const stored = (await allPushes(await second.ready, token)).map(({ guid }) => guid)
  expect(sent).toBeGreaterThan(1_000)
  expect(stored.filter((guid) => !acknowledged.has(guid))).toEqual([])
  expect([...acknowledged].filter((guid) => !stored.includes(guid))).toEqual([])
  second.child.kill('SIGTERM')
  expect(await second.exited).toBe(0)
})

test('SIGTERM tells streams to come back, takes no new connection, and waits for the body that is under way', async () => {
  const server = run('under-way')
  const origin = await server.ready
  const token = await signUp(origin)
  const stream = new WebSocket(`${origin.replace('http', 'ws')}/websocket/${token}`)
  const frames: string[] = []
  stream.on('message', (data) => frames.push(String(data)))
  await once(stream, 'message')
  const lines = await openSocket(origin)
  let text = ''
  lines.on('data', (data) => (text += data))
  lines.write(`GET /streaming/${token} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  while (!text.includes('nop')) await once(lines, 'data')
  // A silent connection doesn't delay the stop.
  await openSocket(origin)

  const body = JSON.stringify({ type: 'note', body: 'under way' })
  const socket = await openSocket(origin)
  const handlers = readAnswers(socket, 2)
  const begun = once(socket, 'data')
  const head = `Host: localhost\r\nAccess-Token: ${token}\r\nExpect: 100-continue\r\nContent-Length: ${body.length}`
  socket.write(`POST /v2/pushes HTTP/1.1\r\n${head}\r\n\r\n${body.slice(0, 5)}`)
  await begun
  server.child.kill('SIGTERM')
  await Promise.all([once(stream, 'close'), once(lines, 'close')])
  expect(frames.at(-1)).toBe('{"type":"reconnect"}')
  expect(text).toContain('{"type":"reconnect"}\n')
  expect((await once(connect(Number(new URL(origin).port), '127.0.0.1'), 'error'))[0].code).toBe('ECONNREFUSED')
  socket.write(body.slice(5))
  const [, answer] = await handlers
  expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' }, body: { body: 'under way' } })
  expect(await server.exited).toBe(0)
})

test('SIGTERM with a body that never ends, and readers that do not read: gone all the same', async () => {
  const server = run('hanging')
  const origin = await server.ready
  const token = await signUp(origin)
  for (let count = 0; count < 40; count++) await call(origin, '/v2/pushes', token, { type: 'note', body: 'x'.repeat(60_000) })
  const hanging = await openSocket(origin)
  hanging.write(`POST /v2/pushes HTTP/1.1\r\nHost: localhost\r\nAccess-Token: ${token}\r\nContent-Length: 100\r\n\r\n{`)
  const stuck = await openSocket(origin)
  stuck.pause()
  stuck.write(`GET /v2/pushes HTTP/1.1\r\nHost: localhost\r\nAccess-Token: ${token}\r\n\r\n`.repeat(20))
  await call(origin, '/healthz', undefined)
  server.child.kill('SIGTERM')
  await server.exited
})

test('60 lists of 60 kB pushes that one connection asks for and does not read cost little memory; read, they are all there', async () => {
  const server = run('memory')
  const origin = await server.ready
  const token = await signUp(origin)
  for (let count = 0; count < 120; count++) await call(origin, '/v2/pushes', token, { type: 'note', body: 'x'.repeat(60_000) })
  const resident = async () =>
    Number(/^process_resident_memory_bytes (\S+)$/m.exec(await (await fetch(`${origin}/metrics`)).text())?.[1])
  const before = await resident()
  const socket = await openSocket(origin)
  let text = ''
  let answers = 0
  socket.on('data', (data: Buffer) => {
    text += data.toString('latin1')
    answers += text.split('HTTP/1.1 200 OK').length - 1
    text = text.slice(-14)
  })
  socket.write(`GET /v2/pushes?limit=500 HTTP/1.1\r\nHost: localhost\r\nAccess-Token: ${token}\r\n\r\n`.repeat(60))
  await once(socket, 'data')
  socket.pause()
  let most = 0
  for (let look = 0; look < 30; look++) {
    await call(origin, '/v2/users/me', token)
    most = Math.max(most, await resident())
  }
  expect(most - before).toBeLessThan(150 * 2 ** 20)
  socket.resume()
  while (answers < 60) await once(socket, 'data')
  socket.destroy()
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})
