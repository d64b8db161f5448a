import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { loopTurns } from '../../processor/turns.ts'

/** Bytes that are always light work: at most some hundred chunks. */
const fewBytes = 2_048
/** Bytes of a connection parsed at once; fewer after many small chunks. */
const atOnce = { usual: 65_536, chunky: 4_096 }
const manyChunks = 200
/** The size in bytes up to which a chunk costs far more than its bytes. */
const smallChunk = 256

/** The reading of one connection. */
export interface PacedReading {
  /** Bytes have arrived and wait for their turn. */
  readonly isHolding: boolean
  stop(): void
}

/**
 * Reads a connection only while the turn of the event loop has time for its network. A piece of up to 64 kB may hold ten thousand chunks of
 * a body, or hundreds of requests: pieces of many connections that arrive together would otherwise take every turn.
 */
export function paceReading(socket: Socket, network: string): PacedReading {
  // Node.js parses what it reads without passing it through here unless there is a listener.
  socket.on('data', nothing).off('data', nothing)
  const push = socket.push.bind(socket)
  // A proxy relays the requests of many others, so reading from it is counted separately from its own requests.
  const reader = `reading ${network}`
  /** Received bytes in order; null marks the end. */
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

  /** Parses held pieces while there is time, at least one. @returns whether more may be read at once */
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

let smallChunks = 0

/** A request that reports when the rest of its body, after its response, consists of small chunks. */
export class CountedRequest extends IncomingMessage {
  #left = Number.POSITIVE_INFINITY
  #tooMany = nothing

  /** Calls `tooMany` once, after more than `most` further small chunks. */
  limitSmallChunks(most: number, tooMany: () => void): void {
    this.#left = most
    this.#tooMany = tooMany
  }

  /** Node.js calls this once a request whose body nobody has read is answered; it would then pass on nothing of the rest. */
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
