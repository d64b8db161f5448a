// Paths in the file system, with a character per byte: names may not be UTF-8. On Windows names are text.

import { realpath } from 'node:fs/promises'
import { bytesOf, nameOf } from './names.ts'

/** A path for functions of Node.js: a buffer where a name is not ASCII. */
export type SystemPath = string | Buffer

const namesAreText = process.platform === 'win32'

export const rawOf = (text: string): string => (namesAreText ? text : bytesOf(text).toString('latin1'))
export const textOf = (raw: string): string => (namesAreText ? raw : nameOf(Buffer.from(raw, 'latin1')))
export const systemPath = (raw: string): SystemPath =>
  namesAreText || !/[\x80-\xff]/.test(raw) ? raw : Buffer.from(raw, 'latin1')

/** The path without links. @throws Error when there is nothing */
export async function realOf(raw: string): Promise<string> {
  return namesAreText ? realpath(raw) : (await realpath(systemPath(raw), 'buffer')).toString('latin1')
}
