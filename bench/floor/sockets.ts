import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/** The size of a frame in bytes, about that of a tickle with a short note. */
const frameSize = 600

/** The floor for a server of live connections: bare `ws` on `node:http`, without compression. Everything posted goes to every socket. */
const http = createServer(async (request, response) => {
  const text = String(Buffer.concat(await request.toArray()))
  const frame = Buffer.from(JSON.stringify({ text, rest: 'x'.repeat(frameSize) }))
  for (const socket of sockets.clients) socket.send(frame, { binary: false })
  response.end()
})
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
sockets.on('connection', (socket) => socket.send('{"type":"nop"}'))
http.listen(0, '127.0.0.1', () => {
  const { port } = http.address() as { port: number }
  console.log(`The floor is ready at http://127.0.0.1:${port}`)
})
process.on('SIGTERM', () => process.exit(0))
