// Processes many rows in writes short enough to go unnoticed.

/** Milliseconds after which a write takes no further row: on SQLite it blocks all other writes. */
const most = 5

/** Processes rows for a few milliseconds: how long a row takes depends on what users wrote. Returns those processed, at least one. */
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
