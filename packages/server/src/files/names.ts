// Checks the names of stored files, and builds and parses the handles of uploads in pieces.

import { Refusal } from '@waypost/protocol'

/** Valid names of files: they cannot lead out of a folder and have no special meaning in a URL. */
const names = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/

/** @returns the name @throws for names that we did not generate */
export function checkName(name: string): string {
  if (!names.test(name)) throw new Error('A file was given a name that files may not have.')
  return name
}

/** The handle of a file that is uploaded in pieces: its name, and the engine's id. */
export const handleOf = (name: string, id: string) => `${checkName(name)}:${id}`

/** @throws Refusal `not_found` for a malformed handle */
export function readHandle(handle: string): { name: string; id: string } {
  const end = handle.indexOf(':')
  const name = handle.slice(0, end)
  if (end < 0 || !names.test(name)) throw new Refusal('not_found')
  return { name, id: handle.slice(end + 1) }
}
