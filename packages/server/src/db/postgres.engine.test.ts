import { Client } from 'pg'
import { expect, test } from 'vitest'
import { freshEngines } from '../test-engines.ts'
import { dbContract } from './db.contract.ts'
import { migrations } from './migrations/migrations.ts'
import { openPostgres } from './postgres.ts'
import { DatabaseInUse } from './postgres-place.ts'

const fresh = async () => (await freshEngines())?.WAYPOST_DATABASE_URL as string
const insert = 'INSERT INTO box (owner, stamp) VALUES ($1, $2)'

dbContract('postgres', async () => openPostgres(await fresh()))

/** Asks the database itself, over a connection that is nobody's. */
async function ask(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query(sql, values)
  await client.end()
  return rows
}

/** Ends every connection of the nodes that use a schema, as a restart of the database does. */
async function cutOff(url: string): Promise<void> {
  const schema = new URL(url).searchParams.get('options')?.split('=').at(-1)
  await ask(url, `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND pid <> pg_backend_pid() AND application_name = $1`, [`waypost ${schema}`])
  await ask(url, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [`waypost ${schema}`])
}

test('nodes that start together make the tables once', async () => {
  const url = await fresh()
  const nodes = await Promise.all(Array.from({ length: 5 }, () => openPostgres(url)))
  const done = await nodes[0]?.all('SELECT number, name FROM migration ORDER BY number')
  expect(done).toEqual(migrations().map(({ number, name }) => ({ number, name })))
  await Promise.all(nodes.map((node) => node.close()))
  await openPostgres(url).then((again) => again.close())
})

test('a node that hears of no others has the database for itself', async () => {
  const url = await fresh()
  const alone = await openPostgres(url, { alone: true })
  await expect(openPostgres(url)).rejects.toThrow(DatabaseInUse)
  await alone.close()
  const one = await openPostgres(url)
  const other = await openPostgres(url)
  await expect(openPostgres(url, { alone: true })).rejects.toThrow(DatabaseInUse)
  await one.close()
  await other.close()
})
