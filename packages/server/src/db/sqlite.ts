// Implements the database with SQLite, in a file of the data folder.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile, openPrivateFolder } from '../private-files.ts'
import { keepLogSmall } from './checkpoints.ts'
import type { Db, Query, Reader, Row, Value, Writer } from './db.ts'
import { migrations } from './migrations/migrations.ts'

interface Waiting {
  work: (tx: Writer) => Promise<unknown>
  keep: (result: unknown) => void
  fail: (reason: unknown) => void
}

/** The database file in the data folder. */
export const storeFile = 'waypost.db'

/** The folder is in use by another server. Two servers would assign the same stamps. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Opens or creates the embedded store in a folder.
 *
 * All writes that arrive within one turn of the event loop share one transaction, so that one flush to the disk serves them all. Reads have a connection of their own and never see what is not committed.
 *
 * @param options.beside whether to open it although a server uses it; runs no migrations
 * @throws FolderInUse, or the error of the file system
 */
export function openSqlite(folder: string, { beside = false } = {}): Db {
  openPrivateFolder(folder)
  const lock = beside ? undefined : lockFolder(folder)
  const file = join(folder, storeFile)
  const writing = connect(file)
  if (!beside) {
    migrate(writing.db)
    writing.db.exec('PRAGMA wal_autocheckpoint = 0')
  }
  const reading = connect(file)
  reading.db.exec('PRAGMA query_only = ON')
  const checkpoints = beside ? undefined : keepLogSmall(file, writing.db)

  let queue: Waiting[] = []
  let flushing: Promise<void> | undefined
  let closed = false

  /** Commits waiting writes, one transaction after another, until none is left. */
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

  /**
   * Commits a batch. Nearly always every write in it succeeds, so none has a savepoint (they cost a third of the time); where one fails
   * after it has written something, the batch is rolled back and retried with a savepoint each.
   */
  async function commit(batch: Waiting[]): Promise<void> {
    try {
      const settle = (await attemptAll(batch, false)) ?? (await attemptAll(batch, true))
      for (const done of settle ?? []) done()
      // If this fails, the writes above are kept all the same.
      checkpoints?.committed()
    } catch (reason) {
      if (writing.db.isTransaction) writing.exec('ROLLBACK')
      for (const waiting of batch) waiting.fail(reason)
    }
  }

  /** Returns functions that settle each write; undefined when the batch has to be retried with savepoints. */
  async function attemptAll(batch: Waiting[], savepoints: boolean): Promise<(() => void)[] | undefined> {
    const settle: (() => void)[] = []
    writing.exec('BEGIN IMMEDIATE')
    for (const { work, keep, fail } of batch) {
      const tx = new BatchWriter(writing)
      if (savepoints) writing.exec('SAVEPOINT one')
      try {
        const result = await work(tx)
        if (tx.failed) throw tx.failed.reason
        settle.push(() => keep(result))
      } catch (reason) {
        // A full or broken disk ends the whole transaction, and none of the batch is stored.
        if (!writing.db.isTransaction) throw reason
        if (tx.wrote && !savepoints) {
          writing.exec('ROLLBACK')
          return undefined
        }
        if (savepoints) writing.exec('ROLLBACK TO one')
        settle.push(() => fail(reason))
      } finally {
        tx.end()
      }
      if (savepoints) writing.exec('RELEASE one')
    }
    writing.exec('COMMIT')
    return settle
  }

  return {
    ...readerOn(reading),
    async snapshot(queries: readonly Query[]) {
      // Nothing is awaited in between, so no other write can interfere.
      reading.exec('BEGIN')
      try {
        return queries.map(({ sql, values = [] }) => reading.prepare(sql).all(values) as Row[])
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
      await checkpoints?.close()
      reading.db.close()
      writing.exec('PRAGMA optimize')
      writing.db.close()
      lock?.close()
    },
  }
}

interface Connection {
  db: DatabaseSync
  prepare(sql: string): Statement
  exec(sql: string): void
}

interface Statement {
  all(values: readonly Value[]): unknown[]
  get(values: readonly Value[]): unknown
  /** Returns the number of changed rows. */
  run(values: readonly Value[]): number
}

function connect(file: string): Connection {
  makePrivateFile(file)
  const db = new DatabaseSync(file)
  // The rows of a commit are spread over many pages: with a quarter of the default page size, a commit writes a quarter of the
  // bytes. Reading a long list takes a tenth longer.
  db.exec(`
    PRAGMA page_size = 1024;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
    PRAGMA busy_timeout = 5000;
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

function readerOn(connection: Connection): Reader {
  return {
    engine: 'sqlite',
    all: async <R>(sql: string, values: readonly Value[] = []) => connection.prepare(sql).all(values) as R[],
    one: async <R>(sql: string, values: readonly Value[] = []) => connection.prepare(sql).get(values) as R | undefined,
  }
}

/** A writer that throws once its write has ended: a statement after a forgotten `await` must not become part of another write. */
class BatchWriter implements Writer {
  readonly engine = 'sqlite'
  wrote = false
  /** The error of the first statement that failed. */
  failed: { reason: unknown } | undefined = undefined
  #ended = false
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async all<R>(sql: string, values: readonly Value[] = []): Promise<R[]> {
    return this.#ask(sql, (statement) => statement.all(values) as R[])
  }

  async one<R>(sql: string, values: readonly Value[] = []): Promise<R | undefined> {
    return this.#ask(sql, (statement) => statement.get(values) as R | undefined)
  }

  async run(sql: string, values: readonly Value[] = []): Promise<number> {
    this.wrote = true
    return this.#ask(sql, (statement) => statement.run(values))
  }

  // SQLite is synchronous, so this cannot be deferred.
  send(sql: string, values: readonly Value[] = []): void {
    this.wrote = true
    this.#ask(sql, (statement) => statement.run(values))
  }

  // There is only one writer at a time, so no locks are needed.
  async lockBoxes(owners: readonly string[]): Promise<number[]> {
    return this.#ask('SELECT stamp FROM box WHERE owner = $1', (newest) =>
      owners.map((owner) => (newest.get([owner]) as { stamp: number } | undefined)?.stamp ?? 0),
    )
  }

  keepStamp(owner: string, stamp: number): void {
    this.send(saveStamp, [owner, stamp])
  }

  async lock(): Promise<void> {}

  end(): void {
    this.#ended = true
  }

  #ask<T>(sql: string, run: (statement: Statement) => T): T {
    if (this.#ended) throw new Error('This write has ended; something in it was not awaited.')
    try {
      return run(this.#connection.prepare(sql))
    } catch (reason) {
      this.failed ??= { reason }
      throw reason
    }
  }
}

const saveStamp = 'INSERT INTO box (owner, stamp) VALUES ($1, $2) ON CONFLICT (owner) DO UPDATE SET stamp = excluded.stamp'

/** Held for the life of the process; the operating system releases it, even after `kill -9`. */
function lockFolder(folder: string): DatabaseSync {
  makePrivateFile(join(folder, 'lock.db'))
  const lock = new DatabaseSync(join(folder, 'lock.db'))
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    lock.close()
    if (!isBusy(cause)) throw cause
    throw new FolderInUse(`The folder ${folder} is in use by another Waypost server.`, { cause })
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED: https://www.sqlite.org/rescode.html */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return errcode !== undefined && [5, 6].includes(errcode & 0xff)
}

function migrate(db: DatabaseSync): void {
  const { user_version: seen } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  for (const { number, sql } of migrations('sqlite')) {
    if (number > seen) db.exec(`BEGIN IMMEDIATE;\n${sql};\nPRAGMA user_version = ${number};\nCOMMIT`)
  }
}
