import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import type { Db, Query, Row, Value, WriteOptions, Writer } from './db.ts'
import { migrations } from './migrations/migrations.ts'
import { Batches } from './postgres-batches.ts'
import { DatabaseInUse, isAway, isStale, unavailable, waitBeforeRetry } from './postgres-errors.ts'
import { prepared, prepareFor, transact, transactAll, type Waiting } from './postgres-writer.ts'

/**
 * The number of connections for reads, and the same for writes: writes that wait for a box must not block reads. With the connection that
 * holds the place and those of a command, the total is below PgBouncer's default of 20 per user.
 */
const connections = 8
/** How many of these open at the start and stay open, because opening one takes longer than many writes. */
const keptOpen = 4
/** The maximum milliseconds that a caller waits for a connection. */
const connectionTimeout = 10_000
/** The maximum number of boxes of a write that may share a transaction: a larger write would delay the others. */
const shared = 8

interface PostgresOptions {
  onError?(error: unknown): void
  /** For reads, and the same number for writes. */
  connections?: number
  /** Whether this must be the only node on the database, because it has no bus. */
  alone?: boolean
  /** Whether to open the database although a node has it exclusively; runs no migrations. */
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
    // A command is short-lived.
    min: options.beside ? 0 : Math.min(keptOpen, options.connections ?? connections),
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
  if (!options.beside) await Promise.all([openSome(reading, session), openSome(writing, session, prepareFor)])
  const busy = new Set<Promise<unknown>>()
  let closed = false

  function alone(waiting: Pick<Waiting, 'work' | 'boxes' | 'ahead'>): Promise<unknown> {
    const locks = new Set<string>()
    return retrying(() => withClient(writing, session, (client) => transact(client, waiting, locks)))
  }
  const batches = new Batches((batch, wait) => withClient(writing, session, (client) => transactAll(client, batch, wait)), alone)

  const read = <T>(work: (client: PoolClient) => Promise<T>) => retrying(() => withClient(reading, session, work))

