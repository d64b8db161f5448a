import type { Readable } from 'node:stream'
import { Refusal } from '@waypost/protocol'

/** A file that is being read. `range` is set when a part was requested. */
interface Reading {
  stream: Readable
  /** The size of the whole file in bytes. */
  size: number
}

/**
 * Stores files under names that we generate (letters, digits, `-`, `_` and `/`). Files are never in memory as a whole.
 * `files.contract.ts` says what every engine must do.
 */
export interface Files {
  /**
   * Stores the content of a stream, completely or not at all, and returns its number of bytes.
   * @throws Refusal `file_too_big` beyond `most` bytes, or the stream's own error
   */
  write(name: string, stream: Readable, most: number): Promise<number>
  /** Reads a file, or its bytes from `start` up to and including `end`; undefined if there is no such file. */
  read(name: string, range?: { start: number; end: number }): Promise<Reading | undefined>
  /** Deletes a file if it exists. */
  remove(name: string): Promise<void>

  /** Starts a file in pieces of `limits.pieceSize` bytes (the last may be shorter). @returns the handle for the other calls */
  start(name: string): Promise<string>
  /**
   * Stores one piece, in any order; a repeated piece replaces the earlier one. It is stored once the promise resolves.
   * @returns the tag that `finish` needs
   * @throws Refusal `file_too_big` if the stream gives more than `size` bytes, `invalid_request` if it gives fewer
   */
  piece(handle: string, index: number, stream: Readable, size: number): Promise<string>
  /** Joins the pieces, in index order, into a file. Idempotent, so that it can be retried after a crash. */
  finish(handle: string, pieces: readonly string[]): Promise<void>
  abort(handle: string): Promise<void>
  close(): Promise<void>
}

/** Valid file names: they can't lead out of a folder and have no special meaning in a URL. */
const names = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/

/** @returns the name @throws for names that we did not generate */
export function checkName(name: string): string {
  if (!names.test(name)) throw new Error('A file was given a name that files may not have.')
  return name
}

/** The handle of a file being uploaded in pieces: its name and the engine's id. */
export const handleOf = (name: string, id: string) => `${checkName(name)}:${id}`

/** @throws Refusal `not_found` for a malformed handle */
export function readHandle(handle: string): { name: string; id: string } {
  const end = handle.indexOf(':')
  const name = handle.slice(0, end)
  if (end < 0 || !names.test(name)) throw new Refusal('not_found')
  return { name, id: handle.slice(end + 1) }
}
