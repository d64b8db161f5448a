import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { people } from './accounts.ts'
import type { Figure } from './figure.ts'
import { percentile, startProgram } from './program.ts'
import { onPostgres, type Store } from './stores.ts'

const boxes = 1_000
const rate = 1_000
const seconds = 15
/** In milliseconds on SQLite; on PostgreSQL, as a multiple of the time for bare inserts. */
const budget = { milliseconds: 6, times: 3 }

/** The same on PostgreSQL, compared to bare inserts through the same driver, at the same rate. */
export function pushLatencyOnPostgres(): Promise<Figure> {
  return onPostgres(async (store, url) => {
    const figure = await pushLatency(store)
    const floor = await insertLatency(url)
    const p99 = figure.values['p99 ms'] as number
    const most = budget.times * floor.p99
    return {
      ...figure,
      floor: `p50 ${floor.p50.toFixed(1)} ms, p99 ${floor.p99.toFixed(1)} ms: fastify, one prepared insert through a pool, until the answer`,
      budget: `at most ${most.toFixed(1)} ms (${budget.times} times the p99 of the floor)`,
      met: p99 <= most,
      values: { ...figure.values, 'floor p50 ms': floor.p50, 'floor p99 ms': floor.p99, 'times the floor': p99 / floor.p99 },
    }
  })
}

/** Milliseconds until a bare insert is answered. */
async function insertLatency(url: string): Promise<{ p50: number; p99: number }> {
  const program = join(import.meta.dirname, 'floor/inserts-postgres.ts')
  await using floor = await startProgram(program, undefined, { FLOOR_DATABASE_URL: url })
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const waits: number[] = []
  try {
    await steadily(async () => {
      const sent = performance.now()
      const headers = { 'content-type': 'application/json' }
      const status = await posted(`${floor.origin}/v2/pushes`, { agent, headers }, { type: 'note', body: 'tick' })
      if (status !== 200) throw new Error(`An insert was answered with ${status}.`)
      waits.push(performance.now() - sent)
    })
  } finally {
    agent.destroy()
  }
  return { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) }
}

async function steadily(send: (count: number) => Promise<void>): Promise<void> {
  const start = performance.now()
  let count = 0
  const answers: Promise<void>[] = []
  await new Promise<void>((resolve) => {
    const tick = setInterval(() => {
      const due = Math.min(rate * seconds, Math.floor(((performance.now() - start) / 1_000) * rate))
      for (; count < due; count++) answers.push(send(count))
      if (count < rate * seconds) return
      clearInterval(tick)
      resolve()
    }, 1)
  })
  await Promise.all(answers)
}

function posted(url: string, options: { agent: Agent; headers: Record<string, string> }, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', ...options }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

/** Milliseconds from sending a push until its frame arrives on another socket, while a thousand people send one push per second each. */
export async function pushLatency(store: Store): Promise<Figure> {
  const crowd = people(boxes)
  await using server = await store.start(crowd.prepare)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let accepted = 0
  const framed = new Map<string, number>()
  const sent = new Map<string, number>()
  const sockets: WebSocket[] = []
  try {
    for (const { token } of crowd.people) {
      const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${token}?delta=1`)
      socket.on('message', (data) => {
        const now = performance.now()
        const { objects } = JSON.parse(String(data))
        for (const { guid } of objects?.pushes ?? []) framed.set(guid, now)
      })
      sockets.push(socket)
      if (sockets.length % 100 === 0) await once(socket, 'message')
    }
    const start = performance.now()
    await steadily(async (count) => {
      sent.set(String(count), performance.now())
      const headers = { 'access-token': (crowd.people[count % boxes] as { token: string }).token }
      const status = await posted(
        `${server.origin}/v2/pushes`,
        { agent, headers },
        { type: 'note', body: 'tick', guid: String(count) },
      )
      accepted += status === 200 ? 1 : 0
    })
    const total = rate * seconds
    while (framed.size < total && performance.now() - start < (seconds + 10) * 1_000) await new Promise((r) => setTimeout(r, 20))
  } finally {
    for (const socket of sockets) socket.terminate()
    agent.destroy()
  }

  if (accepted < rate * seconds || framed.size < accepted) {
    throw new Error(`Of ${rate * seconds} pushes ${accepted} were accepted and ${framed.size} framed.`)
  }
  // The frame usually arrives before the response, so the clock starts when the push is sent.
  const waits = [...framed].map(([guid, at]) => at - (sent.get(guid) as number))
  const p99 = percentile(waits, 0.99)
  const later = percentile(
    [...framed].filter(([guid]) => Number(guid) >= rate).map(([guid, at]) => at - (sent.get(guid) as number)),
    0.99,
  )
  return {
    what: `push accepted -> frame on another socket, ${rate} pushes/s over ${boxes} boxes, on ${store.name}`,
    measured: `p50 ${percentile(waits, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, without the first second ${later.toFixed(1)} ms, counted from the sending of the push`,
    figure: `p99 ${p99.toFixed(1)} ms`,
    budget: `under ${budget.milliseconds} ms`,
    met: p99 < budget.milliseconds,
    values: { 'p50 ms': percentile(waits, 0.5), 'p99 ms': p99, 'p99 later ms': later },
  }
}
