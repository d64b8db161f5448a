/** A value in a column. Both engines store booleans as 0 and 1, stamps as whole microseconds and lists as JSON text. */
export type Value = string | number | null

export type Row = Record<string, Value>

/** SQL for both engines, with parameters `$1`, `$2` and so on. Prepared statements are cached by text. */
export interface Query {
  sql: string
  values?: readonly Value[]
}

/** Identifies the store, for the few statements that the engines can't share. */
export type Engine = 'sqlite' | 'postgres'

export interface Reader {
  readonly engine: Engine
  all<R = Row>(sql: string, values?: readonly Value[]): Promise<R[]>
  one<R = Row>(sql: string, values?: readonly Value[]): Promise<R | undefined>
}

/** Valid during its `write`. A failed statement fails the whole write, even if its error is caught. */
export interface Writer extends Reader {
  /** Runs a statement that changes rows and returns how many it changed. */
  run(sql: string, values?: readonly Value[]): Promise<number>
  /** The same for a statement whose result isn't needed. It runs in order but isn't awaited separately. */
  send(sql: string, values?: readonly Value[]): void
  /**
   * Locks boxes until the write ends and returns the newest stamp of each (0 for a new one). While a box is locked no other write can
   * take a stamp in it, so stamps rise in commit order.
   */
  lockBoxes(owners: readonly string[]): Promise<number[]>
  /** Stores the newest stamp of a box that this write has locked; the next `lockBoxes` returns it. */
  keepStamp(owner: string, stamp: number): void
  /**
   * Takes a named lock until the write ends; everything that earlier holders wrote is visible then. For rules on rows outside of boxes that
   * two concurrent writes would both pass, such as 'the first account is the administrator'. Rules that a unique index enforces need no
   * lock, nor do rules where both writes change the same row. Cheapest as the first statement.
   */
  lock(name: string): Promise<void>
}

export interface WriteOptions {
  /**
   * Whether the promise waits for the disk; true by default. Without it, a power cut may lose this write and all later ones up to the next
   * that waits, so only use it for work that repeats by itself. PostgreSQL always waits: it could lose its memory while the nodes survive,
   * and they would continue as if nothing had been lost.
   */
  flush?: boolean
  /**
   * Whether to refuse the write while the embedded store's disk is nearly full and only writes that don't enlarge the store are allowed, so
   * that a check sees what other writes see. PostgreSQL has its own disk.
   */
  needsRoom?: boolean
  /**
   * Queries that the work will make before it writes. PostgreSQL answers those of all writes in a batch in one round trip, before the work
   * begins; the work then makes them as usual, with the same SQL and values. Only for rows that change under a lock of one of its boxes, or
   * whose state before a concurrent write is acceptable.
   */
  ahead?: readonly Query[]
}

/** A store of rows. `db.contract.ts` specifies every engine. */
export interface Db extends Reader {
  /** Runs several queries on one snapshot: no write becomes visible between them. */
  snapshot(queries: readonly Query[]): Promise<Row[][]>
  /**
   * One atomic, durable change: when the promise is kept it is on disk; when `work` throws, nothing of it stays. It sees one state.
   * `work` awaits nothing but what the writer answers, for others wait for it, and does nothing else that lasts, for it may be run
   * again from the start: where another write has changed a row that it wants to change, or was quicker to take what a unique index
   * allows once. So a rule may look first and write then.
   * @param boxes the boxes that it locks, if known before; it costs least then, for it may share a flush to the disk with others
   */
  write<T>(work: (tx: Writer) => Promise<T>, boxes?: readonly string[], options?: WriteOptions): Promise<T>
  close(): Promise<void>
}
