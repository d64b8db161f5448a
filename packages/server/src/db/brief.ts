// Work on many rows in writes that nobody notices.

/** Milliseconds after which a write takes on no further row: on SQLite it blocks all others. */
const most = 5

/**
 * Does work on rows, one after another, for a few milliseconds: how long a row takes depends on what users wrote in it.
 * @returns the rows that are done, from the first one on: at least one, if there are any
 */
export async function whileBrief<Row>(rows: readonly Row[], work: (row: Row) => Promise<unknown>): Promise<readonly Row[]> {
  const start = performance.now()
  let done = 0
  for (const row of rows) {
    await work(row)
    done++
    if (performance.now() - start >= most) break
  }
  return rows.slice(0, done)
}
