// Processes many rows in writes short enough to go unnoticed.

/** Milliseconds after which a write takes no further row: on SQLite it blocks all other writes. */
const most = 5

/**
 * Processes rows one after another for a few milliseconds: how long a row takes depends on what users wrote in it.
 * @param clock milliseconds of the process
 * @returns the processed rows, from the first on: at least one, if there are any
 */
export async function whileBrief<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  clock: () => number = () => performance.now(),
): Promise<readonly Row[]> {
  const start = clock()
  let done = 0
  for (const row of rows) {
    await work(row)
    done++
    if (clock() - start >= most) break
  }
  return rows.slice(0, done)
}
