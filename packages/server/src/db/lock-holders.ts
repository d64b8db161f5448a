// Finds the processes that have locked a file, to name them in errors.

import { readFileSync, statSync } from 'node:fs'

/**
 * The other processes that have locked a file, e.g. `process 4242 (sqlite3)`; empty where the system does not tell. Only Linux lists locks
 * (`/proc/locks`, see proc_locks(5)), and those of other containers without their processes. The file is not opened.
 */
export function lockHolders(file: string): string[] {
  try {
    const { ino } = statSync(file)
    const holders = readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .flatMap((line) => {
        // e.g. 1: POSIX  ADVISORY  READ 10097 fe:00:9979126 1073741826 1073742335
        const [, kind, , , owner, place = ''] = line.trim().split(/\s+/)
        const isOther = Number(owner) > 0 && Number(owner) !== process.pid
        return kind === 'POSIX' && isOther && Number(place.split(':')[2]) === ino ? [Number(owner)] : []
      })
    return [...new Set(holders)].map((pid) => `process ${pid}${nameOf(pid)}`)
  } catch {
    return []
  }
}

function nameOf(pid: number): string {
  try {
    return ` (${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()})`
  } catch {
    return ''
  }
}
