import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { WebSocket } from 'ws'
import { freePort } from '../test-ports.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'
import { selfSigned } from './test-certificate.ts'

// Talks to a server on this machine over HTTPS, by the name in its certificate.

interface Answer {
  status: number | undefined
  headers: IncomingMessage['headers']
  text: string
  serial: string
}

/** Requests under one name that verify the certificate against a root. */
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
    async signUp(email: string): Promise<string> {
      const granted = JSON.parse((await ask('/provider/local/sign-up', { email, password: 'a password for tests' })).text) as Json
      const account = await ask('/v2/authenticate', { type: 'local', access_token: granted.access_token })
      return (JSON.parse(account.text) as Json).api_key
    },
    async serial(): Promise<string> {
      const socket = connect(reach)
      await once(socket, 'secureConnect')
      const { serialNumber = '' } = socket.getPeerX509Certificate() ?? {}
      socket.destroy()
      return serialNumber
    },
    async streams(token: string) {
      const frames = { socket: [] as string[], lines: [] as string[] }
      // The types of ws omit that it passes options on to TLS.
      const socket = new WebSocket(`wss://127.0.0.1:${port}/websocket/${token}`, [], { ca, ...{ servername: domain } })
      const live = once(socket, 'message')
      socket.on('message', (data) => frames.socket.push(String(data)))
      const lines = await open(`/streaming/${token}`)
      lines.on('data', (data: Buffer) => frames.lines.push(...data.toString().trim().split('\n')))
      await Promise.all([live, once(lines, 'data')])
      const closed: string[] = []
      socket.on('close', () => closed.push('socket'))
      lines.on('close', () => closed.push('lines'))
      return { frames, closed, close: () => [socket.terminate(), lines.destroy()] }
    },
  }
}

/** A server with HTTPS and its own certificate, for rules that also apply over TLS. Its origin has the port it listens on. */
export async function startSecureServer(...[environment, options]: Parameters<typeof startTestServer>): Promise<SecureServer> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-secure-'))
  const own = selfSigned([secureDomain])
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  writeFileSync(files.certificate, own.certificate)
  writeFileSync(files.key, own.key)
  const [port, httpPort] = [await freePort(), await freePort()]
  const settings = {
    WAYPOST_DOMAIN: secureDomain,
    WAYPOST_HOST: '127.0.0.1',
    WAYPOST_HTTPS_PORT: String(port),
    WAYPOST_HTTP_PORT: String(httpPort),
    WAYPOST_TLS_CERT: files.certificate,
    WAYPOST_TLS_KEY: files.key,
  }
  const server = await startTestServer({ ...settings, ...environment }, { nodes: 1, ...options })
  const client = secureClient(port, secureDomain, own.certificate)
  return {
    ...server,
    client,
    files,
    plain: `http://127.0.0.1:${httpPort}`,
    get app() {
      return server.app
    },
    origin: `https://127.0.0.1:${port}`,
    async request(path, { token, body, headers } = {}) {
      const answer = await client.ask(path, body as object, { ...(token !== undefined && { 'access-token': token }), ...headers })
      return { status: answer.status ?? 0, body: answer.text && JSON.parse(answer.text), headers: new Headers() }
    },
    async signUp(email) {
      const token = await client.signUp(email)
      return { token, account: JSON.parse((await client.ask('/v2/users/me', undefined, { 'access-token': token })).text) }
    },
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The name in the certificate of `startSecureServer`. */
export const secureDomain = 'secure.example.org'

interface SecureServer extends TestServer {
  client: ReturnType<typeof secureClient>
  files: { certificate: string; key: string }
  /** The address of plain HTTP. */
  plain: string
}
