import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Resident memory in bytes of the process that listens on this port; undefined if /proc doesn't tell. */
export function residentMemory(port: string): number | undefined {
  const process = listenerOn(Number(port))
  if (process === undefined) return undefined
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1]) * 1_024
}

/** See https://docs.kernel.org/networking/proc_net_tcp.html: state 0A is LISTEN, ports are in hexadecimal. */
function listenerOn(port: number): string | undefined {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const sockets = new Set<string>()
  for (const table of ['tcp', 'tcp6'])
    for (const line of lines(`/proc/net/${table}`)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
      if (state === '0A' && local?.endsWith(ending)) sockets.add(`socket:[${inode}]`)
    }
  return list('/proc').find((process) => /^\d+$/.test(process) && opens(process).some((file) => sockets.has(file)))
}

const opens = (process: string) => list(`/proc/${process}/fd`).map((file) => link(`/proc/${process}/fd/${file}`))

// Processes end in the meantime, and those of other users are unreadable.
const lines = (file: string) => orNothing(() => readFileSync(file, 'utf8').split('\n'), [])
const list = (folder: string) => orNothing(() => readdirSync(folder), [])
const link = (file: string) => orNothing(() => readlinkSync(file), '')

function orNothing<T>(read: () => T, nothing: T): T {
  try {
    return read()
  } catch {
    return nothing
  }
}
