// Refusals on connections without a request known to fastify, in the same format as all others.

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Refusal, refusalBody } from '@waypost/protocol'
import { challengeTo } from './credentials.ts'

/** The error of Node.js for a connection that does not send valid HTTP. */
export interface Fault extends Error {
  code?: string
  rawPacket?: Buffer
  bytesParsed?: number
}

/** The refusal for invalid HTTP; undefined when the connection is closed. */
export function refusalOfFault({ code = '', rawPacket, bytesParsed = 0 }: Fault): Refusal | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers_too_large')
  if (code === 'HPE_INVALID_METHOD' && rawPacket) {
    const line = rawPacket.toString('latin1', rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1, bytesParsed + 64)
    if (/^[A-Z]{2,32} \S/.test(line)) return notAllowed()
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request_timeout')
  return code.startsWith('HPE_') ? new Refusal('invalid_request', 'The request is not valid HTTP.') : undefined
}

/** Why a request's host is missing or invalid (RFC 9112, 3.2); undefined if it is valid. */
export function faultOfHost({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) return 'The request has more than one Host header.'
  return hosts === 0 && httpVersion === '1.1' ? 'The request has no Host header.' : undefined
}

/** Why a request's address contradicts its Host header; undefined if they agree. */
export function faultOfAddress({ headers, url = '' }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return undefined
  if (url.startsWith('/') || url === '*' || !URL.canParse(url)) return undefined
  const { protocol, host } = new URL(url)
  const named = `${protocol}//${headers.host}`
  const same = URL.canParse(named) && new URL(named).host === host
  return same ? undefined : 'The Host header names another host than the address.'
}

export const notAllowed = () => new Refusal('method_not_allowed', 'This server does not know this method.')

/** Sends a refusal for a request that was not routed. */
export function answerRefusal(response: ServerResponse, refusal: Refusal): void {
  const { head, body } = refusalParts(refusal)
  response.writeHead(refusal.status, head).end(body)
}

/** A refusal as the text of a complete HTTP response. `more` are additional headers. */
export function refusalText(refusal: Refusal, more: Readonly<Record<string, string>> = {}): string {
  const { head, body } = refusalParts(refusal)
  const lines = Object.entries({ ...head, connection: 'close', ...more }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`
}

function refusalParts(refusal: Refusal): { head: Record<string, string>; body: string } {
  const body = JSON.stringify(refusalBody(refusal))
  return {
    head: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'access-control-allow-origin': '*',
      'cache-control': 'no-store, private',
      'x-content-type-options': 'nosniff',
      ...(refusal.status === 405 && { allow: 'GET, HEAD, POST, DELETE, OPTIONS' }),
      ...(refusal.retryAfter !== undefined && { 'retry-after': String(refusal.retryAfter) }),
    },
    body,
  }
}

/** Parses the address of a stream, `/websocket/{token}` and the like, with or without `?delta=1`. */
export function readStreamUrl(url: string, kinds: readonly string[]): { token: string; delta: boolean } | undefined {
  const [path = '', query] = url.split('?', 2)
  const [, kind, token, ...rest] = path.replace(/\/$/, '').split('/')
  if (!kind || !kinds.includes(kind) || !token || rest.length > 0) return undefined
  try {
    return { token: decodeURIComponent(token), delta: new URLSearchParams(query).get('delta') === '1' }
  } catch {
    return undefined
  }
}

/** Answers an upgrade with a refusal, and with the WebSocket version that the server supports (RFC 6455, 4.4). */
export function refuseUpgrade(socket: Duplex, refusal: Refusal, { headers }: IncomingMessage): void {
  socket.end(refusalText(refusal, { 'sec-websocket-version': '13', ...(refusal.status === 401 && challengeTo(headers)) }))
}
