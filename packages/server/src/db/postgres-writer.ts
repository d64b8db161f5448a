import type { Socket } from 'node:net'
import type { PoolClient, QueryResult } from 'pg'
import type { Query, Value, Writer } from './db.ts'
import { isAborted, isAway, LockedLate, unavailable } from './postgres-errors.ts'
import { prepared } from './postgres-statements.ts'

/**
 * Runs work as one transaction.
 * @param locks what is locked before it begins; what the work asks for only later is added, and `LockedLate` thrown to do it again
 * @throws what the work throws, or what the first statement that failed said
 */
export async function transact<T>(client: PoolClient, work: (tx: Writer) => Promise<T>, locks: string[]): Promise<T> {
  const tx = new Transaction(client, locks)
  try {
    const result = await work(tx.writer)
    await tx.commit()
    return result
  } catch (reason) {
    await tx.rollback()
    throw tx.reasonFor(reason)
  }
}

/** Statements are sent at once and answered in their order, so that what begins and ends a transaction costs no round trip of its own. */
class Transaction {
  readonly #client: PoolClient
  readonly #locks: string[]
  readonly #last: Query[] = []
  #begun = false
  #ended = false
  #failed: { reason: unknown } | undefined

  constructor(client: PoolClient, locks: string[]) {
    this.#client = client
    this.#locks = locks
    if (locks.length > 0) this.#inOneGo(() => this.#begin())
  }

  /** Refuses to go on once the write has ended: a forgotten `await` must not land in somebody else's change. */
  readonly writer: Writer = {
    all: async <R>(sql: string, values?: readonly Value[]) => (await this.#ask(sql, values)).rows as R[],
    one: async <R>(sql: string, values?: readonly Value[]) => (await this.#ask(sql, values)).rows[0] as R | undefined,
    run: async (sql, values) => (await this.#ask(sql, values)).rowCount ?? 0,
    runLast: (sql, values) => {
      if (this.#ended) throw writeEnded()
      this.#last.push(values ? { sql, values } : { sql })
    },
    lockBoxes: async (owners) => {
      this.#lock(owners.map((owner) => `box ${owner}`))
      const { rows } = await this.#ask('SELECT owner, stamp FROM box WHERE owner = ANY ($1)', [owners])
      const stamps = new Map(rows.map(({ owner, stamp }) => [owner as string, stamp as number]))
      return owners.map((owner) => stamps.get(owner) ?? 0)
    },
    lock: async (name) => this.#lock([`name ${name}`]),
  }

  async commit(): Promise<void> {
    // COMMIT would not say that a failed statement, which the work took no notice of, has undone everything.
    if (this.#failed) throw this.#firstFailure()
    const committed = this.#inOneGo(() => {
      for (const { sql, values } of this.#last) this.#ask(sql, values).catch(ignore)
      this.#ended = true
      if (!this.#begun) return undefined
      const answer = this.#client.query('COMMIT')
      this.#unlock()
      return answer
    })
    if (!committed) return
    const { command } = await committed.catch((error) => {
      // Nobody knows whether it was done, so it must not be done again.
      throw isAway(error) ? unavailable(error) : error
    })
    if (command !== 'COMMIT') throw this.#firstFailure() ?? new Error('A write was undone that nobody gave up.')
  }

  async rollback(): Promise<void> {
    this.#ended = true
    if (!this.#begun) return
    await this.#inOneGo(() => {
      const answer = this.#client.query('ROLLBACK').catch(ignore)
      this.#unlock()
      return answer
    })
  }

  /** What to say of a write that failed with a reason, which may be only the echo of an earlier one. */
  reasonFor(reason: unknown): unknown {
    return this.#failed && isAborted(reason) ? this.#failed.reason : reason
  }

  #firstFailure(): unknown {
    return this.#failed?.reason
  }

  #begin(): void {
    this.#begun = true
    if (this.#locks.length > 0) this.#send(this.#client.query(prepared(takeLocks, [this.#locks])))
    this.#send(this.#client.query('BEGIN ISOLATION LEVEL REPEATABLE READ'))
  }

  #ask(sql: string, values?: readonly unknown[]): Promise<QueryResult> {
    if (this.#ended) return Promise.reject(writeEnded())
    return this.#inOneGo(() => {
      if (!this.#begun) this.#begin()
      return this.#send(this.#client.query(prepared(sql, values)))
    })
  }

  /** Hands what is sent to the network as one packet: for small statements that is half of what they cost here. */
  #inOneGo<T>(send: () => T): T {
    const { stream } = (this.#client as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    try {
      return send()
    } finally {
      stream.uncork()
    }
  }

  /** Keeps an eye on a statement. */
  #send<T>(answer: Promise<T>): Promise<T> {
    answer.catch((reason) => {
      this.#failed ??= { reason }
    })
    return answer
  }

  #lock(keys: readonly string[]): void {
    const missing = keys.filter((key) => !this.#locks.includes(key))
    if (missing.length === 0) return
    this.#locks.push(...missing)
    // In one order everywhere, so that two who want the same locks cannot wait for each other.
    this.#locks.sort()
    if (!this.#begun) return
    this.#failed ??= { reason: new LockedLate() }
    throw this.#failed.reason
  }

  #unlock(): void {
    if (this.#locks.length > 0) this.#client.query('SELECT pg_advisory_unlock_all()').catch(ignore)
  }
}

// Taken for the session and not for the transaction, which would see the state from before it waited.
const takeLocks = 'SELECT pg_advisory_lock(hashtextextended(key, 0)) FROM unnest($1::text[]) AS key'

const writeEnded = () => new Error('This write has ended; something in it was not awaited.')

function ignore(): void {}
