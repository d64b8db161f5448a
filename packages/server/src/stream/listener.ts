import type { ServerResponse } from 'node:http'
import type { WebSocket } from 'ws'
import type { Caller } from '../caller.ts'

/** One open stream, over a WebSocket or as lines of an answer that does not end. */
export interface Listener {
  owner: string
  /** Hash of the token that opened it. */
  token: string
  /** Whether the token was given to an app. */
  app: boolean
  /** Whether it asked for what changed beside each tickle. */
  delta: boolean
  send(frame: string): void
  buffered(): number
  end(): void
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

  send(frame: string): void {
    this.webSocket.send(frame, ignore)
  }

  buffered(): number {
    return this.webSocket.bufferedAmount
  }

  end(): void {
    this.webSocket.close(1000)
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

  send(frame: string): void {
    this.response.write(`${frame}\n`)
  }

  buffered(): number {
    return this.response.writableLength
  }

  end(): void {
    this.response.end()
  }
}

/** A socket that fails is closed, and `close` is heard of on its own. */
export function ignore(): void {}
