import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { installEngines, startPostgres } from '../scripts/engines.ts'
import { type Program, serverBundle, startProgram } from './program.ts'

/** A kind of store: starts a server on an empty one, which `prepare` may fill first. */
export interface Store {
  name: 'SQLite' | 'PostgreSQL'
  start(prepare: (store: string) => Promise<void>): Promise<Program>
  open(server: Program): Promise<Reader>
}

interface Reader extends AsyncDisposable {
  number(sql: string): Promise<number>
}

export const sqlite: Store = {
  name: 'SQLite',
  start: (prepare) => startProgram(serverBundle, prepare),
  async open({ folder }) {
    const file = new DatabaseSync(join(folder, 'waypost.db'), { readOnly: true })
    return {
      number: async (sql) => Number(Object.values(file.prepare(sql).get() ?? {})[0]),
      [Symbol.asyncDispose]: async () => file.close(),
    }
  },
}

/** Measures on a new PostgreSQL that flushes each commit to disk, and stops it afterwards. `url` is its address. */
export async function onPostgres<T>(measure: (store: Store, url: string) => Promise<T>): Promise<T> {
  await installEngines()
  const postgres = await startPostgres({ durable: true })
  const url = postgres.environment.WAYPOST_TEST_DATABASE_URL as string
  try {
    return await measure(
      {
        name: 'PostgreSQL',
        start: (prepare) => startProgram(serverBundle, () => prepare(url), { WAYPOST_DATABASE_URL: url }),
        async open() {
          const client = new Client({ connectionString: url })
          await client.connect()
          return {
            number: async (sql) => Number(Object.values((await client.query(sql)).rows[0])[0]),
            [Symbol.asyncDispose]: () => client.end(),
          }
        },
      },
      url,
    )
  } finally {
    await postgres.stop()
  }
}
