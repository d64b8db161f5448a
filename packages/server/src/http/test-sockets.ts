import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

/** Raw sockets for tests of the wire, to send what no HTTP client would. */

interface BareAnswer {
  status: number
  headers: Record<string, string>
  /** Parsed JSON, or the text of anything else. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

/** Opens a connection to a server, over TLS if its origin says so. */
export async function openSocket(origin: string): Promise<Socket> {
  const { protocol, port } = new URL(origin)
  const reach = { host: '127.0.0.1', port: Number(port) }
  const secure = protocol === 'https:'
  const socket = secure ? connectSecurely({ ...reach, rejectUnauthorized: false }) : connect(reach)
  socket.on('error', () => {})
  await once(socket, secure ? 'secureConnect' : 'connect')
  return socket
}

/** Sends bytes and returns the responses received until the connection closes or the expected number has arrived. */
export async function say(origin: string, bytes: string | Buffer, answers = 1): Promise<BareAnswer[]> {
  const socket = await openSocket(origin)
  const read = readAnswers(socket, answers)
  socket.write(bytes)
  const found = await read
  socket.destroy()
  return found
}

/** Parses responses with a `content-length` or without a body. */
export function readAnswers(socket: Socket, count: number): Promise<BareAnswer[]> {
  return new Promise((resolve) => {
    const found: BareAnswer[] = []
    let rest = Buffer.alloc(0)
    socket.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data])
      for (let taken = takeAnswer(rest); taken; taken = takeAnswer(rest)) {
        found.push(taken.answer)
        rest = rest.subarray(taken.length)
        if (found.length === count) resolve(found)
      }
    })
    socket.on('close', () => resolve(found))
  })
}

function takeAnswer(bytes: Buffer): { answer: BareAnswer; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const length = end + 4 + Number(headers['content-length'] ?? 0)
  if (bytes.length < length) return undefined
  const text = bytes.toString('utf8', end + 4, length)
  return { answer: { status: Number(first.split(' ')[1]), headers, body: parsed(text) }, length }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
