// Measures how long a push takes to arrive at another client while many others are sent.

import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { WebSocket } from 'ws'
import { people } from './accounts.ts'
import type { Figure } from './figure.ts'
import { percentile } from './program.ts'
import { onPostgres, type Store, sqlite } from './stores.ts'

const boxes = 1_000
const rate = 1_000
const seconds = 15
const budget = 6

/** Milliseconds from sending a push until its frame arrives on another socket, while a thousand people send one push per second each. */
export function pushLatency(): Promise<Figure> {
  return measure(sqlite)
}

/** The same on PostgreSQL, which also flushes each commit to disk. */
export function pushLatencyOnPostgres(): Promise<Figure> {
  return onPostgres(measure)
}

async function measure(store: Store): Promise<Figure> {
  const crowd = people(boxes)
  const server = await store.start(crowd.prepare)
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
    const total = rate * seconds
    const start = performance.now()
    let count = 0
    const answers: Promise<void>[] = []
    await new Promise<void>((resolve) => {
      const tick = setInterval(() => {
        const due = Math.min(total, Math.floor(((performance.now() - start) / 1_000) * rate))
        for (; count < due; count++) answers.push(push(String(count), (crowd.people[count % boxes] as { token: string }).token))
        if (count < total) return
        clearInterval(tick)
        resolve()
      }, 1)
    })
    await Promise.all(answers)
    while (framed.size < total && performance.now() - start < (seconds + 10) * 1_000) await new Promise((r) => setTimeout(r, 20))
  } finally {
    for (const socket of sockets) socket.terminate()
    agent.destroy()
    await server.stop()
  }

  function push(guid: string, token: string): Promise<void> {
    sent.set(guid, performance.now())
    return new Promise((resolve, reject) => {
      const posted = request(
        `${server.origin}/v2/pushes`,
        { method: 'POST', agent, headers: { 'access-token': token } },
        (answer) => {
          accepted += answer.statusCode === 200 ? 1 : 0
          answer.resume().on('end', resolve)
        },
      )
      posted.on('error', reject)
      posted.end(JSON.stringify({ type: 'note', body: 'tick', guid }))
    })
  }

  if (accepted < rate * seconds || framed.size < accepted) {
    throw new Error(`Of ${rate * seconds} pushes ${accepted} were accepted and ${framed.size} framed.`)
  }
  // The frame usually arrives before the answer, so the clock starts when the push is sent.
  const waits = [...framed].map(([guid, at]) => at - (sent.get(guid) as number))
  const p99 = percentile(waits, 0.99)
  return {
    what: `push accepted -> frame on another socket, ${rate} pushes/s over ${boxes} boxes, on ${store.name}`,
    measured: `p50 ${percentile(waits, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, counted from the sending of the push`,
    figure: `p99 ${p99.toFixed(1)} ms`,
    budget: `under ${budget} ms`,
    met: p99 < budget,
    values: { 'p50 ms': percentile(waits, 0.5), 'p99 ms': p99 },
  }
}
