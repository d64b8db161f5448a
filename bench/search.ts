// Measures how fast a search is answered in a large store, how large the index is, and how much it slows senders down.

import { fillPushes, neverIndex } from '@waypost/server/test-server'
import autocannon from 'autocannon'
import { type Person, people } from './accounts.ts'
import type { Figure } from './figure.ts'
import { median, percentile } from './program.ts'
import { onPostgres, type Store, sqlite } from './stores.ts'

const pushes = 1_000_000
/** Half of the pushes are in the first box. */
const boxes = 101
const times = 60
/** Run first, while the server's code is compiled. */
const warmUp = 10
const budget = 20
/** The rate of pushes with the index, as a fraction of that without it. */
const leastRate = 0.9

/** Milliseconds until a search of a box with 500,000 pushes is answered over HTTP. */
export function search(): Promise<Figure> {
  return measure((some) => some(sqlite))
}

export function searchOnPostgres(): Promise<Figure> {
  return measure(onPostgres)
}

type OnStore = <T>(part: (store: Store) => Promise<T>) => Promise<T>

/** Searches by kind; those of one kind differ, so none is answered from a cache. */
const kinds: Record<string, (time: number) => string> = {
  rare: (time) => `zanzibar${time}`,
  common: (time) => `meeting -q${time}`,
  prefix: (time) => `w${time % 10}`,
  'two words': (time) => `meeting v${time}`,
}

async function measure(on: OnStore): Promise<Figure> {
  const { name, waits, bytes } = await on(searchTimes)
  const share = await on(rateShare)
  const p95 = Object.entries(waits).map(([kind, each]) => [kind, percentile(each, 0.95)] as const)
  const worst = Math.max(...p95.map(([, wait]) => wait))
  return {
    what: `a search among ${pushes.toLocaleString('en')} pushes, half of them in the box that is searched, on ${name}`,
    measured: `95 of 100: ${p95.map(([kind, wait]) => `${kind} ${wait.toFixed(1)} ms`).join(', ')}; ${bytes.toFixed(0)} bytes of index for each push`,
    figure: `${worst.toFixed(1)} ms; ${share.toFixed(2)} of the rate of pushes without an index`,
    budget: `under ${budget} ms, at least ${leastRate}`,
    met: worst < budget && share >= leastRate,
    values: {
      ...Object.fromEntries(p95.map(([kind, wait]) => [`${kind} p95 ms`, wait])),
      'bytes each': bytes,
      'share of rate': share,
    },
  }
}

/** Milliseconds per search by kind, and the size of the index in bytes per push. */
async function searchTimes(store: Store) {
  const crowd = people(boxes)
  await using server = await store.start(async (place) => {
    await crowd.prepare(place)
    const [first, ...others] = crowd.people.map(({ iden }) => iden) as [string, ...string[]]
    await fillPushes(place, first, pushes / 2)
    for (const other of others) await fillPushes(place, other, pushes / 2 / others.length)
  })
  const waits: Record<string, number[]> = {}
  await using stored = await store.open(server)
  await until(async () => (await stored.number('SELECT COUNT(*) FROM box WHERE indexed < stamp')) === 0)
  const tidying: number[] = []
  await until(async () => {
    tidying.push(await stored.number(tidyingOf[store.name]))
    return tidying.length > 5 && new Set(tidying.slice(-5)).size === 1
  })
  const bytes = (await stored.number(sizes[store.name])) / pushes
  const [{ token }] = crowd.people as [Person]
  for (const [kind, query] of Object.entries(kinds)) {
    waits[kind] = []
    for (let time = 0; time < warmUp + times; time++) {
      const start = performance.now()
      const answer = await fetch(`${server.origin}/v3/search?q=${encodeURIComponent(query(time))}`, {
        headers: { 'access-token': token },
      })
      const { pushes: found } = (await answer.json()) as { pushes: object[] }
      if (time >= warmUp) waits[kind].push(performance.now() - start)
      if (answer.status !== 200 || found.length === 0) throw new Error(`The search for ${query(time)} found nothing.`)
    }
  }
  return { name: store.name, waits, bytes }
}

/**
 * The rate of pushes to boxes that are indexed, as a fraction of that to boxes that are never indexed, because they count as fully indexed.
 * They alternate.
 */
async function rateShare(store: Store): Promise<number> {
  const crowd = people(200)
  await using server = await store.start(async (place) => {
    await crowd.prepare(place)
    for (const { iden } of crowd.people.slice(100)) await neverIndex(place, iden)
  })
  const load = async (some: readonly Person[], duration: number) => {
    const { requests, non2xx, errors } = await autocannon({
      url: `${server.origin}/v2/pushes`,
      method: 'POST',
      connections: 64,
      duration,
      requests: some.map(({ token }) => ({
        headers: { 'access-token': token, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'note', body: 'a note of an ordinary length, say one line' }),
      })),
    })
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed.`)
    return requests.average
  }
  const [indexed, others] = [crowd.people.slice(0, 100), crowd.people.slice(100)]
  const rates = { indexed: [] as number[], others: [] as number[] }
  for (const some of [indexed, others]) await load(some, 2)
  for (let round = 0; round < 3; round++) {
    rates.indexed.push(await load(indexed, 5))
    rates.others.push(await load(others, 5))
  }
  return median(rates.indexed) / median(rates.others)
}

/**
 * A number that changes while the index is being tidied: the segments that SQLite merges, or the time while PostgreSQL's autovacuum runs.
 */
const tidyingOf = {
  SQLite: 'SELECT COUNT(DISTINCT segid) FROM push_search_idx',
  PostgreSQL: `SELECT COUNT(*) * EXTRACT(EPOCH FROM clock_timestamp()) FROM pg_stat_activity WHERE backend_type = 'autovacuum worker'`,
}

const sizes = {
  SQLite: "SELECT SUM(pgsize) FROM dbstat WHERE name LIKE 'push_search%'",
  PostgreSQL: "SELECT pg_total_relation_size('push_search')",
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20 * 60_000
  while (!(await done())) {
    if (Date.now() > end) throw new Error('The index was not complete after 20 minutes.')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
