import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/** The floor for a server of live connections: bare `ws` on `node:http`, no compression. */
const http = createServer()
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
sockets.on('connection', (socket) => socket.send('{"type":"nop"}'))
http.listen(0, '127.0.0.1', () => {
  const { port } = http.address() as { port: number }
  console.log(`The floor is ready at http://127.0.0.1:${port}`)
})
process.on('SIGTERM', () => process.exit(0))
