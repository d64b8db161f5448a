import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { freshEngines } from '../test-engines.ts'
import { dbContract } from './db.contract.ts'
import { openPostgres } from './postgres.ts'

// PostgreSQL through PgBouncer with its default settings.

const pgbouncer = process.env.WAYPOST_TEST_PGBOUNCER_URL

async function fresh(): Promise<string> {
  const url = new URL((await freshEngines())?.WAYPOST_DATABASE_URL as string)
  url.host = new URL(pgbouncer as string).host
  return url.href
}

describe.skipIf(!pgbouncer)('PgBouncer', () => {
  dbContract('postgres through PgBouncer', async () => openPostgres(await fresh()))

  test('has enough connections for all that a node does at once, and for a command beside it', async () => {
    const url = await fresh()
    const node = await openPostgres(url, { alone: true })
    const command = await openPostgres(url, { beside: true })
    const insert = (owner: string) => node.write((tx) => tx.run('INSERT INTO box (owner, stamp) VALUES ($1, 1)', [owner]))
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => Promise.all([node.one('SELECT pg_sleep(0.01)'), insert(`box ${index}`)])),
    )
    expect(await command.one('SELECT COUNT(*) AS count FROM box')).toEqual({ count: 100 })
    await command.write((tx) => tx.run('DELETE FROM box'))
    await Promise.all([node.close(), command.close()])
  })

  test('leaves sessions with the settings that Waypost needs, and others without them', async () => {
    const url = await fresh()
    const setting = `SELECT current_setting('idle_in_transaction_session_timeout') AS silence, current_schema() AS schema`
    const node = await openPostgres(url)
    const [, schema] = /search_path(?:=|%3D)(\w+)/.exec(url) ?? []
    expect(await node.one(setting)).toEqual({ silence: '30s', schema })
    expect(await node.write((tx) => tx.one(setting))).toEqual({ silence: '30s', schema })
    await node.close()
    const other = new Client(pgbouncer)
    await other.connect()
    expect((await other.query(setting)).rows).toEqual([{ silence: '0', schema: 'public' }])
    await other.end()
  })
})
