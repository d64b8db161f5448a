import { once } from 'node:events'
import { connect as connectPlainly } from 'node:net'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSocket, readAnswers } from '../http/test-sockets.ts'
import { everyAddress } from './settings.ts'
import { secureDomain, startSecureServer } from './test-secure.ts'

// The server behind TLS. Rules for every connection are tested in http/connections.test.ts, over TLS too.

let server: Awaited<ReturnType<typeof startSecureServer>>
beforeAll(async () => {
  server = await startSecureServer()
})
afterAll(() => server.close())

const port = ({ origin } = server) => Number(new URL(origin).port)
const startHurried = (headers: number) => startSecureServer({}, { connectionLimits: { headers, every: 10 } })

test('every answer over HTTPS tells browsers to stay with it: pages, calls, refusals and live streams', async () => {
  const { token } = await server.signUp('alice@example.org')
  const paths = ['/', '/healthz', '/v2/users/me', '/v2/nothing', '/nothing.txt']
  const answers = await Promise.all(paths.map((path) => server.client.ask(path)))
  const socket = await openSocket(server.origin)
  const read = once(socket, 'data')
  socket.write(`GET /streaming/${token} HTTP/1.1\r\nHost: ${secureDomain}\r\n\r\n`)
  expect(answers.map(({ headers }) => headers['strict-transport-security'])).toEqual(paths.map(() => 'max-age=15552000'))
  expect(String((await read)[0])).toContain('strict-transport-security: max-age=15552000\r\n')
  socket.destroy()
})

test('a handshake that is not begun, or not finished, is ended after as long as headers may take', async () => {
  const begin = (at: typeof server, begun: string) => {
    const socket = connectPlainly(port(at), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(Buffer.from(begun, 'hex'))
    return socket.resume()
  }
  const [hurried, patient] = [await startHurried(400), await startHurried(3_600_000)]
  for (const begun of ['', '1603010200']) {
    const waits = begin(patient, begun)
    await once(patient.app.http.server, 'connection')
    await once(begin(hurried, begun), 'close')
    expect([begun, waits.closed]).toEqual([begun, false])
  }
  await hurried.close()
  await patient.close()
})

test('a connection that sends no request after its handshake is ended', async () => {
  const own = await startHurried(1_500)
  const socket = await openSocket(own.origin)
  const [answer] = await readAnswers(socket, 1)
  expect(answer?.status).toBe(408)
  await own.close()
})

test('plain HTTP at the port of HTTPS ends the connection', async () => {
  const socket = connectPlainly(port(), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET / HTTP/1.1\r\nHost: ${secureDomain}\r\n\r\n`)
  const pieces: Buffer[] = []
  socket.on('data', (data: Buffer) => pieces.push(data))
  await once(socket, 'close')
  expect(Buffer.concat(pieces).toString('latin1')).not.toContain('HTTP/')
})

test('TLS 1.1 is refused, 1.2 and 1.3 are not, every name gets the one certificate, and HTTP is 1.1', async () => {
  const shake = async (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3', servername = secureDomain) => {
    // OpenSSL refuses old versions by default unless configured to be weak.
    const weak = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const
    const options = { servername, rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] }
    const socket = connect({ host: '127.0.0.1', port: port(), ...options, ...weak })
    await once(socket, 'secureConnect')
    const seen = [socket.getPeerX509Certificate()?.checkHost(secureDomain), socket.alpnProtocol]
    socket.destroy()
    return seen
  }
  await expect(shake('TLSv1.1')).rejects.toThrow()
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) expect(await shake(version)).toEqual([secureDomain, 'http/1.1'])
  expect(await shake('TLSv1.3', 'other.example.org')).toEqual([secureDomain, 'http/1.1'])
})

test('a server on all addresses sees the IPv4 address of a caller as such', async () => {
  const own = await startSecureServer({ WAYPOST_HOST: everyAddress() })
  const { token } = await own.signUp('admin@example.org')
  const message = { reply_to: 'admin@example.org', subject: 'Message from Ada', body: 'Hello' }
  await own.request('/v2/error-report', { token, body: message })
  const { reports } = (await own.request('/v3/admin/reports', { token })).body
  const report = (await own.request(`/v3/admin/reports/${reports[0].iden}`, { token })).body
  expect(report).toMatchObject({ address: '127.0.0.1' })
  await own.close()
})

test('connections whose handshake is not finished do not hold the server up when it stops', async () => {
  // By default, the handshake would outlast the test.
  const own = await startHurried(3_600_000)
  const socket = connectPlainly(port(own), '127.0.0.1')
  socket.on('error', () => {})
  await once(own.app.http.server, 'connection')
  const closed = once(socket, 'close')
  await own.close()
  await closed
})