  return {
    engine: 'postgres',
    all: <R>(sql: string, values?: readonly Value[]) => read((client) => rowsOf<R>(client, sql, values)),
    one: async <R>(sql: string, values?: readonly Value[]) => (await read((client) => rowsOf<R>(client, sql, values)))[0],
    snapshot: (queries) => read((client) => snapshotOn(client, queries)),
    write<T>(work: (tx: Writer) => Promise<T>, boxes: readonly string[] = [], { ahead = [] }: WriteOptions = {}): Promise<T> {
      if (closed) return Promise.reject(new Error('The store is closed.'))
      const written =
        boxes.length === 0 || boxes.length > shared
          ? alone({ work, boxes, ahead })
          : new Promise<unknown>((keep, fail) => batches.add({ work, boxes, ahead, keep, fail }))
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

/** Opens the connections that a pool keeps. Those that the database has no room for open on demand. */
async function openSome(pool: Pool, session: SessionConfig, prepare = async (_client: PoolClient) => {}): Promise<void> {
  const opened = Array.from({ length: pool.options.min ?? 0 }, () => withClient(pool, session, prepare))
  await Promise.allSettled(opened)
}

/** Connections whose session settings are applied. */
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
  // Everything is sent in one go. If a query fails, so do the later ones, and COMMIT still ends the transaction.
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
  // The type of SUM over integers.
  [types.builtins.NUMERIC]: Number,
  // A comparison in a SELECT, which the other engine returns as a number.
  [types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
}

const getTypeParser = ((oid: number, format?: 'text') =>
  parsers[oid] ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser

function ignore(): void {}

/** Milliseconds that a stopping node takes to release its place. */
const lockTimeout = 2_000
const retryEvery = 500

interface Place {
  leave(): Promise<void>
}

/**
 * Takes a place among the nodes of a database and keeps it until released, even across a lost connection.
 * @param alone whether this has to be the only node
 * @throws DatabaseInUse, or the error of the network or of the database
 */
async function takePlace(session: SessionConfig, alone: boolean, onError: (error: unknown) => void): Promise<Place> {
  let left = false
  let client = await hold(session, alone, lost)

  function lost(): void {
    void regain().catch(onError)
  }

  async function regain(): Promise<void> {
    while (!left) {
      try {
        const again = await hold(session, alone, lost)
        client = again
        if (left) await again.end()
        return
      } catch (error) {
        if (error instanceof DatabaseInUse) onError(error)
        await sleep(retryEvery, undefined, { ref: false })
      }
    }
  }

  return {
    async leave() {
      left = true
      await client.end().catch(() => {})
    },
  }
}

/** A connection that holds the lock of a place; the lock ends with the connection. */
async function hold(session: SessionConfig, alone: boolean, lost: () => void): Promise<Client> {
  const client = new Client(session.client)
  client.on('error', () => {})
  await client.connect()
  try {
    await beginSession(client, session)
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  const take = `SELECT pg_try_advisory_lock${alone ? '' : '_shared'}(hashtextextended('waypost place ' || current_schema(), 0)) AS held`
  for (const until = Date.now() + lockTimeout; ; await sleep(retryEvery)) {
    const { rows } = await client.query<{ held: number }>(take)
    if (rows[0]?.held) break
    if (Date.now() < until) continue
    await client.end()
    throw new DatabaseInUse('The database is in use by another Waypost node.')
  }
  client.once('end', lost)
  return client
}

/** Milliseconds after which the database releases the locks of a node that went silent during a write. */
const silence = 30_000
/** Milliseconds that a session waits for its first answer: a pooler accepts connections before it has one to the database. */
const answerTimeout = 10_000

interface SessionConfig {
  client: ClientConfig
  settings: readonly (readonly [name: string, value: string])[]
}

/** Parses an address, with settings in libpq's format: `?options=-c search_path=waypost`. */
function sessionConfig(address: string): SessionConfig {
  const settings: [string, string][] = [['idle_in_transaction_session_timeout', String(silence)]]
  let connectionString = address
  const url = new URL(address)
  const asked = settingsIn(url.searchParams.get('options') ?? '')
  if (asked && asked.length > 0) {
    url.searchParams.delete('options')
    connectionString = url.href
    settings.push(...asked)
  }
  return { client: { connectionString, application_name: 'waypost', keepAlive: true }, settings }
}

/** The settings in `options`; undefined if it contains anything else, which the database must then parse. */
function settingsIn(options: string): [string, string][] | undefined {
  const words = options
    .replace(/(^|\s)-c\s+/g, '$1-c')
    .split(/\s+/)
    .filter(Boolean)
  const found: [string, string][] = []
  for (const word of words) {
    const [, name, value] = /^(?:-c|--)([\w.-]+)=([^\\]*)$/.exec(word) ?? []
    if (name === undefined || value === undefined) return undefined
    found.push([name.replaceAll('-', '_'), value])
  }
  return found
}

async function beginSession(client: ClientBase, { settings }: SessionConfig): Promise<void> {
  const set = settings.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`)
  const query = { text: `SELECT ${set.join(', ')}`, values: settings.flat(), query_timeout: answerTimeout }
  await client.query(query)
}

const table = 'CREATE TABLE IF NOT EXISTS migration (number BIGINT PRIMARY KEY, name TEXT NOT NULL, done BIGINT NOT NULL)'

/** Runs pending migrations in one transaction; nodes that start at the same time wait for the first one. */
async function migratePostgres(session: SessionConfig): Promise<void> {
  const client = new Client(session.client)
  client.on('error', () => {})
  await client.connect()
  try {
    await beginSession(client, session)
    await client.query('BEGIN')
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('waypost: migrations', 0))")
    await client.query(table)
    const { rows } = await client.query<{ seen: number }>('SELECT coalesce(max(number), 0) AS seen FROM migration')
    const seen = rows[0]?.seen ?? 0
    for (const { number, name, sql } of migrations('postgres')) {
      if (number <= seen) continue
      await client.query(forPostgres(sql))
      await client.query('INSERT INTO migration (number, name, done) VALUES ($1, $2, $3)', [number, name, Date.now() * 1_000])
    }
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

/**
 * Makes columns behave as in SQLite: text is compared by its bytes, whatever the database's language (which is also faster, and unaffected
 * by upgrades of the operating system's collations), and integers have 64 bits.
 */
function forPostgres(sql: string): string {
  return sql.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"').replace(/\bINTEGER\b/g, 'BIGINT')
}
