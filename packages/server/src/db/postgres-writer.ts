import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import type { Query, Value, Writer } from './db.ts'
import { isAborted, isAway, LockedLate, unavailable } from './postgres-errors.ts'

type Work = (tx: Writer) => Promise<unknown>

/** A write, with the functions that settle its promise. */
export interface Waiting {
  work: Work
  boxes: readonly string[]
  /** See `WriteOptions`. */
  ahead: readonly Query[]
  keep(result: unknown): void
  fail(reason: unknown): void
}

/**
 * Runs work as one transaction.
 * @param boxes the boxes locked from the start, so that the work has their stamps at once
 * @param locks the other locks taken at the start; locks that the work requests later are added, and `LockedLate` is thrown to retry it
 * @throws the error of the work, or of the first statement that failed
 */
export async function transact(
  client: PoolClient,
  { work, boxes, ahead }: Pick<Waiting, 'work' | 'boxes' | 'ahead'>,
  locks: Set<string>,
): Promise<unknown> {
  const tx = new Transaction(client, new Set([...boxes.map(boxLock), ...locks]))
  const part = tx.part()
  try {
    if (boxes.length > 0) part.know(await tx.beginWith(boxes, ahead))
    const result = await work(part.writer)
    if (part.late.length > 0) throw new LockedLate()
    part.end()
    await tx.commit()
    return result
  } catch (reason) {
    part.end()
    await tx.rollback()
    for (const key of part.late) locks.add(key)
    throw part.late.length > 0 ? new LockedLate() : tx.reasonFor(reason)
  }
}

/** The result of a batch. */
export interface Written {
  settle: (() => void)[]
  /** Writes that were not started, because another node holds their boxes. */
  left: Waiting[]
}

/**
 * Runs several writes as one transaction, one after another: each sees the changes of those before it.
 * @param wait whether to wait for boxes that other nodes hold
 * @throws when the transaction was rolled back, because a write failed after it had written
 */
export async function transactAll(client: PoolClient, batch: readonly Waiting[], wait: boolean): Promise<Written> {
  const boxes = [...new Set(batch.flatMap((waiting) => waiting.boxes))]
  const tx = new Transaction(client, boxes.map(boxLock))
  const written: Written = { settle: [], left: [] }
  try {
    const firsts = firstOfBoxes(batch)
    const ahead = [...firsts].flatMap((waiting) => waiting.ahead)
    const { foreign, answers } = wait
      ? { foreign: new Set<string>(), answers: await tx.beginWith(boxes, ahead) }
      : await tx.tryBeginWith(boxes, ahead)
    for (const waiting of batch) {
      if (waiting.boxes.some((box) => foreign.has(box))) written.left.push(waiting)
      else written.settle.push(await runIn(tx, waiting, firsts.has(waiting) ? answers : undefined))
    }
    await tx.commit()
    return written
  } catch (reason) {
    await tx.rollback()
    throw tx.reasonFor(reason)
  }
}

/** The writes whose boxes no earlier write of the batch may have changed, so that their `ahead` queries hold. */
function firstOfBoxes(batch: readonly Waiting[]): Set<Waiting> {
  const seen = new Set<string>()
  const firsts = new Set<Waiting>()
  for (const waiting of batch) {
    if (!waiting.boxes.some((box) => seen.has(box))) firsts.add(waiting)
    for (const box of waiting.boxes) seen.add(box)
  }
  return firsts
}

/** Runs one write of a batch and returns a function that settles it. @throws its error if it has written */
async function runIn(tx: Transaction, { work, keep, fail }: Waiting, answers?: Answers): Promise<() => void> {
  const part = tx.part()
  if (answers) part.know(answers)
  try {
    const result = await work(part.writer)
    if (part.late.length > 0) throw new LockedLate()
    return () => keep(result)
  } catch (reason) {
    if (part.wrote || part.late.length > 0 || tx.failed) throw reason
    return () => fail(reason)
  } finally {
    part.end()
  }
}

/** One write in a transaction that it may share with others. */
interface Part {
  readonly writer: Writer
  readonly wrote: boolean
  /** Locks that it requested after the transaction had begun: the retry takes them at the start. */
  readonly late: readonly string[]
  /** Takes answers to the `ahead` queries, which hold until it changes anything. */
  know(answers: Answers): void
  /** Makes its writer throw from now on: a statement after a forgotten `await` must not end up in another write. */
  end(): void
}

type Answers = ReadonlyMap<string, QueryResult>

const questionOf = (sql: string, values: readonly unknown[] = []) => `${sql} ${JSON.stringify(values)}`

