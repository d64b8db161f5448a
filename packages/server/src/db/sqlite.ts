import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Db, Query, Reader, Row, Value, Writer } from './db.ts'
import { migrations } from './migrations/migrations.ts'

interface Waiting {
  work: (tx: Writer) => Promise<unknown>
  keep: (result: unknown) => void
  fail: (reason: unknown) => void
}

/** The folder is in use by another server. Two would give out the same stamps. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Opens, or makes, the embedded store in a folder.
 *
 * All writes that arrive within one turn of the event loop share one transaction, with a savepoint each, so that one flush to the
 * disk serves them all. Reads have a connection of their own and never see what is not committed.
 *
 * @throws FolderInUse, or the error of the file system
 */
export function openSqlite(folder: string): Db {
  mkdirSync(folder, { recursive: true })
  const lock = lockFolder(folder)
  const file = join(folder, 'waypost.db')
  const writing = connect(file)
  migrate(writing.db)
  const reading = connect(file)
  reading.db.exec('PRAGMA query_only = ON')

  let queue: Waiting[] = []
  let flushing: Promise<void> | undefined
  let closed = false

  /** Writes what waits, one transaction after another, until nothing waits. */
  async function flush(): Promise<void> {
    await new Promise(setImmediate)
    while (queue.length > 0) {
      const batch = queue
      queue = []
      await commit(batch)
      if (queue.length > 0) await new Promise(setImmediate)
    }
    flushing = undefined
  }

  async function commit(batch: Waiting[]): Promise<void> {
    const settle: (() => void)[] = []
    try {
      writing.exec('BEGIN IMMEDIATE')
      for (const waiting of batch) settle.push(await attempt(waiting))
      writing.exec('COMMIT')
    } catch (reason) {
      if (writing.db.isTransaction) writing.exec('ROLLBACK')
      for (const waiting of batch) waiting.fail(reason)
      return
    }
    for (const done of settle) done()
  }

  async function attempt({ work, keep, fail }: Waiting): Promise<() => void> {
    const tx = writerOn(writing)
    writing.exec('SAVEPOINT one')
    try {
      const result = await work(tx)
      writing.exec('RELEASE one')
      return () => keep(result)
    } catch (reason) {
      writing.exec('ROLLBACK TO one')
      writing.exec('RELEASE one')
      return () => fail(reason)
    } finally {
      tx.end()
    }
  }

  return {
    ...readerOn(reading),
    async snapshot(queries: readonly Query[]) {
      // Nothing is awaited between the two ends, so no write can come between.
      reading.exec('BEGIN')
      try {
        return queries.map(({ sql, values = [] }) => reading.prepare(sql).all(bound(values)) as Row[])
      } finally {
        reading.exec('COMMIT')
      }
    },
    write<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
      if (closed) return Promise.reject(new Error('The store is closed.'))
      return new Promise<T>((keep, fail) => {
        queue.push({ work, keep: keep as (result: unknown) => void, fail })
        flushing ??= flush()
      })
    },
    async close() {
      if (closed) return
      closed = true
      await flushing
      reading.db.close()
      writing.exec('PRAGMA optimize')
      writing.db.close()
      lock.close()
    },
  }
}

interface Connection {
  db: DatabaseSync
  prepare(sql: string): StatementSync
  exec(sql: string): void
}

function connect(file: string): Connection {
  const db = new DatabaseSync(file)
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
    PRAGMA busy_timeout = 5000;
    PRAGMA wal_autocheckpoint = 4000;
  `)
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = db.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }
  return { db, prepare, exec: (sql) => void prepare(sql).run() }
}

function readerOn(connection: Connection): Reader {
  return {
    all: async <R>(sql: string, values: readonly Value[] = []) => connection.prepare(sql).all(bound(values)) as R[],
    one: async <R>(sql: string, values: readonly Value[] = []) => connection.prepare(sql).get(bound(values)) as R | undefined,
  }
}

/** A writer that refuses to go on once its write has ended: a forgotten `await` must not land in somebody else's change. */
function writerOn(connection: Connection): Writer & { end(): void } {
  let ended = false
  const open = () => {
    if (ended) throw new Error('This write has ended; something in it was not awaited.')
    return connection
  }
  return {
    all: async <R>(sql: string, values: readonly Value[] = []) => open().prepare(sql).all(bound(values)) as R[],
    one: async <R>(sql: string, values: readonly Value[] = []) => open().prepare(sql).get(bound(values)) as R | undefined,
    run: async (sql, values = []) => Number(open().prepare(sql).run(bound(values)).changes),
    // The one writer is the lock.
    async lockBoxes(owners) {
      const newest = open().prepare('SELECT stamp FROM box WHERE owner = $1')
      return owners.map((owner) => (newest.get({ 1: owner }) as { stamp: number } | undefined)?.stamp ?? 0)
    },
    end() {
      ended = true
    },
  }
}

/** `$1` is bound by the name `1`. */
function bound(values: readonly Value[]): Record<string, Value> {
  const named: Record<string, Value> = {}
  for (let index = 0; index < values.length; index++) named[index + 1] = values[index] as Value
  return named
}

/** Held as long as the process lives, also against `kill -9`: the operating system lets go of it. */
function lockFolder(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, 'lock.db'))
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    lock.close()
    if (!/locked|busy/i.test(String(cause))) throw cause
    throw new FolderInUse(`The folder ${folder} is in use by another Waypost server.`, { cause })
  }
}

function migrate(db: DatabaseSync): void {
  const { user_version: seen } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  for (const { number, sql } of migrations()) {
    if (number > seen) db.exec(`BEGIN IMMEDIATE;\n${sql};\nPRAGMA user_version = ${number};\nCOMMIT`)
  }
}
