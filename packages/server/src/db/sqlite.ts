import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Micros } from '../change.ts'
import { diskTroubleOf } from '../disk-trouble.ts'
import { openPrivateFolder } from '../private-files.ts'
import { keepLogSmall, usualEmptyAfter } from './checkpoints.ts'
import type { Db, Query, Reader, Row, Value, WriteOptions, Writer } from './db.ts'
import { openReserve } from './full-disk/reserve.ts'
import { migrations } from './migrations/migrations.ts'
import { cleanOnce } from './sqlite-clean.ts'
import {
  busyTimeout,
  type Connection,
  cacheSizes,
  connect,
  isBusy,
  lockedByOther,
  neverBlock,
  type Statement,
  whenFree,
} from './sqlite-connection.ts'
import { storeFile } from './sqlite-files.ts'
import { lockFolder, lockPatience } from './sqlite-lock.ts'

interface Waiting {
  work: (tx: Writer) => Promise<unknown>
  flush: boolean
  needsRoom: boolean
  /** Whether it was already tried on a full disk. */
  again: boolean
  /** When to refuse it if another program still locks the store, in milliseconds of the process. */
  until: number
  keep: (result: unknown) => void
  fail: (reason: unknown) => void
}

interface SqliteOptions {
  /** Whether to open it although a server uses it; runs no migrations. */
  beside?: boolean
  /** Milliseconds that opening waits for another program that holds the folder's lock. */
  lockFor?: number
  /** Milliseconds that writes wait before they are refused. */
  patience?: number
  /** Milliseconds from a commit until the log is emptied. */
  emptyAfter?: number
  report?(error: Error): void
}

/**
 * Opens or creates the embedded store in a folder.
 *
 * All writes that arrive within one turn of the event loop share one transaction, so that one flush to the disk serves them all. Reads have a connection of their own and never see uncommitted rows.
 *
 * @throws FolderInUse, or the error of the file system
 */
export function openSqlite(
  folder: string,
  {
    beside = false,
    lockFor = lockPatience,
    patience = busyTimeout,
    emptyAfter = usualEmptyAfter,
    report = ignore,
  }: SqliteOptions = {},
): Db {
  openPrivateFolder(folder)
  const lock = beside ? undefined : lockFolder(folder, lockFor)
  const file = join(folder, storeFile)
  const writing = connect(file, cacheSizes.writing)
  if (!beside) {
    cleanOnce(writing.db, report)
    migrate(writing.db)
    writing.db.exec('PRAGMA wal_autocheckpoint = 0')
  }
  const reading = connect(file, cacheSizes.reading)
  reading.db.exec('PRAGMA query_only = ON')
  for (const connection of [writing, reading]) neverBlock(connection)
  const checkpoints = beside ? undefined : keepLogSmall(file, writing.db, report, emptyAfter)
  // Moving the log into the file may take as much disk space as the log is long.
  const reserve = checkpoints && openReserve(folder, writing.db, (free, isLow) => !closed && checkpoints.cut(free, isLow))

  const writes = new WriteQueue(writing, checkpoints, reserve)
  let closed = false

  return {
    ...readerOn(reading),
    async snapshot(queries: readonly Query[]) {
      return whenFree(() => {
        // Nothing is awaited in between, so no other write can interfere.
        reading.exec('BEGIN')
        try {
          return queries.map(({ sql, values = [] }) => reading.prepare(sql).all(values) as Row[])
        } finally {
          reading.exec('COMMIT')
        }
      })
    },
    write<T>(
      work: (tx: Writer) => Promise<T>,
      _boxes: readonly string[] = [],
      { flush: waits = true, needsRoom = false }: WriteOptions = {},
    ): Promise<T> {
      if (closed) return Promise.reject(new Error('The store is closed.'))
      return new Promise<T>((keep, fail) => {
        const until = performance.now() + patience
        writes.add({ work, flush: waits, needsRoom, again: false, keep: keep as (result: unknown) => void, fail, until })
      })
    },
    async close() {
      if (closed) return
      closed = true
      await writes.idle()
      writes.waitForDisk(true)
      // Optimizing may write, so the log is emptied afterwards.
      optimize(writing)
      await checkpoints?.close()
      reading.db.close()
      writing.db.close()
      lock?.close()
    },
  }
}

