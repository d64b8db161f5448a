import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { busInMemory } from '../bus/memory.ts'
import { type BoxChanged, boxSubject } from '../change.ts'
import { Hub, type HubOptions } from './hub.ts'

const caller = { account: { iden: 'a' }, token: 't', client: null, scopes: ['everything'] } as unknown as Parameters<
  Hub['streamLines']
>[0]
const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

async function startHub(options: Partial<HubOptions>) {
  const bus = busInMemory(() => {})
  const hub = new Hub({ bus, findCaller: async () => undefined, ...options })
  const connections = new Set<Socket>()
  const server = createServer((_request, response) => void hub.streamLines(caller, true, response))
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  endings.push(() => {
    hub.close()
    server.close()
    server.closeAllConnections()
  })
  async function open() {
    const socket = connect(port, '127.0.0.1')
    endings.push(() => socket.destroy())
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const reader = { socket, text: '' }
    socket.on('data', (data) => (reader.text += data))
    while (!reader.text.includes('nop')) await once(socket, 'data')
    return reader
  }
  return { bus, hub, connections, open }
}

const push = (bytes: number): BoxChanged => ({
  after: 1,
  modified: 2,
  objects: { pushes: [{ iden: 'p', active: true, created: 1, modified: 1, body: 'x'.repeat(bytes) }] },
})
const turn = () => new Promise((resolve) => setTimeout(resolve, 1))

test('every listener gets a nop within each turn of the clock', async () => {
  const { open } = await startHub({ nopEvery: 28 })
  const readers = await Promise.all(Array.from({ length: 5 }, open))
  const nops = (text: string) => text.split('{"type":"nop"}').length - 1
  while (!readers.every(({ text }) => nops(text) >= 3)) await turn()
})

test('a reader that does not read is told to come back, leaves at once, and its connection is dropped after the grace', async () => {
  const { bus, hub, connections, open } = await startHub({ grace: 50 })
  const { socket } = await open()
  socket.pause()
  const [connection] = connections
  while (hub.size > 0) {
    bus.publish(boxSubject('a'), push(100_000))
    await turn()
  }
  expect(connection?.writableLength).toBeLessThan(1_300_000)
  while (connections.size > 0) await turn()
})

test('many readers of one account that do not read hold no more than 16 MB between them', async () => {
  const { bus, hub, connections, open } = await startHub({ grace: 60_000 })
  const readers = await Promise.all(Array.from({ length: 64 }, open))
  for (const { socket } of readers) socket.pause()
  let most = 0
  while (hub.size > 0) {
    bus.publish(boxSubject('a'), push(20_000))
    await turn()
    most = Math.max(
      most,
      [...connections].reduce((sum, { writableLength }) => sum + writableLength, 0),
    )
  }
  expect(most).toBeLessThan(17 * 2 ** 20)
})
