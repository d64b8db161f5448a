import type { Socket } from 'node:net'
import { bodyLength } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bytesPerPage } from '../db/pages.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { openSocket } from './test-sockets.ts'

// Answers that are asked for and never read.

let server: TestServer
let token: string
let other: string
let push: string
const held = new Set<Socket>()
beforeAll(async () => {
  server = await startTestServer()
  server.app.http.server.on('connection', (socket: Socket) => {
    held.add(socket)
    socket.on('close', () => held.delete(socket))
  })
  token = (await server.signUp('alice@example.org')).token
  other = (await server.signUp('bob@example.org')).token
  await server.request('/v2/channels', { token, body: { tag: 'long', name: 'Long' } })
  for (let count = 0; count < 10; count++) {
    // Each character takes six bytes as JSON.
    const body = `.${'\u0001'.repeat(bodyLength - 1)}`
    await server.request('/v2/pushes', { token, body: { type: 'note', body, channel_tag: 'long' } })
    const { iden } = (await server.request('/v2/pushes', { token, body: { type: 'note', body } })).body
    push = iden
  }
})
afterAll(() => server.close())

test('many who read no answer hold little, whatever they asked for, and hold up nobody else', async () => {
  // Requests of a stranger, and those of an account that return no list. The kernel buffers the first responses of each connection.
  const requests = [
    `GET /v2/channel-info?tag=long HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    `GET /v2/pushes/${push} HTTP/1.1\r\nHost: localhost\r\nAccess-Token: ${token}\r\n\r\n`,
  ]
  const sockets: Socket[] = []
  for (const request of requests) {
    for (let count = 0; count < 22; count++) {
      const socket = await openSocket(server.origin)
      socket.pause()
      sockets.push(socket)
      socket.write(request.repeat(8))
    }
  }
  const unsent = () => [...held].filter(({ writableLength }) => writableLength > 0)
  await vi.waitFor(() => expect(unsent().length).toBeGreaterThan(24))
  for (let turns = 0; turns < 10; turns++) {
    expect((await server.request('/v2/users/me', { token: other })).status).toBe(200)
    expect(unsent().length).toBeLessThanOrEqual(32)
  }
  for (const socket of sockets) socket.destroy()
})

test('no answer is longer than a page, counted in bytes as they are sent', async () => {
  const sizes: Record<string, number> = {}
  const size = async (path: string, body?: object) => {
    const response = await fetch(server.origin + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'access-token': token, 'accept-encoding': 'identity' },
    })
    sizes[path] = (await response.arrayBuffer()).byteLength
  }
  await size('/v2/channel-info?tag=long')
  expect(sizes['/v2/channel-info?tag=long']).toBeLessThan(2 ** 20)
  await size('/v2/pushes')
  await size('/v2/pushes?limit=20')
  await size('/v2/history?conversation=self')
  await size('/v2/everything?modified_after=0')
  await size('/v2/sync', { cursor: '0' })
  await size('/v2/history/newest', { conversations: ['self'] })
  await size('/v2/history/latest', { conversations: ['self'] })
  expect(Object.entries(sizes).filter(([, bytes]) => bytes > 1.1 * bytesPerPage)).toEqual([])
})
