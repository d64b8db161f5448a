import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect, type TLSSocket } from 'node:tls'
import { WebSocket } from 'ws'
import type { Json } from '../test-server.ts'

// Speaks to a server of this machine over HTTPS, by the name in its certificate.

interface Answer {
  status: number | undefined
  headers: IncomingMessage['headers']
  text: string
  /** The serial number of the server's certificate. */
  serial: string
}

/** Requests by one name, which check the certificate against a root. */
export function secureClient(port: number, domain: string, ca: string) {
  const reach = { host: '127.0.0.1', port, servername: domain, ca, agent: false } as const

  async function open(path: string, body?: object, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    const sent = request({ ...reach, path, method: body ? 'POST' : 'GET', headers: { host: domain, ...headers } })
    sent.end(body && JSON.stringify(body))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response
  }

  async function ask(path: string, body?: object, headers?: Record<string, string>): Promise<Answer> {
    const response = await open(path, body, headers)
    const serial = (response.socket as TLSSocket).getPeerX509Certificate()?.serialNumber ?? ''
    const pieces = await response.toArray()
    return { status: response.statusCode, headers: response.headers, text: Buffer.concat(pieces).toString(), serial }
  }

  return {
    ask,
    /** Signs up and signs in. */
    async signUp(email: string): Promise<string> {
      const granted = JSON.parse((await ask('/provider/local/sign-up', { email, password: 'a password for tests' })).text) as Json
      const account = await ask('/v2/authenticate', { type: 'local', access_token: granted.access_token })
      return (JSON.parse(account.text) as Json).api_key
    },
    /** The serial number of the certificate that a new connection gets. @throws when the handshake fails */
    async serial(): Promise<string> {
      const socket = connect(reach)
      await once(socket, 'secureConnect')
      const { serialNumber = '' } = socket.getPeerX509Certificate() ?? {}
      socket.destroy()
      return serialNumber
    },
    /** Opens a live stream over a WebSocket, and one as lines; resolves once both are live. */
    async streams(token: string) {
      const socket = new WebSocket(`wss://127.0.0.1:${port}/websocket/${token}`, { ca, servername: domain })
      const lines = await open(`/streaming/${token}`)
      const frames = { socket: [] as string[], lines: [] as string[] }
      socket.on('message', (data) => frames.socket.push(String(data)))
      lines.on('data', (data: Buffer) => frames.lines.push(...data.toString().trim().split('\n')))
      await Promise.all([once(socket, 'message'), once(lines, 'data')])
      const closed: string[] = []
      socket.on('close', () => closed.push('socket'))
      lines.on('close', () => closed.push('lines'))
      return { frames, closed, close: () => [socket.terminate(), lines.destroy()] }
    },
  }
}
