// Declares the interface of the database: values, queries, reads, writes and locks.

/** A value in a column. Both engines store booleans as 0 and 1, stamps as whole microseconds and lists as JSON text. */
export type Value = string | number | null

export type Row = Record<string, Value>

/** SQL for both engines, with parameters `$1`, `$2` and so on. Prepared statements are cached by their text. */
export interface Query {
  sql: string
  values?: readonly Value[]
}

/** Which store it is, for the few statements that both cannot share. */
export type Engine = 'sqlite' | 'postgres'

export interface Reader {
  readonly engine: Engine
  /** All rows of the result. */
  all<R = Row>(sql: string, values?: readonly Value[]): Promise<R[]>
  /** The first row of the result. */
  one<R = Row>(sql: string, values?: readonly Value[]): Promise<R | undefined>
}

/** Valid during its `write`. A failed statement fails the whole write, even if its error is caught. */
export interface Writer extends Reader {
  /** Runs a statement that changes rows and returns how many it changed. */
  run(sql: string, values?: readonly Value[]): Promise<number>
  /** The same for a statement whose result is not needed. It runs in order, but is not awaited on its own. */
  send(sql: string, values?: readonly Value[]): void
  /**
   * Locks boxes until the write ends and returns the newest stamp of each (0 for a new one). While a box is locked no other write can
   * take a stamp in it, so stamps rise in commit order.
   */
  lockBoxes(owners: readonly string[]): Promise<number[]>
  /** Stores the newest stamp of a box that this write has locked; the next `lockBoxes` returns it. */
  keepStamp(owner: string, stamp: number): void
  /**
   * Takes a named lock until the write ends; everything that earlier holders wrote is visible then. For rules over rows outside of boxes
   * that two concurrent writes would both pass, such as 'the first account is the administrator'. Rules that a unique index enforces, or
   * where both writes change the same row, need no lock. It is cheapest as the first statement.
   */
  lock(name: string): Promise<void>
}

export interface WriteOptions {
  /**
   * Whether the promise waits for the disk; it does unless told otherwise. Without, a power cut may lose the write, with all that follow it
   * until one that waits, so it is only for work that is repeated by itself. PostgreSQL waits all the same: it may lose its memory without
   * the nodes, which would go on as if nothing had been lost.
   */
  flush?: boolean
  /**
   * Whether it is refused while the disk of the embedded store is nearly full, when only what makes the store no larger is written: so that a
   * check tells what others meet. PostgreSQL has a disk of its own.
   */
  needsRoom?: boolean
  /**
   * Queries that the work is going to make before it writes. PostgreSQL answers those of all writes of a batch in one round trip, before
   * their works begin; the work makes them as usual, by the same SQL and values. They are for rows that are changed only with a lock of one
   * of its boxes, or of which it may see the state before a write at the same time.
   */
  ahead?: readonly Query[]
}

/** A store of rows. `db.contract.ts` says what every engine must do. */
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
