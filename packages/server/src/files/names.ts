import { Refusal } from '@waypost/protocol'

/** The names that files may have: nothing in them can lead out of a folder, or means something in a URL. */
const names = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/

/** @returns the name itself; one that is not of our making is a fault */
export function checkName(name: string): string {
  if (!names.test(name)) throw new Error('A file was given a name that files may not have.')
  return name
}

/** What stands for a file that comes in pieces: its name, and the engine's own word for it. */
export const handleOf = (name: string, id: string) => `${checkName(name)}:${id}`

/** @throws Refusal `not_found` for what no engine gave out */
export function readHandle(handle: string): { name: string; id: string } {
  const end = handle.indexOf(':')
  const name = handle.slice(0, end)
  if (end < 0 || !names.test(name)) throw new Refusal('not_found')
  return { name, id: handle.slice(end + 1) }
}
