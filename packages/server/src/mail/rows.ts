import type { Writer } from '../db/db.ts'

/** Adds one to a name's count of a day. @returns the count, including this one */
export async function addToDailyCount(tx: Writer, name: string, day: number): Promise<number> {
  await tx.run(
    `INSERT INTO daily_count (name, day, count) VALUES ($1, $2, 1)
     ON CONFLICT (name) DO UPDATE SET day = $2, count = CASE WHEN daily_count.day = $2 THEN daily_count.count + 1 ELSE 1 END`,
    [name, day],
  )
  const row = await tx.one<{ count: number }>('SELECT count FROM daily_count WHERE name = $1', [name])
  return (row as { count: number }).count
}

export const deleteDailyCountsBefore = (tx: Writer, day: number) => tx.run('DELETE FROM daily_count WHERE day < $1', [day])
