import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { dirname } from 'node:path'

/** What the file of a lock holds: whose it is, and since when. */
interface Holder {
  pid: number
  /** Milliseconds since 1970. */
  since: number
  /** When the process began, in the kernel's own count; another process with the same number began at another time. Linux only. */
  began?: string
}

/** How far a clock may be wrong about the time of the machine's start, in milliseconds. */
const clockSlack = 60_000

/**
 * Takes a lock that one process of this machine can hold at a time, and answers how to give it back. One whose process is gone, also
 * by force or by a power cut, is taken over.
 * @returns undefined, with the number of the process that has it, when it is held
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

/** Removes a stale lock: under another name first, so that of several who saw it stale none removes the new one of another. */
function setAside(file: string, stale: string): void {
  const aside = `${file}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const taken = readLock(aside)
  // Not the one that was looked at: another was quicker, and it goes back.
  if (taken !== undefined && taken !== stale) {
    try {
      writeFileSync(file, taken, { flag: 'wx', mode: 0o600 })
    } catch {
      // Its place is taken by a third one, which the next look finds.
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
    // Half written when the power failed.
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

/** When a process began, from the 22nd field of /proc/PID/stat (proc(5)); its second field is a name that may hold anything. */
function beginning(pid: number): { began: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return began === undefined ? undefined : { began }
  } catch {
    return undefined
  }
}
