import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@waypost/protocol'
import type { Value } from './db.ts'
import { makePrivateStore } from './sqlite-files.ts'

export interface Connection {
  db: DatabaseSync
  prepare(sql: string): Statement
  exec(sql: string): void
}

export interface Statement {
  all(values: readonly Value[]): unknown[]
  get(values: readonly Value[]): unknown
  run(values: readonly Value[]): number
}

/** Milliseconds that opening the store waits for another program's lock. The server has no clients yet. */
const openTimeout = 5_000

/** Milliseconds that a read or write waits for another program's lock on the store. */
export const busyTimeout = 5_000
/** The first and the longest delay between two attempts, in milliseconds. */
const firstWait = 1
const longestWait = 50

/** Kilobytes. Each commit that splits a page scans the whole cache, so the writer's is small; the system caches the file anyway. */
export const cacheSizes = { reading: 65_536, writing: 16_384 }

/**
 * Opens a connection, and creates the file if there is none. It waits for locks of other programs, which blocks the process, until
 * `neverBlock` is called.
 * @param cache kilobytes
 */
export function connect(file: string, cache: number): Connection {
  makePrivateStore(file)
  const db = new DatabaseSync(file)
  // The rows of a commit are spread over many pages: with a quarter of the default page size, a commit writes a quarter of the bytes.
  // Reading a long list takes a tenth longer. Deleted data is overwritten with zeros, even when a whole page becomes free (`FAST` skips
  // those).
  db.exec(`
    PRAGMA busy_timeout = ${openTimeout};
    PRAGMA page_size = 1024;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -${cache};
    PRAGMA temp_store = MEMORY;
    PRAGMA secure_delete = ON;
    PRAGMA wal_autocheckpoint = 16000;
  `)
  const statements = new Map<string, Statement>()
  const prepare = (sql: string) => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = prepareOn(db, sql)
      statements.set(sql, statement)
    }
    return statement
  }
  return { db, prepare, exec: (sql) => void prepare(sql).run([]) }
}

/** From now on, a connection throws at once if another program locks the store: `whenFree` waits without blocking the process. */
export const neverBlock = ({ db }: Connection) => db.exec('PRAGMA busy_timeout = 0')

/**
 * Prepares a statement. Binding by name is slow, and for a wide row costs more than the insert itself; so `$n` becomes
 * `?`, and the values are bound in the order in which they occur.
 */
function prepareOn(db: DatabaseSync, sql: string): Statement {
  const order: number[] = []
  const positional = sql.replace(/\$(\d+)/g, (_, number) => {
    order.push(Number(number) - 1)
    return '?'
  })
  const inOrder = order.every((place, index) => place === index)
  const arrange = (values: readonly Value[]) => (inOrder ? values : order.map((place) => values[place] as Value))
  const statement = db.prepare(positional)
  return {
    all: (values) => statement.all(...arrange(values)),
    get: (values) => statement.get(...arrange(values)),
    run: (values) => Number(statement.run(...arrange(values)).changes),
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED: https://www.sqlite.org/rescode.html */
export function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return errcode !== undefined && [5, 6].includes(errcode & 0xff)
}

/** The refusal while another program locks the store for longer than `busyTimeout`. */
export const lockedByOther = (cause: unknown) =>
  new Refusal('unavailable', 'Another program has locked the database of this server. Try again in a moment.', {
    retryAfter: 1,
    cause,
  })

/** Runs `work`, retrying while another program locks the store, without blocking. `giveUp` gets each error, and throws to stop. */
export async function whenFree<T>(work: () => T, giveUp = afterTimeout()): Promise<T> {
  for (let wait = firstWait; ; wait = Math.min(2 * wait, longestWait)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw error
      giveUp(error)
    }
    await sleep(wait)
  }
}

/** @throws Refusal `unavailable` after `busyTimeout` */
function afterTimeout(): (error: unknown) => void {
  const until = performance.now() + busyTimeout
  return (error) => {
    if (performance.now() > until) throw lockedByOther(error)
  }
}
