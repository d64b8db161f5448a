import { join } from 'node:path'
import autocannon from 'autocannon'
import { type Person, people } from './accounts.ts'
import type { Figure } from './figure.ts'
import { median, type Program, startProgram } from './program.ts'
import { onPostgres, sqlite } from './stores.ts'

const connections = 64
const seconds = 5
const rounds = 3
/** As fractions of the floor. */
const budget = { sqlite: 0.62, postgres: 0.9 }

/** Durable pushes per second over HTTP, compared to a floor of the same durability. */
export async function pushRate(): Promise<Figure> {
  const crowd = people(100)
  await using server = await sqlite.start(crowd.prepare)
  await using floor = await startProgram(join(import.meta.dirname, 'floor/inserts.ts'))
  return await compare(
    crowd.people,
    server,
    floor,
    'fastify, one prepared insert, all of a turn in one transaction',
    budget.sqlite,
  )
}

/** Durable pushes per second on PostgreSQL, which also flushes each commit to disk. */
export function pushRateOnPostgres(): Promise<Figure> {
  return onPostgres(async (store, url) => {
    const crowd = people(100)
    await using server = await store.start(crowd.prepare)
    await using floor = await startProgram(join(import.meta.dirname, 'floor/inserts-postgres.ts'), undefined, {
      FLOOR_DATABASE_URL: url,
    })
    return await compare(
      crowd.people,
      server,
      floor,
      'fastify, one prepared insert through a pool, a commit each',
      budget.postgres,
    )
  })
}

/** They alternate, so neither gets the quieter half. */
async function compare(
  crowd: readonly Person[],
  server: Program,
  floor: Program,
  floorDoes: string,
  least: number,
): Promise<Figure> {
  const load = (origin: string, duration: number) =>
    autocannon({
      url: `${origin}/v2/pushes`,
      method: 'POST',
      connections,
      duration,
      requests: crowd.map(({ token }) => ({
        headers: { 'access-token': token, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'note', body: 'a note of an ordinary length, say one line' }),
      })),
    })
  const rates = { server: [] as number[], floor: [] as number[] }
  for (const { origin } of [server, floor]) await load(origin, 2)
  for (let round = 0; round < rounds; round++) {
    for (const [name, { origin }] of [['server', server] as const, ['floor', floor] as const]) {
      const { requests, non2xx, errors } = await load(origin, seconds)
      if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed.`)
      rates[name].push(requests.average)
    }
  }
  const share = median(rates.server) / median(rates.floor)
  return {
    what: 'durable pushes a second over HTTP, as a share of the floor',
    measured: `${Math.round(median(rates.server))} pushes/s, ${connections} connections, median of ${rounds} rounds`,
    floor: `${Math.round(median(rates.floor))} inserts/s: ${floorDoes}`,
    figure: share.toFixed(2),
    budget: `at least ${least}`,
    met: share >= least,
    values: { 'pushes/s': median(rates.server), 'floor inserts/s': median(rates.floor), share },
  }
}
