import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { longestBlock } from '../../processor/test-blocks.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { openSocket, readAnswers } from '../test-sockets.ts'
import { HeldBodies } from './held-bodies.ts'

// Strangers' requests whose bodies end at the same moment.

const bodies = new HeldBodies()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, { bodies })
})
afterAll(() => server.close())

const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`
const multipart = Buffer.from(`${Array.from({ length: 1_999 }, (_, at) => part(`n${at}`)).join('')}--b--\r\n`)

const kept = 10

/** Sends requests whose bodies end together. @returns how long others waited for their turn, in milliseconds */
async function endTogether(count: number, body: Buffer, encoding?: string): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(server.origin)))
  const answers = sockets.map((socket) => readAnswers(socket, 1))
  const type = 'Content-Type: multipart/form-data; boundary=b\r\n'
  const head = `POST /v2/authenticate HTTP/1.1\r\nHost: localhost\r\n${type}${encoding ? `Content-Encoding: ${encoding}\r\n` : ''}`
  for (const socket of sockets) {
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`)
    socket.write(body.subarray(0, -kept))
  }
  await vi.waitFor(() => expect(bodies.bytes).toBeGreaterThanOrEqual(count * (body.length - kept)))
  const { block } = await longestBlock(async () => {
    for (const socket of sockets) socket.write(body.subarray(-kept))
    for (const [answer] of await Promise.all(answers))
      expect([answer?.status, answer?.body.error.code]).toEqual([400, 'invalid_param'])
  })
  for (const socket of sockets) socket.destroy()
  return block
}

/** How many end together. Without turns in between, others would wait for all of them. */
const together = 50

test('between two bodies of those that end together others have a turn, compressed ones too', async () => {
  for (const [body, encoding] of [[multipart], [gzipSync(multipart), 'gzip']] as const) {
    await endTogether(3, body, encoding)
    const one = Math.max(await endTogether(1, body, encoding), await endTogether(1, body, encoding))
    const all = await endTogether(together, body, encoding)
    expect([encoding, all, one, all < (together / 2) * one]).toEqual([encoding, expect.any(Number), expect.any(Number), true])
  }
})
