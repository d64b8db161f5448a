import type { Readable } from 'node:stream'

/** Bytes that are being read. `range` is there when a part was asked for. */
export interface Reading {
  stream: Readable
  /** Bytes of the whole file. */
  size: number
}

/**
 * Keeps files under names that we make up (letters, digits, `-`, `_` and `/`). Nothing is ever held whole in memory.
 * `files.contract.ts` says what every engine must do.
 */
export interface Files {
  /**
   * Keeps what a stream gives, at once or not at all.
   * @param most bytes that it may have; past that it is refused and nothing stays
   * @returns how many bytes it had
   * @throws Refusal `file_too_big`, or the stream's own error
   */
  write(name: string, stream: Readable, most: number): Promise<number>
  /** Reads a file, or the bytes from `start` up to and including `end`; undefined when there is none. */
  read(name: string, range?: { start: number; end: number }): Promise<Reading | undefined>
  /** Forgets a file; nothing happens when there is none. */
  remove(name: string): Promise<void>

  /** Begins a file in pieces of `limits.pieceSize` bytes (the last may be shorter). @returns what the other calls ask for */
  start(name: string): Promise<string>
  /**
   * Keeps one piece, in any order, also again: the last one counts. A piece is there once the promise is kept.
   * @returns what `finish` wants to know of it
   * @throws Refusal `file_too_big` when the stream gives more than `size`, `invalid_request` when it gives less
   */
  piece(handle: string, index: number, stream: Readable, size: number): Promise<string>
  /** Makes a file of the pieces, in the order of their indexes. Doing it again after a crash does no harm. */
  finish(handle: string, pieces: readonly string[]): Promise<void>
  /** Throws the pieces away. */
  abort(handle: string): Promise<void>
  close(): Promise<void>
}
