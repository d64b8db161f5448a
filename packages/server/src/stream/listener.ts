import type { ServerResponse } from 'node:http'
import type { WebSocket } from 'ws'
import type { Caller } from '../caller.ts'

/** A frame as bytes with a line end behind it, made once and shared by every listener: what waits for a slow reader costs no copy. */
export type FrameBytes = Buffer

export function frameBytes(frame: string): FrameBytes {
  return Buffer.from(`${frame}\n`)
}

/** One open stream, over a WebSocket or as lines of an answer that does not end. */
export interface Listener {
  owner: string
  /** Hash of the token that opened it. */
  token: string
  /** Whether the token was given to an app. */
  app: boolean
  /** Whether it asked for what changed beside each tickle. */
  delta: boolean
  /** Sends a frame. Does nothing once the stream has ended or its connection is gone. */
  send(frame: FrameBytes): void
  buffered(): number
  /** Ends the stream after what was sent. */
  end(): void
  /** Drops the connection and what still waits for it. */
  destroy(): void
}

/** A stream over a WebSocket. There are many, so none has functions of its own. */
export class Frames implements Listener {
  readonly owner: string
  readonly token: string
  readonly app: boolean
  readonly delta: boolean
  readonly webSocket: WebSocket

  constructor(caller: Caller, delta: boolean, webSocket: WebSocket) {
    this.owner = caller.account.iden
    this.token = caller.token
    this.app = caller.client !== null
    this.delta = delta
    this.webSocket = webSocket
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

/** A stream as lines of an answer. */
export class Lines implements Listener {
  readonly owner: string
  readonly token: string
  readonly app: boolean
  readonly delta: boolean
  readonly response: ServerResponse

  constructor(caller: Caller, delta: boolean, response: ServerResponse) {
    this.owner = caller.account.iden
    this.token = caller.token
    this.app = caller.client !== null
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

/** A socket that fails is closed, and `close` is heard of on its own. */
export function ignore(): void {}

const asText = { binary: false }
