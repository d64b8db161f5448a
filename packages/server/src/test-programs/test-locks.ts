import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { lockFile, storeFile } from '../db/sqlite-files.ts'

/**
 * The locks that a process holds on a folder's database files while it has them open; undefined if the system doesn't tell. Without them,
 * other programs think that they are the last.
 */
export function storeLocks(pid: number, folder: string): string[] | undefined {
  if (process.platform !== 'linux') return undefined
  const files = new Map(
    [storeFile, `${storeFile}-shm`, lockFile].map((name) => {
      const path = join(folder, name)
      return [statSync(path).ino, basename(path)] as const
    }),
  )
  const lines = readFileSync('/proc/locks', 'utf8').split('\n')
  const found = lines.flatMap((line) => {
    // e.g. 1: POSIX  ADVISORY  READ 10097 fe:00:9979126 128 128
    const [, , , kind, owner, place = '', from, to] = line.trim().split(/\s+/)
    const name = files.get(Number(place.split(':')[2]))
    // Locks of the log's readers and writers are on the 8 bytes before.
    if (Number(owner) !== pid || name === undefined || (name.endsWith('-shm') && from !== '128')) return []
    return [`${name} ${kind} ${from}-${to}`]
  })
  return found.sort()
}

/** The locks while a server has the store open. */
export const usualLocks = [
  `${lockFile} WRITE 1073741824-1073742335`,
  `${storeFile} READ 1073741826-1073742335`,
  `${storeFile}-shm READ 128-128`,
]
