import autocannon from 'autocannon'
import { type Person, people } from './accounts.ts'
import type { Figure } from './figure.ts'
import { bytesEach } from './idle-memory.ts'
import { median, serverBundle, startProgram } from './program.ts'
import { sqlite } from './stores.ts'

const connections = 64
const seconds = 5
const rounds = 3
const leastShare = 0.9
const subscribers = 4_000
const mostTimes = 1.25

const line = 'a message of an ordinary length, say one line'

const topicOf = ({ iden }: Person) => `bench-${iden}`

/** Messages published the ntfy way, as a fraction of pushes through our own call. They alternate, so neither gets the quieter half. */
export async function ntfyRate(): Promise<Figure> {
  const crowd = people(100)
  await using server = await sqlite.start(crowd.prepare)
  const load = async (way: 'own' | 'ntfy', duration: number) => {
    const { requests, non2xx, errors } = await autocannon({
      url: server.origin,
      connections,
      duration,
      requests: crowd.people.map((person) =>
        way === 'own'
          ? {
              method: 'POST',
              path: '/v2/pushes',
              headers: { 'access-token': person.token, 'content-type': 'application/json' },
              body: JSON.stringify({ type: 'note', body: line }),
            }
          : { method: 'POST', path: `/${topicOf(person)}`, headers: { authorization: `Bearer ${person.token}` }, body: line },
      ),
    })
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed.`)
    return requests.average
  }
  const rates = { own: [] as number[], ntfy: [] as number[] }
  for (const way of ['own', 'ntfy'] as const) await load(way, 2)
  for (let round = 0; round < rounds; round++)
    for (const way of ['own', 'ntfy'] as const) rates[way].push(await load(way, seconds))
  const share = median(rates.ntfy) / median(rates.own)
  return {
    what: 'messages a second published as ntfy does, as a share of POST /v2/pushes',
    measured: `${Math.round(median(rates.ntfy))} messages/s, ${connections} connections, median of ${rounds} rounds`,
    floor: `${Math.round(median(rates.own))} pushes/s by our own call on the same server`,
    figure: share.toFixed(2),
    budget: `at least ${leastShare}`,
    met: share >= leastShare,
    values: { 'messages/s': median(rates.ntfy), 'pushes/s': median(rates.own), share },
  }
}

/** Resident memory per idle WebSocket subscriber in bytes, compared to our own streams. Each belongs to a different account. */
export async function ntfyIdleMemory(): Promise<Figure> {
  const crowd = people(subscribers)
  const person = (index: number) => crowd.people[index] as Person
  /** A separate process creates the topics, so its leftover memory doesn't count. */
  const prepare = async (folder: string) => {
    crowd.people.length = 0
    await crowd.prepare(folder)
    await using first = await startProgram(serverBundle, undefined, { WAYPOST_DATA: folder })
    await inTurns(crowd.people, ({ iden, token }) => {
      return fetch(`${first.origin}/bench-${iden}`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: line })
    })
  }
  const each = async (path: (index: number) => string) => {
    await using server = await startProgram(serverBundle, prepare)
    return await bytesEach(server, path, subscribers)
  }
  const own = await each((index) => `/websocket/${person(index).token}`)
  const auth = (index: number) => Buffer.from(`Bearer ${person(index).token}`).toString('base64url')
  const ntfy = await each((index) => `/${topicOf(person(index))}/ws?auth=${auth(index)}`)
  const times = ntfy / own
  return {
    what: 'memory per idle subscriber of ntfy, against our own streams',
    measured: `${(ntfy / 1024).toFixed(1)} KB a subscriber, ${subscribers} of as many accounts`,
    floor: `${(own / 1024).toFixed(1)} KB a stream`,
    figure: `${times.toFixed(2)} times`,
    budget: `at most ${mostTimes} times`,
    met: times <= mostTimes,
    values: { 'KB each': ntfy / 1024, 'own KB each': own / 1024, times },
  }
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += 50) await Promise.all(items.slice(start, start + 50).map(work))
}
