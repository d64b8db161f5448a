import { once } from 'node:events'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { people } from './accounts.ts'
import type { Figure } from './figure.ts'
import { type Program, serverBundle, startProgram } from './program.ts'

const connections = 4_000
const budget = 1.25

/** Resident memory per idle live connection in bytes, compared to bare `ws`. Each connection belongs to a different account. */
export async function idleMemory(): Promise<Figure> {
  const crowd = people(connections)
  await using server = await startProgram(serverBundle, crowd.prepare)
  await using floor = await startProgram(join(import.meta.dirname, 'floor/sockets.ts'))
  const own = await bytesEach(server, (index) => `/websocket/${(crowd.people[index] as { token: string }).token}`)
  const bare = await bytesEach(floor, () => '/')
  const times = own / bare
  return {
    what: 'memory per idle live connection, against bare ws',
    measured: `${(own / 1024).toFixed(1)} KB a connection, ${connections} connections of as many accounts`,
    floor: `${(bare / 1024).toFixed(1)} KB`,
    figure: `${times.toFixed(2)} times`,
    budget: `at most ${budget} times`,
    met: times <= budget,
    values: { 'KB each': own / 1024, 'floor KB each': bare / 1024, times },
  }
}

/** Resident memory per open WebSocket in bytes. Each one sends a message when it opens. */
export async function bytesEach(program: Program, path: (index: number) => string, count = connections): Promise<number> {
  const open = async (from: number, to: number) => {
    const sockets: WebSocket[] = []
    for (let index = from; index < to; index++) {
      const socket = new WebSocket(program.origin.replace('http', 'ws') + path(index), { perMessageDeflate: false })
      sockets.push(socket)
      if (index % 100 === 99) await Promise.all(sockets.slice(-100).map((opening) => once(opening, 'message')))
    }
    return sockets
  }
  // The first hundred warm up code, caches and the allocator.
  const warm = await open(0, 100)
  const before = await program.memory()
  const sockets = await open(100, count)
  const after = await program.memory()
  for (const socket of [...warm, ...sockets]) socket.terminate()
  return (after - before) / (count - 100)
}
