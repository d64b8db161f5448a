// Reads connections no faster than others can bear, whatever comes over them.

import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { loopTurns } from '../../processor/turns.ts'

/** Bytes of which the work is light whatever they are: at most some hundred chunks. */
const fewBytes = 2_048
/** Bytes of a connection that are parsed at once, and fewer where many small chunks came last. */
const atOnce = { usual: 65_536, chunky: 4_096 }
const manyChunks = 200
/** Bytes of a chunk that costs far more than its bytes. */
const smallChunk = 256

/** The reading of one connection. */
export interface PacedReading {
  /** Bytes have arrived and wait for their turn. */
  readonly isHolding: boolean
  /** Reads nothing more, and forgets what waits. */
  stop(): void
}

/**
 * Reads a connection only while the turn of the event loop has time for its network. A piece of up to 64 kB may be ten thousand chunks of a
 * body, or hundreds of requests: the pieces of many connections that come together would let nobody else have a turn.
 * @param network whose connection it is
 */
export function paceReading(socket: Socket, network: string): PacedReading {
  // Node parses what it reads without passing it on here unless somebody listens.
  socket.on('data', nothing).off('data', nothing)
  const push = socket.push.bind(socket)
  // A proxy passes on the requests of many others: what is read from it is counted apart from what it asks itself.
  const reader = `reading ${network}`
  /** What has arrived, in order; null is the end. */
  const held: (Buffer | null)[] = []
  let isStopped = false
  let bytesAtOnce = atOnce.usual

  /** Parses a piece. @returns whether more may be read */
  function parse(bytes: Buffer): boolean {
    const before = smallChunks
    const goesOn = push(bytes)
    bytesAtOnce = smallChunks - before > manyChunks ? atOnce.chunky : atOnce.usual
    return goesOn
  }

  /** Parses what is held while there is time, once a piece at least. @returns whether more may be read at once */
  function work(): boolean {
    let goesOn = false
    do {
      const piece = held.shift()
      if (piece === undefined || socket.destroyed) return false
      if (piece === null) return push(null)
      if (piece.length > bytesAtOnce) held.unshift(piece.subarray(bytesAtOnce))
      goesOn = parse(piece.subarray(0, bytesAtOnce))
    } while (held.length > 0 && loopTurns.begin(reader))
    if (held.length > 0) wait()
    return goesOn && held.length === 0
  }

  const wait = () => loopTurns.later(reader, (held[0]?.length ?? 0) <= fewBytes, work)
  socket.push = (piece: Buffer | null) => {
    if (isStopped) return false
    held.push(piece)
    if (held.length === 1 && (piece === null || loopTurns.begin(reader))) return work()
    if (held.length === 1) wait()
    // Nothing more is read until then.
    return false
  }
  return {
    get isHolding() {
      return held.length > 0
    },
    stop() {
      isStopped = true
      held.length = 0
    },
  }
}

const nothing = () => {}

/** Small chunks of all bodies so far. */
let smallChunks = 0

/** A request that tells when the rest of its body, after its answer, consists of small chunks. */
export class CountedRequest extends IncomingMessage {
  #left = Number.POSITIVE_INFINITY
  #tooMany = nothing

  /** Calls `tooMany` once, after more than `most` further small chunks. */
  limitSmallChunks(most: number, tooMany: () => void): void {
    this.#left = most
    this.#tooMany = tooMany
  }

  /** Called by Node once a request was answered of whose body nobody has read anything; it would pass on nothing of the rest then. */
  _dump(): void {
    this.resume()
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (chunk instanceof Uint8Array && chunk.length <= smallChunk) {
      smallChunks++
      if (--this.#left === -1) this.#tooMany()
    }
    return super.push(chunk, encoding)
  }
}