/** The writes of one connection: all that arrive within one turn of the event loop are committed together. */
class WriteQueue {
  readonly #writing: Connection
  readonly #checkpoints: ReturnType<typeof keepLogSmall> | undefined
  readonly #reserve: ReturnType<typeof openReserve> | undefined
  #queue: Waiting[] = []
  #flushing: Promise<void> | undefined
  #waitsForDisk = true

  constructor(
    writing: Connection,
    checkpoints: ReturnType<typeof keepLogSmall> | undefined,
    reserve: ReturnType<typeof openReserve> | undefined,
  ) {
    this.#writing = writing
    this.#checkpoints = checkpoints
    this.#reserve = reserve
  }

  add(waiting: Waiting): void {
    this.#queue.push(waiting)
    this.#flushing ??= this.#flush()
  }

  async idle(): Promise<void> {
    await this.#flushing
  }

  async #flush(): Promise<void> {
    await new Promise(setImmediate)
    let apart = false
    while (this.#queue.length > 0) {
      if (!(await this.#begin())) continue
      const batch = this.#queue
      this.#queue = []
      apart = await this.#commit(batch, apart)
      if (this.#queue.length > 0 && !apart) await new Promise(setImmediate)
    }
    this.#flushing = undefined
  }

  /** While another program writes, it waits, and refuses writes that have waited too long. Returns whether it has begun. */
  async #begin(): Promise<boolean> {
    try {
      await whenFree(
        () => {
          if (this.#queue.length === 0) return
          this.waitForDisk(this.#queue.some((waiting) => waiting.flush))
          this.#writing.exec('BEGIN IMMEDIATE')
        },
        (error) => {
          const now = performance.now()
          for (const { until, fail } of this.#queue) if (until < now) fail(lockedByOther(error))
          this.#queue = this.#queue.filter(({ until }) => until >= now)
        },
      )
    } catch (reason) {
      for (const { fail } of this.#queue) fail(reason)
      this.#queue = []
    }
    return this.#writing.db.isTransaction
  }

  /** Sets whether a commit flushes the log and everything already in it. This can't be changed within a transaction. */
  waitForDisk(waits: boolean): void {
    if (waits !== this.#waitsForDisk) this.#writing.exec(`PRAGMA synchronous = ${waits ? 'FULL' : 'NORMAL'}`)
    this.#waitsForDisk = waits
  }

  /**
   * Nearly all writes succeed, so they have no savepoints, which would cost a third of the time. If one fails after it has written, the
   * batch is rolled back and requeued, to be retried with a savepoint per write.
   * @returns whether it has to be retried
   */
  async #commit(batch: Waiting[], savepoints: boolean): Promise<boolean> {
    try {
      const settle = await this.#attemptAll(batch, savepoints)
      if (settle === undefined) {
        this.#queue = [...batch, ...this.#queue]
        return true
      }
      for (const done of settle) done()
      // Even if this fails, the writes above are kept.
      const room = this.#checkpoints?.committed()
      this.#reserve?.committed()
      await room
    } catch (reason) {
      if (this.#writing.db.isTransaction) this.#writing.exec('ROLLBACK')
      this.#reserve?.committed()
      if (this.#checkpoints && diskTroubleOf(reason) === 'full' && !batch.some(({ again }) => again)) {
        // The log may hold the missing space.
        this.#checkpoints.cutNow()
        this.#queue = [...batch.map((waiting) => ({ ...waiting, again: true })), ...this.#queue]
        return false
      }
      for (const waiting of batch) waiting.fail(reason)
    }
    return false
  }

  /** Returns functions that settle each write; undefined to retry the batch with savepoints. */
  async #attemptAll(batch: Waiting[], savepoints: boolean): Promise<(() => void)[] | undefined> {
    const settle: (() => void)[] = []
    for (const { work, keep, fail, needsRoom } of batch) {
      const tx = new BatchWriter(this.#writing)
      if (savepoints) this.#writing.exec('SAVEPOINT one')
      try {
        if (needsRoom) this.#reserve?.check()
        const checkGrowth = this.#reserve?.measure()
        const result = await work(tx)
        tx.saveStamps()
        if (tx.failed) throw tx.failed.reason
        checkGrowth?.()
        settle.push(() => keep(result))
      } catch (reason) {
        // A full or broken disk ends the whole transaction, and none of the batch is stored.
        if (!this.#writing.db.isTransaction) throw reason
        if (tx.wrote && !savepoints) {
          this.#writing.exec('ROLLBACK')
          return undefined
        }
        if (savepoints) this.#writing.exec('ROLLBACK TO one')
        settle.push(() => fail(reason))
      } finally {
        tx.end()
      }
      if (savepoints) this.#writing.exec('RELEASE one')
    }
    this.#writing.exec('COMMIT')
    return settle
  }
}

function readerOn(connection: Connection): Reader {
  return {
    engine: 'sqlite',
    all: <R>(sql: string, values: readonly Value[] = []) => whenFree(() => connection.prepare(sql).all(values) as R[]),
    one: <R>(sql: string, values: readonly Value[] = []) => whenFree(() => connection.prepare(sql).get(values) as R | undefined),
  }
}

/** A writer that throws once its write has ended: a statement after a forgotten `await` must not become part of another write. */
class BatchWriter implements Writer {
  readonly engine = 'sqlite'
  wrote = false
  failed: { reason: unknown } | undefined = undefined
  #ended = false
  readonly #connection: Connection
  readonly #stamps = new Map<string, Micros>()

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
    this.saveStamps()
    const found = new Map<string, Micros>()
    for (let start = 0; start < owners.length; ) {
      const count = owners.length - start < together ? 1 : together
      const some = owners.slice(start, start + count)
      const rows = this.#ask(findStamps(count), (statement) => statement.all(some)) as { owner: string; stamp: Micros }[]
      for (const { owner, stamp } of rows) found.set(owner, stamp)
      start += count
    }
    return owners.map((owner) => found.get(owner) ?? 0)
  }

  keepStamp(owner: string, stamp: Micros): void {
    this.wrote = true
    this.#stamps.set(owner, stamp)
  }

  saveStamps(): void {
    if (this.#stamps.size === 0) return
    const values = [...this.#stamps].flat()
    this.#stamps.clear()
    for (let start = 0; start < values.length; ) {
      const count = values.length - start < 2 * together ? 1 : together
      this.send(saveStamps(count), values.slice(start, start + 2 * count))
      start += 2 * count
    }
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

/** Boxes per statement: takes a third of the time of separate statements. */
const together = 25

const findStamps = forBoxes(
  (count) => `SELECT owner, stamp FROM box WHERE owner IN (${Array.from({ length: count }, (_, at) => `$${at + 1}`)})`,
)
const saveStamps = forBoxes(
  (count) => `
    INSERT INTO box (owner, stamp) VALUES ${Array.from({ length: count }, (_, at) => `($${2 * at + 1}, $${2 * at + 2})`)}
    ON CONFLICT (owner) DO UPDATE SET stamp = excluded.stamp`,
)

function forBoxes(sql: (count: number) => string): (count: number) => string {
  const [one, many] = [sql(1), sql(together)]
  return (count) => (count === 1 ? one : many)
}

/** Updates the statistics of tables that have changed a lot; skipped until next time if another program is writing. */
function optimize({ exec }: Connection): void {
  try {
    exec('PRAGMA optimize')
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}

function migrate(db: DatabaseSync): void {
  const { user_version: seen } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  for (const { number, sql } of migrations('sqlite')) {
    if (number > seen) db.exec(`BEGIN IMMEDIATE;\n${sql};\nPRAGMA user_version = ${number};\nCOMMIT`)
  }
}

function ignore(): void {}
