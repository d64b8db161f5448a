/** A value in a column. Booleans are kept as 0 and 1, stamps as whole microseconds, lists as JSON text: both engines agree on these. */
export type Value = string | number | null

export type Row = Record<string, Value>

/** One SQL text for both engines, with parameters `$1`, `$2` and so on. It is prepared once and kept by its text. */
export interface Query {
  sql: string
  values?: readonly Value[]
}

export interface Reader {
  /** Every row that answers. */
  all<R = Row>(sql: string, values?: readonly Value[]): Promise<R[]>
  /** The first row that answers. */
  one<R = Row>(sql: string, values?: readonly Value[]): Promise<R | undefined>
}

/** Lives as long as the `write` that made it. A statement that fails fails the whole write, whatever becomes of its error. */
export interface Writer extends Reader {
  /** Runs a statement that changes rows; answers how many it changed. */
  run(sql: string, values?: readonly Value[]): Promise<number>
  /** The same for a statement of whose answer nothing depends. It takes effect in its turn, but nobody waits for it alone. */
  send(sql: string, values?: readonly Value[]): void
  /**
   * Locks boxes until the write ends and answers the newest stamp of each (0 for a new one). While a box is locked no other write can
   * take a stamp in it, so stamps rise in commit order.
   */
  lockBoxes(owners: readonly string[]): Promise<number[]>
  /** Keeps the newest stamp of a box that this write has locked. Whoever locks the box next is answered it. */
  keepStamp(owner: string, stamp: number): void
  /**
   * Waits until no other write holds this name, and holds it until the write ends; what the others wrote can be read then. For rules
   * over rows that are in nobody's box and that two writes may read while each adds another, such as 'the first account is the
   * administrator's'. What a unique index guards, or one row that both change, needs none. It costs least as the first thing asked.
   */
  lock(name: string): Promise<void>
}

/** A store of rows. `db.contract.ts` says what every engine must do. */
export interface Db extends Reader {
  /** Several queries over one unchanging state: no write becomes visible between them. */
  snapshot(queries: readonly Query[]): Promise<Row[][]>
  /**
   * One atomic, durable change: when the promise is kept it is on disk; when `work` throws, nothing of it stays. It sees one state.
   * `work` awaits nothing but what the writer answers, for others wait for it, and does nothing else that lasts, for it may be run
   * again from the start: where another write has changed a row that it wants to change, or was quicker to take what a unique index
   * allows once. So a rule may look first and write then.
   * @param boxes what it locks, where that is known before; it costs least then, for it may share a flush to the disk with others
   */
  write<T>(work: (tx: Writer) => Promise<T>, boxes?: readonly string[]): Promise<T>
  close(): Promise<void>
}
