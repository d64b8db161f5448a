import { connect } from 'node:net'
import { sharedTime } from './shared-time.ts'

/** A request, as it goes over the wire. */
export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
  /** Bytes per chunk if the body is sent without a length. */
  chunk?: number
}

export interface Answer {
  /** 0 where the connection ended without an answer. */
  status: number
  start: number
  end: number
}

/** Sends a request on its own connection and reads the response to its end, or for `patience` milliseconds. */
export function send(port: number, request: RawRequest, patience: number): Promise<Answer> {
  const start = sharedTime()
  return new Promise((resolve) => {
    let status = 0
    const socket = connect(port, '127.0.0.1')
    const timer = setTimeout(() => socket.destroy(), patience)
    socket.on('data', (bytes: Buffer) => {
      if (status === 0) status = Number(bytes.toString('latin1', 9, 12))
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ status, start, end: sharedTime() })
    })
    socket.write(headOf(request), 'latin1')
    if (request.body) socket.write(request.chunk === undefined ? request.body : chunked(request.body, request.chunk))
  })
}

export function headOf({ method, path, headers, body, chunk }: RawRequest): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: localhost', 'connection: close']
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body) lines.push(chunk === undefined ? `content-length: ${body.length}` : 'transfer-encoding: chunked')
  return `${lines.join('\r\n')}\r\n\r\n`
}

function chunked(body: Buffer, size: number): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size)
    parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}
