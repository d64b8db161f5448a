// Reads a body that comes in very many chunks no faster than others can bear.

import { IncomingMessage } from 'node:http'

/** Chunks of one body after which its connection is read no further in this turn of the event loop. */
const mostChunks = 1_000

/**
 * A request whose body may come in chunks of a byte each. A connection is read in pieces of up to 64 kB, ten thousand of such chunks; without a
 * pause, as much again is read in the same turn of the event loop, for as long as there is any.
 */
export class PacedRequest extends IncomingMessage {
  #chunks = 0
  #isWanted = false

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (chunk !== null && ++this.#chunks === mostChunks) {
      this.socket.pause()
      setImmediate(() => {
        this.#chunks = 0
        if (this.#isWanted) this._read(0)
        this.#isWanted = false
      })
    }
    return super.push(chunk, encoding)
  }

  /** Node asks for more after each chunk, which would end the pause. */
  override _read(size: number): void {
    if (this.#chunks >= mostChunks) this.#isWanted = true
    else super._read(size)
  }
}
