import { createServer, IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { PacedRequest } from './paced.ts'

/** Bytes that are read from a connection at once, and of a chunk of one byte. */
const readAtOnce = 65_536
const chunk = '1\r\na\r\n'

/** Sends a body in chunks of a byte. @returns its length as it arrived, and the most chunks of a turn of the event loop */
async function sendChunks(count: number, kind: typeof IncomingMessage): Promise<{ length: number; most: number }> {
  let [length, most, inTurn] = [0, 0, 0]
  const server = createServer({ IncomingMessage: kind }, (request, response) => {
    request.on('data', (bytes: Buffer) => {
      length += bytes.length
      if (inTurn++ === 0) setImmediate(() => (inTurn = 0))
      most = Math.max(most, inTurn)
    })
    request.on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket
      .on('close', () => resolve())
      .on('error', reject)
      .resume()
    const head = 'POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n'
    socket.write(`${head}${chunk.repeat(count)}0\r\n\r\n`)
  })
  server.close()
  return { length, most }
}

test('however small the chunks of a body are, one turn of the event loop reads no more of it than comes at once', async () => {
  const { length, most } = await sendChunks(60_000, PacedRequest)
  expect(length).toBe(60_000)
  expect(most).toBeLessThanOrEqual(Math.ceil(readAtOnce / chunk.length))
  // Without the pause it reads on: what this guards against is still so.
  expect((await sendChunks(60_000, IncomingMessage)).most).toBeGreaterThan(Math.ceil(readAtOnce / chunk.length))
})
