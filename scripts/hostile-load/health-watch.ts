// A separate process that requests `GET /healthz` continuously, one request after another on one connection, and reports each slow
// response.

import { connect, type Socket } from 'node:net'
import { type Span, sharedTime } from './shared-time.ts'

/** Milliseconds between a response and the next request, and from how many on a response is slow. */
const pause = 2
const slowFrom = 40

const port = Number(process.argv[2])
const asked = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'
let socket: Socket | undefined
let arrived: (() => void) | undefined

function open(): Socket {
  if (socket && !socket.destroyed && socket.writable) return socket
  socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  socket.on('data', () => arrived?.())
  socket.on('close', () => arrived?.())
  socket.on('error', () => {})
  return socket
}

async function ask(): Promise<void> {
  const start = sharedTime()
  await new Promise<void>((resolve) => {
    arrived = resolve
    open().write(asked)
  })
  const answer: Span = { start, end: sharedTime() }
  if (answer.end - answer.start >= slowFrom) process.send?.({ answer })
}

/** Ids of pending questions whether all earlier responses have been reported. */
let asking: unknown[] = []
process.on('message', (id) => asking.push(id))
process.on('disconnect', () => process.exit())

for (;;) {
  const told = asking
  asking = []
  await ask()
  for (const id of told) process.send?.({ id })
  await new Promise((resolve) => setTimeout(resolve, pause))
}
