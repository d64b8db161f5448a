// The same loads for each server.

import { Agent, request } from 'node:http'
import autocannon from 'autocannon'
import { median, percentile } from '../program.ts'
import { residentMemory } from './memory.ts'
import { listen, type Peer, type Place } from './peer.ts'

const line = 'a note of an ordinary length, say one line'

interface Amounts {
  places: number
  readers: number
  seconds: number
  /** Messages per second of the latency load. */
  rate: number
  posts: number
}

export const usual: Amounts = { places: 50, readers: 2_000, seconds: 10, rate: 200, posts: 10 }

interface Load {
  what: string
  measure(peer: Peer, amounts: Amounts): Promise<string>
}

export const loads: readonly Load[] = [
  // First, because garbage left by the others would be reused.
  { what: 'memory of an idle stream, KB', measure: idle },
  { what: 'messages accepted a second, 64 connections', measure: accepted },
  { what: 'a message until its frame: p50, p99 in ms', measure: latency },
  { what: 'a message to all readers: half of them, the last, in ms', measure: followers },
]

async function accepted({ places }: Peer, { seconds }: Amounts): Promise<string> {
  const requests = places.map((place) => {
    const { url, ...rest } = place.post(line)
    const { pathname, search } = new URL(url)
    return { ...rest, path: pathname + search }
  })
  const load = (duration: number) =>
    autocannon({ url: new URL(places[0]?.post(line).url ?? '').origin, connections: 64, duration, requests })
  await load(2)
  const { requests: answered, non2xx, errors } = await load(seconds)
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} of ${answered.total} messages were refused.`)
  return String(Math.round(answered.average))
}

async function latency({ places }: Peer, { rate, seconds }: Amounts): Promise<string> {
  const listening = await listen(places.flatMap((place) => place.streams(1)))
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const sent = new Map<string, number>()
  const waits: number[] = []
  const total = rate * seconds
  try {
    listening.hear((frame) => {
      const start = sent.get(/message \d+ of the run/.exec(frame)?.[0] ?? '')
      if (start !== undefined) waits.push(performance.now() - start)
    })
    const start = performance.now()
    const answers: Promise<void>[] = []
    while (answers.length < total) {
      const due = Math.min(total, Math.floor(((performance.now() - start) / 1_000) * rate))
      for (let count = answers.length; count < due; count++) {
        const text = `message ${count} of the run`
        sent.set(text, performance.now())
        answers.push(send(places[count % places.length] as Place, text, agent))
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await Promise.all(answers)
    await allOf(total, waits)
  } finally {
    listening.close()
    agent.destroy()
  }
  return `${percentile(waits, 0.5).toFixed(1)}, ${percentile(waits, 0.99).toFixed(1)}`
}

async function idle({ origin, crowded }: Peer, { readers }: Amounts): Promise<string> {
  const { port } = new URL(origin)
  const warm = await listen(crowded.streams(Math.ceil(readers / 20)))
  const before = residentMemory(port)
  const listening = await listen(crowded.streams(readers))
  const after = residentMemory(port)
  listening.close()
  warm.close()
  return before === undefined || after === undefined ? 'not seen' : ((after - before) / readers / 1_024).toFixed(1)
}

async function followers({ crowded }: Peer, { readers, posts }: Amounts): Promise<string> {
  const listening = await listen(crowded.streams(readers))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const halves: number[] = []
  const lasts: number[] = []
  try {
    // The first post warms up the code.
    for (let post = 0; post <= posts; post++) {
      const text = `post ${post} to all of them`
      const arrivals: number[] = []
      const start = performance.now()
      listening.hear((frame) => {
        if (frame.includes(text)) arrivals.push(performance.now() - start)
      })
      await send(crowded, text, agent)
      await allOf(readers, arrivals)
      if (post === 0) continue
      halves.push(percentile(arrivals, 0.5))
      lasts.push(Math.max(...arrivals))
    }
  } finally {
    listening.close()
    agent.destroy()
  }
  return `${median(halves).toFixed(0)}, ${median(lasts).toFixed(0)}`
}

function send(place: Place, text: string, agent: Agent): Promise<void> {
  const { url, body, ...rest } = place.post(`${text}, ${line}`)
  return new Promise((resolve, reject) => {
    const asked = request(url, { ...rest, agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`A message was answered with ${answer.statusCode}.`))
      answer.resume().on('end', resolve)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** @throws Error if nothing arrives for ten seconds */
async function allOf(count: number, arrived: readonly unknown[]): Promise<void> {
  let last = { length: 0, at: performance.now() }
  while (arrived.length < count) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (arrived.length > last.length) last = { length: arrived.length, at: performance.now() }
    if (performance.now() - last.at > 10_000) throw new Error(`Of ${count} frames ${arrived.length} have arrived.`)
  }
}
