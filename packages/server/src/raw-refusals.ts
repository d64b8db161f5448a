import { type ServerResponse, STATUS_CODES } from 'node:http'
import { Refusal, refusalBody } from '@waypost/protocol'

// Refusals of what never became a request that fastify looks up, in the shape of all others.

/** What Node.js says of a connection that it cannot read. */
export interface Fault extends Error {
  code?: string
  /** The bytes that it read last, and how many of them it understood. */
  rawPacket?: Buffer
  bytesParsed?: number
}

/** Why a connection that does not speak HTTP is refused; undefined when it is gone. */
export function refusalOfFault({ code = '', rawPacket, bytesParsed = 0 }: Fault): Refusal | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers_too_large')
  if (code === 'HPE_INVALID_METHOD' && rawPacket) {
    const line = rawPacket.toString('latin1', rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1, bytesParsed + 64)
    if (/^[A-Z]{2,32} \S/.test(line)) return notAllowed()
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request_timeout')
  return code.startsWith('HPE_') ? new Refusal('invalid_request', 'The request is not valid HTTP.') : undefined
}

export const notAllowed = () => new Refusal('method_not_allowed', 'This server does not know this method.')

/** Answers a request that no route was looked up for. */
export function answerRefusal(response: ServerResponse, refusal: Refusal): void {
  const { head, body } = refusalParts(refusal)
  response.writeHead(refusal.status, head).end(body)
}

/** A refusal as the bytes of a whole answer, for a connection that there is no request for. `more` are headers beside the usual ones. */
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
      ...(refusal.status === 405 && { allow: 'GET, HEAD, POST, DELETE, OPTIONS' }),
      ...(refusal.retryAfter !== undefined && { 'retry-after': String(refusal.retryAfter) }),
    },
    body,
  }
}
