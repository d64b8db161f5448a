// Represents an open stream, as a WebSocket or as a response that does not end.

import type { ServerResponse } from 'node:http'
import type { Scope } from '@waypost/protocol'
import type { WebSocket } from 'ws'
import type { Caller } from '../caller.ts'

/** A serialized frame with a line break. All listeners share the buffer, so buffering it for a slow reader costs no copy. */
export type FrameBytes = Buffer

export function frameBytes(frame: string): FrameBytes {
  return Buffer.from(`${frame}\n`)
}

/** One open stream: a WebSocket, or a response that does not end. */
export interface Listener {
  owner: string
  /** Hash of the token that opened it. */
  token: string
  /** When the token expires, in microseconds; null if never. */
  expires: number | null
  /** Whether the token belongs to an OAuth client. */
  app: boolean
  /** The scopes of a token that may not see everything. */
  scopes: readonly Scope[] | undefined
  /** Whether tickles carry the changed objects. */
  delta: boolean
  /** Sends a frame. Does nothing once the stream has ended or its connection is closed. */
  send(frame: FrameBytes): void
  /** Bytes that are not yet written to the network. */
  buffered(): number
  /** Ends the stream after the frames sent so far. */
  end(): void
  /** Drops the connection with everything that is buffered for it. */
  destroy(): void
}

/** A stream over a WebSocket. There are many, so the methods are on the prototype. */
export class SocketListener implements Listener {
  readonly owner: string
  readonly token: string
  readonly expires: number | null
  readonly app: boolean
  readonly scopes: readonly Scope[] | undefined
  readonly delta: boolean
  readonly webSocket: WebSocket

  constructor(caller: Caller, delta: boolean, webSocket: WebSocket) {
    this.owner = caller.account.iden
    this.token = caller.token
    this.expires = caller.expires
    this.app = caller.client !== null
    this.scopes = caller.scopes.includes('everything') ? undefined : caller.scopes
    this.delta = delta
    this.webSocket = webSocket
    let left = mostFrames
    let renewed = Date.now()
    const count = () => {
      const now = Date.now()
      if (now - renewed >= framesWithin) [left, renewed] = [mostFrames, now]
      left--
      if (left === -1) webSocket.terminate()
    }
    for (const kind of ['message', 'ping', 'pong']) webSocket.on(kind, count)
    // Only the latest ping needs an answer (RFC 6455, 5.5.3), so those of a client that does not read are skipped.
    webSocket.on('ping', (data) => {
      if (webSocket.bufferedAmount < mostPongs && webSocket.readyState === webSocket.OPEN) webSocket.pong(data, false, ignore)
    })
  }

  send(frame: FrameBytes): void {
    if (this.webSocket.readyState === this.webSocket.OPEN) this.webSocket.send(frame.subarray(0, -1), asText, ignore)
  }

  buffered(): number {
    return this.webSocket.bufferedAmount
  }

  end(): void {
    this.webSocket.close(1000)
  }

  destroy(): void {
    this.webSocket.terminate()
  }
}

/** A stream as a response with one frame a line. */
export class ResponseListener implements Listener {
  readonly owner: string
  readonly token: string
  readonly expires: number | null
  readonly app: boolean
  readonly scopes: readonly Scope[] | undefined
  readonly delta: boolean
  readonly response: ServerResponse

  constructor(caller: Caller, delta: boolean, response: ServerResponse) {
    this.owner = caller.account.iden
    this.token = caller.token
    this.expires = caller.expires
    this.app = caller.client !== null
    this.scopes = caller.scopes.includes('everything') ? undefined : caller.scopes
    this.delta = delta
    this.response = response
  }

  send(frame: FrameBytes): void {
    if (!this.response.writableEnded && !this.response.destroyed) this.response.write(frame)
  }

  buffered(): number {
    return this.response.writableLength
  }

  end(): void {
    this.response.end()
  }

  destroy(): void {
    this.response.destroy()
  }
}

/** Frames that a client may send within so many milliseconds. It has nothing to say but that it is there. */
const mostFrames = 200
const framesWithin = 10_000

/** Unsent bytes from which on pings are not answered. */
const mostPongs = 16_384

/** For errors of connections that `close` reports as well. */
export function ignore(): void {}

const asText = { binary: false }
