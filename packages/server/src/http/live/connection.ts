import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** A serialized frame. All listeners share its bytes, so buffering it for a slow reader costs no copy. */
export interface FrameBytes {
  /** As a WebSocket message including its header, so that a socket gets both in one write. */
  readonly message: Buffer
  readonly line: Buffer
}

/** The first byte of a text message in one frame. */
const wholeText = 0x81

/** Serializes a frame; a server does not mask its messages: https://www.rfc-editor.org/rfc/rfc6455#section-5.2 */
export function frameBytes(frame: string): FrameBytes {
  const length = Buffer.byteLength(frame)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const bytes = Buffer.allocUnsafe(head + length + 1)
  bytes[0] = wholeText
  bytes[1] = head === 2 ? length : head === 4 ? 126 : 127
  if (head === 4) bytes.writeUInt16BE(length, 2)
  if (head === 10) bytes.writeBigUInt64BE(BigInt(length), 2)
  bytes.write(frame, head)
  bytes.write('\n', head + length)
  return { message: bytes.subarray(0, -1), line: bytes.subarray(head) }
}

/** A connection that a stream writes to. There are many, so the methods are on the prototype. */
export interface LiveConnection {
  /** Sends a frame. Does nothing once the stream has ended or its connection is closed. */
  send(frame: FrameBytes): void
  /** Bytes that are not yet written to the network. */
  buffered(): number
  /** Resolves once the sent frames are written to the network, or the connection is closed. */
  drained(): Promise<void>
  /** Ends the stream after the frames sent so far. */
  end(): void
  /** Drops the connection and everything buffered for it. */
  destroy(): void
}

export class SocketConnection implements LiveConnection {
  readonly webSocket: WebSocket
  readonly socket: Duplex

  /**
   * @param socket the connection below the WebSocket, which holds nothing back as it compresses nothing: so frames that are written there
   *   keep their order with the pongs and the closing of the WebSocket, and count in its `bufferedAmount`
   */
  constructor(webSocket: WebSocket, socket: Duplex) {
    this.webSocket = webSocket
    this.socket = socket
    let left = mostFrames
    let renewed = Date.now()
    const count = () => {
      const now = Date.now()
      if (now - renewed >= framesWithin) [left, renewed] = [mostFrames, now]
      left--
      if (left === -1) webSocket.terminate()
    }
    for (const kind of ['message', 'ping', 'pong']) webSocket.on(kind, count)
    // Only the latest ping needs an answer (RFC 6455, 5.5.3), so pings of a client that doesn't read are skipped.
    webSocket.on('ping', (data) => {
      if (webSocket.bufferedAmount < mostPongs && webSocket.readyState === webSocket.OPEN) webSocket.pong(data, false, ignore)
    })
  }

  send(frame: FrameBytes): void {
    if (this.webSocket.readyState === this.webSocket.OPEN && this.socket.writable) this.socket.write(frame.message)
  }

  buffered(): number {
    return this.webSocket.bufferedAmount
  }

  drained(): Promise<void> {
    return drained(this.socket)
  }

  end(): void {
    this.webSocket.close(1000)
  }

  destroy(): void {
    this.webSocket.terminate()
  }
}

/** A response with one frame per line. */
export class ResponseConnection implements LiveConnection {
  readonly response: ServerResponse

  constructor(response: ServerResponse) {
    this.response = response
  }

  send(frame: FrameBytes): void {
    if (!this.response.writableEnded && !this.response.destroyed) this.response.write(frame.line)
  }

  buffered(): number {
    return this.response.writableLength
  }

  drained(): Promise<void> {
    return drained(this.response)
  }

  end(): void {
    this.response.end()
  }

  destroy(): void {
    this.response.destroy()
  }
}

function drained(to: Duplex | ServerResponse): Promise<void> {
  if (to.destroyed || to.closed || !to.writableNeedDrain) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      to.off('drain', done).off('close', done)
      resolve()
    }
    to.on('drain', done).on('close', done)
  })
}

/** The maximum frames that a client may send within this many milliseconds. It only needs to show that it is alive. */
const mostFrames = 200
const framesWithin = 10_000

/** Unsent bytes above which pings are not answered. */
const mostPongs = 16_384

/** For errors of connections that `close` reports as well. */
export function ignore(): void {}
