// Ensures that a PostgreSQL database serves one node without a bus, or several nodes with one.

import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { DatabaseInUse } from './postgres-errors.ts'
import { beginSession, type SessionConfig } from './postgres-session.ts'

/** Milliseconds that a stopping node takes to release its place. */
const lockTimeout = 2_000
const retryEvery = 500

interface Place {
  leave(): Promise<void>
}

/**
 * Takes a place among the nodes of a database and keeps it until it is left, also over a lost connection.
 * @param alone whether this has to be the only node
 * @throws DatabaseInUse, or the error of the network or of the database
 */
export async function takePlace(session: SessionConfig, alone: boolean, onError: (error: unknown) => void): Promise<Place> {
  let left = false
  let client = await hold(session, alone, lost)

  function lost(): void {
    void regain().catch(onError)
  }

  async function regain(): Promise<void> {
    while (!left) {
      try {
        const again = await hold(session, alone, lost)
        client = again
        if (left) await again.end()
        return
      } catch (error) {
        if (error instanceof DatabaseInUse) onError(error)
        await sleep(retryEvery, undefined, { ref: false })
      }
    }
  }

  return {
    async leave() {
      left = true
      await client.end().catch(() => {})
    },
  }
}

/** A connection that holds the lock of a place; the lock ends with the connection. */
async function hold(session: SessionConfig, alone: boolean, lost: () => void): Promise<Client> {
  const client = new Client(session.client)
  client.on('error', () => {})
  await client.connect()
  try {
    await beginSession(client, session)
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  const take = `SELECT pg_try_advisory_lock${alone ? '' : '_shared'}(hashtextextended('waypost place ' || current_schema(), 0)) AS held`
  for (const until = Date.now() + lockTimeout; ; await sleep(retryEvery)) {
    const { rows } = await client.query<{ held: number }>(take)
    if (rows[0]?.held) break
    if (Date.now() < until) continue
    await client.end()
    throw new DatabaseInUse('The database is in use by another Waypost node.')
  }
  client.once('end', lost)
  return client
}
