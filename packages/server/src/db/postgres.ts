import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import type { Db, Query, Row, Value, Writer } from './db.ts'
import { Batches } from './postgres-batches.ts'
import { isAway, isStale, unavailable, waitBeforeRetry } from './postgres-errors.ts'
import { migratePostgres } from './postgres-migrations.ts'
import { takePlace } from './postgres-place.ts'
import { prepared } from './postgres-statements.ts'
import { transact, transactAll, type Waiting } from './postgres-writer.ts'

/** Connections for reads, and as many for writes: writes that wait for a box must not keep reads waiting. */
const connections = 10
/** Milliseconds until a caller that waits for a connection is turned away. */
const patience = 10_000
/** Milliseconds after which the database takes back what a node locked that fell silent in the middle of a write. */
const silence = 30_000

/** Boxes of a write that may share a transaction: one that touches many takes its time, and the others would wait for it. */
const shared = 8

export interface PostgresOptions {
  /** Hears of connections that were lost while nobody used them. */
  onError?(error: unknown): void
  /** For reads, and the same number for writes. */
  connections?: number
  /** Whether this has to be the only node on the database, as one that hears of no others. */
  alone?: boolean
}

/**
 * Opens the large store and brings its tables up to date; nodes that start together do that once.
 *
 * A write is one REPEATABLE READ transaction: it sees one state, and where another has changed a row that it wants to change it is
 * done again from the start, so that a rule may look first and write then. Boxes and names are locked before it begins, so it sees
 * all that was written by those it waited for.
 *
 * @throws DatabaseInUse, or the error of the network or of the database
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Db> {
  const config: PoolConfig = {
    connectionString: url,
    application_name: 'waypost',
    max: options.connections ?? connections,
    connectionTimeoutMillis: patience,
    idle_in_transaction_session_timeout: silence,
    keepAlive: true,
    // Statements are sent without waiting for the answer to the one before: BEGIN costs no round trip.
    pipeline: true,
    types: { getTypeParser },
  }
  const place = await takePlace(config, options.alone ?? false, options.onError ?? ignore)
  try {
    await migratePostgres(config)
  } catch (error) {
    await place.leave()
    throw error
  }
  const reading = openPool(config, options)
  const writing = openPool(config, options)
  const busy = new Set<Promise<unknown>>()
  let closed = false

  function alone({ work, boxes }: Pick<Waiting, 'work' | 'boxes'>): Promise<unknown> {
    const locks = new Set<string>()
    return retrying(() => withClient(writing, (client) => transact(client, work, boxes, locks)))
  }
  const batches = new Batches((batch, wait) => withClient(writing, (client) => transactAll(client, batch, wait)), alone)

  const read = <T>(work: (client: PoolClient) => Promise<T>) => retrying(() => withClient(reading, work))

  return {
    all: <R>(sql: string, values?: readonly Value[]) => read((client) => rowsOf<R>(client, sql, values)),
    one: async <R>(sql: string, values?: readonly Value[]) => (await read((client) => rowsOf<R>(client, sql, values)))[0],
    snapshot: (queries) => read((client) => snapshotOn(client, queries)),
    write<T>(work: (tx: Writer) => Promise<T>, boxes: readonly string[] = []): Promise<T> {
      if (closed) return Promise.reject(new Error('The store is closed.'))
      const written =
        boxes.length === 0 || boxes.length > shared
          ? alone({ work, boxes })
          : new Promise<unknown>((keep, fail) => batches.add({ work, boxes, keep, fail }))
      const settled = written.then(ignore, ignore)
      busy.add(settled)
      void settled.then(() => busy.delete(settled))
      return written as Promise<T>
    },
    async close() {
      if (closed) return
      closed = true
      await Promise.all(busy)
      await Promise.all([reading.end(), writing.end(), place.leave()])
    },
  }
}

function openPool(config: PoolConfig, { onError = ignore }: PostgresOptions): Pool {
  const pool = new Pool(config)
  // The pool has let go of such a connection by then, and makes a new one when it needs it.
  pool.on('error', onError)
  // One that is in use tells whoever uses it as well.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    return await work(client)
  } catch (error) {
    broken = isAway(error) || isStale(error)
    throw error
  } finally {
    client.release(broken)
  }
}

/** Does work again that failed for no fault of its own. @throws Refusal `unavailable` when the database stays away */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const wait = waitBeforeRetry(error, attempt)
      if (wait === undefined) throw isAway(error) ? unavailable(error) : error
      await sleep(wait)
    }
  }
}

async function snapshotOn(client: PoolClient, queries: readonly Query[]): Promise<Row[][]> {
  // All of it is sent in one go. Where a query fails, those after it do too, and COMMIT ends the transaction all the same.
  const answers = [
    client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
    ...queries.map(({ sql, values }) => client.query(prepared(sql, values))),
    client.query('COMMIT'),
  ]
  await Promise.allSettled(answers)
  const results = await Promise.all(answers)
  return results.slice(1, -1).map(({ rows }) => rows as Row[])
}

async function rowsOf<R>(client: PoolClient, sql: string, values?: readonly Value[]): Promise<R[]> {
  return (await client.query(prepared(sql, values))).rows as R[]
}

const parsers: Record<number, (text: string) => number> = {
  [types.builtins.INT8]: Number,
  // What SUM answers for whole numbers.
  [types.builtins.NUMERIC]: Number,
  // A comparison in a SELECT, which the other engine answers as a number.
  [types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
}

const getTypeParser = ((oid: number, format?: 'text') =>
  parsers[oid] ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser

function ignore(): void {}
