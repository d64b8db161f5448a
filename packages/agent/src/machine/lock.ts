import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { dirname } from 'node:path'

interface Holder {
  pid: number
  /** Milliseconds since 1970. */
  since: number
  /** When the process started, in kernel ticks, because process ids are reused. Linux only. */
  began?: string
}

/** How far off the clock may be about the time of the last boot, in milliseconds. */
const clockSlack = 60_000

/**
 * Takes a lock that only one process on this machine can hold at a time. A lock whose process is gone is taken over.
 * @returns a function that releases the lock, or the process id of its holder
 */
export function takeLock(file: string): { release(): void } | { heldBy: number } {
  const own: Holder = { pid: process.pid, since: Date.now(), ...beginning(process.pid) }
  const text = JSON.stringify(own)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  for (;;) {
    try {
      writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
      return { release: () => release(file, text) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const found = readLock(file)
    if (found === undefined) continue
    const holder = holderOf(found)
    if (holder && isAlive(holder)) return { heldBy: holder.pid }
    setAside(file, found)
  }
}

function release(file: string, text: string): void {
  if (readLock(file) === text) rmSync(file, { force: true })
}

/** Removes a stale lock. It is renamed first, so two processes that see it don't remove each other's new lock. */
function setAside(file: string, stale: string): void {
  const aside = `${file}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const taken = readLock(aside)
  // Another process was faster and this is its lock: put it back.
  if (taken !== undefined && taken !== stale) {
    try {
      writeFileSync(file, taken, { flag: 'wx', mode: 0o600 })
    } catch {
      // A third process has the lock, which the next attempt will see.
    }
  }
  rmSync(aside, { force: true })
}

function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function holderOf(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null
    return Number.isInteger(holder?.pid) && typeof holder?.since === 'number' ? (holder as Holder) : undefined
  } catch {
    // Truncated by a power failure.
    return undefined
  }
}

function isAlive({ pid, since, began }: Holder): boolean {
  if (since < Date.now() - uptime() * 1_000 - clockSlack) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const now = beginning(pid)?.began
  return began === undefined || now === undefined || began === now
}

/** The start time of a process: field 22 of /proc/PID/stat (proc(5)). The second field is a name that may contain anything. */
function beginning(pid: number): { began: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return began === undefined ? undefined : { began }
  } catch {
    return undefined
  }
}
