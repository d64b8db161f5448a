import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { openSocket, readAnswers } from '../test-sockets.ts'
import { CountedRequest } from './paced.ts'

let server: TestServer
const sockets: Socket[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  return server.close()
})

const head = (more = '') => `POST /v2/authenticate HTTP/1.1\r\nHost: localhost\r\n${more}Transfer-Encoding: chunked\r\n\r\n`
const chunk = '1\r\na\r\n'
/** The number of chunks that one read from a connection returns. */
const atOnce = Math.floor(65_536 / chunk.length)

async function open(): Promise<Socket> {
  const socket = await openSocket(server.origin)
  sockets.push(socket)
  return socket
}

async function countChunks(work: (chunks: () => number) => Promise<void>): Promise<{ all: number; most: number }> {
  const { push } = CountedRequest.prototype
  let [all, most, inTurn] = [0, 0, 0]
  CountedRequest.prototype.push = function (this: IncomingMessage, bytes: unknown) {
    all++
    if (inTurn++ === 0) setImmediate(() => (inTurn = 0))
    most = Math.max(most, inTurn)
    return push.call(this, bytes)
  }
  try {
    await work(() => all)
  } finally {
    CountedRequest.prototype.push = push
  }
  return { all, most }
}

/** Sends the same bytes over concurrent connections, from a separate thread; returns the start of each response. */
async function sendFromOutside(connections: number, bytes: string): Promise<string[]> {
  const program = `
    const { connect } = require('node:net')
    const { once } = require('node:events')
    const { parentPort, workerData: { port, connections, bytes } } = require('node:worker_threads')
    const open = async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }
    Promise.all(Array.from({ length: connections }, open)).then(async (sockets) => {
      const answers = sockets.map(async (socket) => String((await once(socket, 'data'))[0]).slice(0, 12))
      for (const socket of sockets) socket.write(bytes)
      parentPort.postMessage(await Promise.all(answers))
      for (const socket of sockets) socket.destroy()
    })`
  const port = Number(new URL(server.origin).port)
  const sender = new Worker(program, { eval: true, workerData: { port, connections, bytes } })
  // Both may come in one turn.
  const [[answers]] = await Promise.all([once(sender, 'message'), once(sender, 'exit')])
  return answers
}

test('chunks of a byte over 60 connections together are read in many turns of the event loop', async () => {
  const { all, most } = await countChunks(async () => {
    const answers = await sendFromOutside(60, `${head()}${chunk.repeat(2 * atOnce)}0\r\n\r\n`)
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 415']))
  })
  expect(all).toBeGreaterThanOrEqual(60 * 2 * atOnce)
  expect(most).toBeLessThan(10 * atOnce)
})

test('a connection that sends little is answered before the chunks of many others of its network are read', async () => {
  const others = await Promise.all(Array.from({ length: 30 }, open))
  const { all } = await countChunks(async (chunks) => {
    const answers = others.map((socket) => readAnswers(socket, 1))
    for (const socket of others) socket.write(`${head()}${chunk.repeat(4 * atOnce)}0\r\n\r\n`)
    const socket = await open()
    const answer = readAnswers(socket, 1)
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect((await answer)[0]?.status).toBe(200)
    expect(chunks()).toBeLessThan((30 * 4 * atOnce) / 2)
    await Promise.all(answers)
  })
  expect(all).toBeGreaterThanOrEqual(30 * 4 * atOnce)
})

test('what had to wait arrives whole and in order', async () => {
  const text = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('')
  const person = (await server.signUp('chunks@example.org')).token
  const json = JSON.stringify({ type: 'note', body: text })
  const bytes = [...json].map((letter) => `1\r\n${letter}\r\n`).join('')
  const crowd = await Promise.all(Array.from({ length: 10 }, open))
  const answers = crowd.map((socket) => readAnswers(socket, 1))
  for (const socket of crowd)
    socket.write(
      `POST /v2/pushes HTTP/1.1\r\nHost: localhost\r\nAccess-Token: ${person}\r\nTransfer-Encoding: chunked\r\n\r\n${bytes}0\r\n\r\n`,
    )
  for (const [answer] of await Promise.all(answers)) expect([answer?.status, answer?.body.body === text]).toEqual([200, true])
})
