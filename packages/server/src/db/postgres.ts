// Implements the database with PostgreSQL: connections, reads, batched writes and retries.

import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import type { Db, Query, Row, Value, Writer } from './db.ts'
import { Batches } from './postgres-batches.ts'
import { isAway, isStale, unavailable, waitBeforeRetry } from './postgres-errors.ts'
import { migratePostgres } from './postgres-migrations.ts'
import { takePlace } from './postgres-place.ts'
import { beginSession, type SessionConfig, sessionConfig } from './postgres-session.ts'
import { prepared } from './postgres-statements.ts'
import { transact, transactAll, type Waiting } from './postgres-writer.ts'

/**
 * Connections for reads, and as many for writes: writes that wait for a box must not keep reads waiting. With the one that holds the place and
 * those of a command, they are fewer than the 20 that PgBouncer opens for all clients of a user, unless told otherwise.
 */
const connections = 8
/** Milliseconds that a caller waits for a connection at most. */
const connectionTimeout = 10_000
/** The most boxes of a write that may share a transaction: a larger write would delay the others. */
const shared = 8

interface PostgresOptions {
  /** Called when an idle connection is lost. */
  onError?(error: unknown): void
  /** For reads, and the same number for writes. */
  connections?: number
  /** Whether this must be the only node on the database, because it has no bus. */
  alone?: boolean
  /** Whether to open it although a node uses it alone; runs no migrations. */
  beside?: boolean
}

/**
 * Opens the PostgreSQL store and runs migrations, once if several nodes start together.
 *
 * A write is one REPEATABLE READ transaction: it sees one state, and is retried from the start when another write has changed a row that
 * it changes, so that a rule may read first and write then. Boxes and names are locked before the transaction begins, so it sees
 * everything written by those it waited for.
 *
 * @throws DatabaseInUse, or the error of the network or of the database
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Db> {
  const session = sessionConfig(url)
  const config: PoolConfig = {
    ...session.client,
    max: options.connections ?? connections,
    connectionTimeoutMillis: connectionTimeout,
    // Statements are pipelined, so BEGIN costs no round trip.
    pipeline: true,
    types: { getTypeParser },
  }
  const place = options.beside ? undefined : await takePlace(session, options.alone ?? false, options.onError ?? ignore)
  try {
    if (place) await migratePostgres(session)
  } catch (error) {
    await place?.leave()
    throw error
  }
  const reading = openPool(config, options)
  const writing = openPool(config, options)
  const busy = new Set<Promise<unknown>>()
  let closed = false

  function alone({ work, boxes }: Pick<Waiting, 'work' | 'boxes'>): Promise<unknown> {
    const locks = new Set<string>()
    return retrying(() => withClient(writing, session, (client) => transact(client, work, boxes, locks)))
  }
  const batches = new Batches((batch, wait) => withClient(writing, session, (client) => transactAll(client, batch, wait)), alone)

  const read = <T>(work: (client: PoolClient) => Promise<T>) => retrying(() => withClient(reading, session, work))

  return {
    engine: 'postgres',
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
      await Promise.all([reading.end(), writing.end(), place?.leave()])
    },
  }
}

function openPool(config: PoolConfig, { onError = ignore }: PostgresOptions): Pool {
  const pool = new Pool(config)
  // The pool has already dropped the connection and opens a new one when needed.
  pool.on('error', onError)
  // The user of a connection gets the error as well.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** Connections whose session has its settings. */
const begun = new WeakSet<PoolClient>()

async function withClient<T>(pool: Pool, session: SessionConfig, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = !begun.has(client)
  try {
    if (broken) await beginSession(client, session)
    begun.add(client)
    broken = false
    return await work(client)
  } catch (error) {
    broken ||= isAway(error) || isStale(error)
    throw error
  } finally {
    client.release(broken)
  }
}

/** Retries work that failed through no fault of its own. @throws Refusal `unavailable` when the database stays unreachable */
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
