import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

interface TestProxy {
  url: string
  cut(): void
  block(): Promise<void>
  unblock(): Promise<void>
  close(): Promise<void>
}

export async function startProxy(target: string): Promise<TestProxy> {
  const to = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      // Breaking one end of a connection breaks the other.
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const { port } = server.address() as { port: number }
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  async function block(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    cut()
    await closed
  }
  return { url: url.href, cut, block, unblock: async () => void (await listen(port)), close: block }
}
