import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import autocannon from 'autocannon'
import { type Person, people } from './accounts.ts'
import type { Figure } from './figure.ts'
import { median, serverBundle, startProgram } from './program.ts'

const rows = { large: 1_000_000, small: 1_000 }
const connections = 16
const seconds = 4
const rounds = 3
const budget = 1.3
/** In microseconds. */
const firstStamp = 1_700_000_000_000_000

/** How long an empty sync takes with a large box, compared to a small one. */
export async function emptySync(): Promise<Figure> {
  const crowd = people(2)
  await using server = await startProgram(serverBundle, async (folder) => {
    await crowd.prepare(folder)
    const store = new DatabaseSync(join(folder, 'waypost.db'))
    const [large, small] = crowd.people as [Person, Person]
    store.exec('BEGIN')
    fill(store, large.iden, rows.large)
    fill(store, small.iden, rows.small)
    store.exec('COMMIT')
    store.close()
  })
  const times = { large: [] as number[], small: [] as number[] }
  const boxes = (['large', 'small'] as const).map((name, index) => ({ name, token: (crowd.people[index] as Person).token }))

  async function measure(token: string, count: number, duration: number): Promise<number> {
    const newest = (firstStamp + count) / 1e6
    const path = `/v2/everything?modified_after=${newest}`
    const answer = await (await fetch(server.origin + path, { headers: { 'access-token': token } })).json()
    if ((answer as { pushes: unknown[] }).pushes.length > 0) throw new Error('The sync was not empty.')
    const load = await autocannon({ url: server.origin + path, headers: { 'access-token': token }, connections, duration })
    if (load.non2xx + load.errors > 0) throw new Error(`${load.non2xx + load.errors} requests failed.`)
    return 1_000 / load.requests.average
  }

  for (const { name, token } of boxes) await measure(token, rows[name], 1)
  for (let round = 0; round < rounds; round++)
    for (const { name, token } of boxes) times[name].push(await measure(token, rows[name], seconds))
  const ratio = median(times.large) / median(times.small)
  return {
    what: `empty sync in a box of ${rows.large.toLocaleString('en')} rows, against one of ${rows.small.toLocaleString('en')}`,
    measured: `${median(times.large).toFixed(3)} ms a request, ${connections} connections, median of ${rounds} rounds`,
    floor: `${median(times.small).toFixed(3)} ms`,
    figure: `${ratio.toFixed(2)} times`,
    budget: `at most ${budget} times`,
    met: ratio <= budget,
    values: { 'large ms': median(times.large), 'small ms': median(times.small), times: ratio },
  }
}

function fill(store: DatabaseSync, owner: string, count: number): void {
  store
    .prepare(
      `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?3)
       INSERT INTO push (iden, owner, active, created, modified, conversation, type, direction, dismissed, body)
       SELECT ?1 || 'sj' || printf('%018d', n), ?1, 1, ?2 + n, ?2 + n, 'self', 'note', 'self', 0, 'a note of an ordinary length, say one line'
       FROM counted`,
    )
    .run(owner, firstStamp, count)
  store.prepare('INSERT INTO box (owner, stamp) VALUES (?, ?)').run(owner, firstStamp + count)
}
