// A server's resources before and after: memory, bytes on disk, rows, sockets. Once everything has ended, their growth must stay within
// bounds.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { MeasuredServer } from '../measured-server.ts'

export interface Resources {
  rss: number
  heap: number
  buffers: number
  disk: number
  /** By table; empty where the database is not a file. */
  rows: Record<string, number>
  /** Open files and sockets of the process; undefined if the system doesn't report them. */
  descriptors: number | undefined
  sockets: number
}

/** Maximum growth: bytes of objects and buffers, and number of sockets or files. Caches have lower limits of their own. */
const bounds = { memory: 160 * 2 ** 20, sockets: 24 }

/** How long to wait for things that end by themselves, in milliseconds: connections that are kept for half a minute, jobs, fetches. */
const settlesWithin = 40_000
const every = 500

export async function resourcesOf(server: MeasuredServer): Promise<Resources> {
  const { rss, heap, buffers, active } = await server.held()
  const sockets = Object.entries(active).reduce((sum, [kind, count]) => (/Socket|TCP|TLS|Pipe/.test(kind) ? sum + count : sum), 0)
  return {
    rss,
    heap,
    buffers,
    disk: diskOf(server.folder),
    rows: rowsOf(server.folder),
    descriptors: descriptorsOf(server.pid),
    sockets,
  }
}

/** The resources once nothing leaks, or after the time in which everything should have ended. */
export async function settledResources(server: MeasuredServer, before: Resources): Promise<Resources> {
  const until = performance.now() + settlesWithin
  for (;;) {
    const now = await resourcesOf(server)
    if ((leaksOf(before, now).length === 0 && now.sockets <= before.sockets) || performance.now() > until) return now
    await new Promise((resolve) => setTimeout(resolve, every))
  }
}

/** One sentence for each resource that exceeds its bound. */
export function leaksOf(before: Resources, after: Resources): string[] {
  const memory = after.heap + after.buffers - before.heap - before.buffers
  const sockets = after.sockets - before.sockets
  const descriptors = (after.descriptors ?? 0) - (before.descriptors ?? 0)
  return [
    ...(memory > bounds.memory ? [`${mb(memory)} more memory are held than before, of ${mb(bounds.memory)} allowed.`] : []),
    ...(sockets > bounds.sockets ? [`${sockets} more sockets are open than before, of ${bounds.sockets} allowed.`] : []),
    ...(descriptors > bounds.sockets ? [`${descriptors} more files are open than before, of ${bounds.sockets} allowed.`] : []),
  ]
}

export const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`

function diskOf(folder: string): number {
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // The file may have been deleted meanwhile.
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    if (found?.isFile()) bytes += found.size
  }
  return bytes
}

/** This process has no other connection to the database, so closing this one releases no locks. */
function rowsOf(folder: string): Record<string, number> {
  const file = join(folder, 'waypost.db')
  if (!statSync(file, { throwIfNoEntry: false })) return {}
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`).all()
    return Object.fromEntries(
      tables.map(({ name }) => {
        const { count } = db.prepare(`SELECT COUNT(*) AS count FROM "${String(name)}"`).get() as { count: number }
        return [String(name), count]
      }),
    )
  } finally {
    db.close()
  }
}

function descriptorsOf(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return undefined
  }
}
