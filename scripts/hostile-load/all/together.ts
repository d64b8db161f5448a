import { connect, type Socket } from 'node:net'
import { headOf, type RawRequest } from '../send.ts'

/** How long to wait for responses, and for all but the last byte of every request to be written, in milliseconds. */
const patience = 20_000
const written = 5_000

/** A caller's network address, as a proxy would report it; each caller has its own. */
export const networkOf = (caller: number): string => `198.51.${100 + (caller >> 8)}.${caller & 255}`

/**
 * Sends each request on its own connection: first all but the last byte of each, then the last bytes of all at once.
 * @returns the statuses, 0 where a connection ended without one
 */
export async function sendTogether(port: number, requests: readonly RawRequest[]): Promise<number[]> {
  const open = requests.map((request) => begin(port, request))
  const late = new Promise((resolve) => setTimeout(resolve, written).unref())
  await Promise.race([Promise.all(open.map(({ begun }) => begun)), late])
  for (const { end } of open) end()
  return Promise.all(open.map(({ status }) => status))
}

interface Open {
  /** Resolves once all but the last byte has left this process. */
  begun: Promise<unknown>
  end(): void
  status: Promise<number>
}

function begin(port: number, request: RawRequest): Open {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const head = Buffer.from(headOf(request), 'latin1')
  const all = request.body ? Buffer.concat([head, request.body]) : head
  let status = 0
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    if (status === 0) status = Number(bytes.toString('latin1', 9, 12))
  })
  const timer = setTimeout(() => socket.destroy(), patience)
  const answered = new Promise<number>((resolve) =>
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(status)
    }),
  )
  const begun = new Promise<unknown>((resolve) => {
    socket.write(all.subarray(0, -1), resolve)
    socket.on('close', resolve)
  })
  return { begun, end: () => socket.write(all.subarray(-1)), status: answered }
}