/** The lock of a box, which makes its stamps rise in commit order. */
const boxLock = (owner: string) => `box ${owner}`

/** A transaction. Statements don't wait for earlier results, so that beginning and committing cost no extra round trips. */
class Transaction {
  readonly #client: PoolClient
  readonly #locks: string[]
  readonly #stamps = new Map<string, number>()
  /** Boxes whose newest stamp must be saved. */
  readonly #stamped = new Set<string>()
  /** Statements to send together with the next one whose result is awaited. */
  #unsent: Query[] = []
  #begun = false
  #failed: { reason: unknown } | undefined

  constructor(client: PoolClient, locks: Iterable<string>) {
    this.#client = client
    this.#locks = [...locks]
  }

  /** Begins the transaction with its locks, reads the newest stamps of boxes and makes the `ahead` queries, in one round trip. */
  async beginWith(boxes: readonly string[], ahead: readonly Query[]): Promise<Answers> {
    const [, answers] = await this.#inOneGo(() => Promise.all([this.#readStamps(boxes), this.#askAll(ahead)]))
    return answers
  }

  /** Like `beginWith`, but doesn't wait for boxes that other nodes have locked, and returns them as `foreign`. */
  async tryBeginWith(boxes: readonly string[], ahead: readonly Query[]): Promise<{ foreign: Set<string>; answers: Answers }> {
    const [{ rows }, , answers] = await this.#inOneGo(() => {
      this.#begun = true
      const refused = this.#watch(this.#client.query<{ key: string }>(prepared(tryLocks, [this.#locks])))
      this.#watch(this.#client.query(begin))
      return Promise.all([refused, this.#readStamps(boxes), this.#askAll(ahead)])
    })
    const keys = new Set(rows.map(({ key }) => key))
    return { foreign: new Set(boxes.filter((owner) => keys.has(boxLock(owner)))), answers }
  }

