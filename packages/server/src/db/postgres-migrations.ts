// Runs the pending migrations in PostgreSQL, with columns that behave as in SQLite.

import { Client } from 'pg'
import { migrations } from './migrations/migrations.ts'
import { beginSession, type SessionConfig } from './postgres-session.ts'

const table = 'CREATE TABLE IF NOT EXISTS migration (number BIGINT PRIMARY KEY, name TEXT NOT NULL, done BIGINT NOT NULL)'

/** Runs pending migrations in one transaction; nodes that start together wait for the first one. */
export async function migratePostgres(session: SessionConfig): Promise<void> {
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
 * Gives columns the same behaviour as in SQLite: text is compared by its bytes, whatever the database's language (which is also faster,
 * and unaffected by upgrades of the operating system's collations), and integers have 64 bits.
 */
function forPostgres(sql: string): string {
  return sql.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"').replace(/\bINTEGER\b/g, 'BIGINT')
}