  async #askAll(queries: readonly Query[]): Promise<Answers> {
    const results = await Promise.all(queries.map(({ sql, values }) => this.#query(sql, values)))
    return new Map(queries.map(({ sql, values }, at) => [questionOf(sql, values), results[at] as QueryResult]))
  }

  /** Adds a write to the transaction. Each write starts after the previous one has ended. */
  part(): Part {
    let ended = false
    let wrote = false
    const late: string[] = []
    const lock = (keys: readonly string[]) => {
      check()
      late.push(...this.#lock(keys))
      if (late.length > 0) throw new LockedLate()
    }
    const check = () => {
      if (ended) throw new Error('This write has ended; something in it was not awaited.')
    }
    let known: Answers | undefined
    const ask = async (sql: string, values?: readonly Value[]) => {
      check()
      return known?.get(questionOf(sql, values)) ?? this.#ask(sql, values)
    }
    return {
      writer: {
        engine: 'postgres',
        all: async <R>(sql: string, values?: readonly Value[]) => (await ask(sql, values)).rows as R[],
        one: async <R>(sql: string, values?: readonly Value[]) => (await ask(sql, values)).rows[0] as R | undefined,
        run: async (sql, values) => {
          wrote = true
          known = undefined
          return (await ask(sql, values)).rowCount ?? 0
        },
        send: (sql, values) => {
          check()
          wrote = true
          known = undefined
          this.#unsent.push(values ? { sql, values } : { sql })
        },
        lockBoxes: async (owners) => {
          lock(owners.map(boxLock))
          if (!owners.every((owner) => this.#stamps.has(owner))) await this.#readStamps(owners)
          return owners.map((owner) => this.#stamps.get(owner) as number)
        },
        keepStamp: (owner, stamp) => {
          check()
          wrote = true
          this.#stamps.set(owner, stamp)
          this.#stamped.add(owner)
        },
        lock: async (name) => lock([`name ${name}`]),
      },
      get wrote() {
        return wrote
      },
      late,
      know(answers) {
        known = answers
      },
      end() {
        ended = true
      },
    }
  }

  get failed(): boolean {
    return this.#failed !== undefined
  }

  /** @throws the error of the first statement that failed, or Refusal `unavailable` if it is unknown whether the commit succeeded */
  async commit(): Promise<void> {
    // COMMIT doesn't report a rollback caused by a failed statement whose error was caught.
    if (this.#failed) throw this.#failed.reason
    const committed = this.#inOneGo(() => {
      if (this.#stamped.size > 0) {
        const stamped = [...this.#stamped]
        this.#query(saveStamps, [stamped, stamped.map((owner) => this.#stamps.get(owner))]).catch(ignore)
      } else if (this.#unsent.length > 0) this.#flush()
      if (!this.#begun) return undefined
      const answer = this.#client.query('COMMIT')
      this.#unlock()
      return answer
    })
    if (!committed) return
    const { command } = await committed.catch((error) => {
      // It is unknown whether it was committed, so it must not be retried.
      throw isAway(error) ? unavailable(error) : error
    })
    if (command !== 'COMMIT') throw this.#firstFailure() ?? new Error('A write was rolled back although it had not failed.')
  }

  async rollback(): Promise<void> {
    this.#unsent = []
    if (!this.#begun) return
    await this.#inOneGo(() => {
      const answer = this.#client.query('ROLLBACK').catch(ignore)
      this.#unlock()
      return answer
    })
  }

  /** The error to report for a write: the first one, if `reason` only says that the transaction had already failed. */
  reasonFor(reason: unknown): unknown {
    return this.#failed && isAborted(reason) ? this.#failed.reason : reason
  }

  #firstFailure(): unknown {
    return this.#failed?.reason
  }

  async #readStamps(owners: readonly string[]): Promise<void> {
    const { rows } = await this.#ask(findStamps, [owners])
    const found = new Map(rows.map(({ owner, stamp }) => [owner as string, stamp as number]))
    for (const owner of owners) if (!this.#stamps.has(owner)) this.#stamps.set(owner, found.get(owner) ?? 0)
  }

  #ask(sql: string, values?: readonly unknown[]): Promise<QueryResult> {
    return this.#inOneGo(() => this.#query(sql, values))
  }

  #query(sql: string, values?: readonly unknown[]): Promise<QueryResult> {
    this.#flush()
    return this.#watch(this.#client.query(prepared(sql, values)))
  }

  #flush(): void {
    if (!this.#begun) this.#begin()
    for (const { sql, values } of this.#unsent) this.#watch(this.#client.query(prepared(sql, values)))
    this.#unsent = []
  }

  #begin(): void {
    this.#begun = true
    // Always in the same order, so that two transactions with the same locks cannot deadlock.
    if (this.#locks.length > 0) this.#watch(this.#client.query(prepared(takeLocks, [this.#locks.sort()])))
    this.#watch(this.#client.query(begin))
  }

  /** Sends several statements in one packet, which halves the CPU time of small statements. */
  #inOneGo<T>(send: () => T): T {
    const { stream } = (this.#client as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    try {
      return send()
    } finally {
      stream.uncork()
    }
  }

  #watch<T>(answer: Promise<T>): Promise<T> {
    answer.catch((reason) => {
      this.#failed ??= { reason }
    })
    return answer
  }

  /** Adds locks to take at the beginning. @returns those requested too late */
  #lock(keys: readonly string[]): string[] {
    const missing = keys.filter((key) => !this.#locks.includes(key))
    if (this.#begun) return missing
    this.#locks.push(...missing)
    return []
  }

  #unlock(): void {
    if (this.#locks.length > 0) this.#client.query('SELECT pg_advisory_unlock_all()').catch(ignore)
  }
}

const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ'

// Session locks, taken before the transaction begins: otherwise it would see the state from before it waited.
const takeLocks = 'SELECT pg_advisory_lock(hashtextextended(key, 0)) FROM unnest($1::text[]) AS key'
const tryLocks = `
  SELECT key FROM (SELECT key, pg_try_advisory_lock(hashtextextended(key, 0)) AS taken FROM unnest($1::text[]) AS key) AS tried
  WHERE NOT taken`

const findStamps = 'SELECT owner, stamp FROM box WHERE owner = ANY ($1)'

const saveStamps = `
  INSERT INTO box (owner, stamp) SELECT * FROM unnest($1::text[], $2::bigint[])
  ON CONFLICT (owner) DO UPDATE SET stamp = excluded.stamp`

/** Prepares the statements of every write on a connection, by running them for no box. */
export async function prepareFor(client: PoolClient): Promise<void> {
  const none: string[] = []
  for (const sql of [takeLocks, tryLocks, findStamps]) await client.query(prepared(sql, [none]))
  await client.query(prepared(saveStamps, [none, none]))
}

function ignore(): void {}

const names = new Map<string, string>()

/** A statement that each connection prepares once, under a name derived from its text. */
export function prepared(sql: string, values: readonly unknown[] = []): QueryConfig {
  let name = names.get(sql)
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('base64url')
    names.set(sql, name)
  }
  return { name, text: sql, values: values.map(storable) }
}

/** PostgreSQL can't store NUL. Calls refuse it; here it is removed from other texts, such as feeds. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value
}
