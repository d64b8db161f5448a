import { monitorEventLoopDelay } from 'node:perf_hooks'
import { permits, Refusal } from '@waypost/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { FindCaller } from '../caller.ts'
import type { Reader } from '../db/db.ts'
import { readToken } from '../http/credentials.ts'
import { countJobs } from '../jobs/rows.ts'
import { madeOnce } from '../processor/made-once.ts'

interface Watched {
  db: Reader
  streams(): number
  findCaller: FindCaller
  webPush: { sent: number; failed: number; forgotten: number }
}

interface Metrics {
  /** Counts a response; see `HttpOptions.observe`. */
  answered(what: string, status: number, took: number): void
  serve(http: FastifyInstance, watched: Watched): void
  close(): void
}

/** Collects metrics of this process in the format of Prometheus. */
export function openMetrics(): Metrics {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const requests = timings(
    'waypost_request_seconds',
    'How long answers took, by call (or pattern of the address) and status. Its count is the number of requests.',
  )
  let pushes = 0

  return {
    answered(what, status, took) {
      requests.add(what, status, took)
      if (what === 'createPush' && status === 200) pushes++
    },
    serve(http, { db, streams, findCaller, webPush }) {
      const open = madeOnce(() => openRegistry({ db, streams, delay, webPush, pushes: () => pushes }))
      http.get('/metrics', async (request, reply) => {
        if (!isOnThisMachine(request)) {
          const token = readToken(request.headers)
          const caller = token === undefined ? undefined : await findCaller(token)
          if (!caller) throw new Refusal('invalid_access_token')
          const isAllowed = permits(caller.scopes, { name: 'metrics', who: 'owner', scope: 'admin' })
          if (!caller.account.admin || caller.client !== null || !isAllowed) throw new Refusal('forbidden')
        }
        const registry = await open()
        return reply
          .header('cache-control', 'no-store')
          .type(registry.contentType)
          .send(requests.text() + (await registry.metrics()))
      })
    },
    close() {
      delay.disable()
    },
  }
}

/** The Prometheus library is loaded by the first request: few servers are monitored. */
async function openRegistry({
  db,
  streams,
  delay,
  pushes,
  webPush,
}: Pick<Watched, 'db' | 'streams' | 'webPush'> & {
  delay: ReturnType<typeof monitorEventLoopDelay>
  pushes(): number
}): Promise<Registry> {
  const { Counter, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }

  function counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  counter('waypost_pushes_created_total', 'Pushes that programs sent and that were taken.', pushes)
  counter('waypost_web_push_sent_total', 'Messages that push services of browsers have taken.', () => webPush.sent)
  counter('waypost_web_push_failed_total', 'Messages for browsers that no push service has taken.', () => webPush.failed)
  counter(
    'waypost_web_push_forgotten_total',
    'Web push subscriptions that push services do not know any more.',
    () => webPush.forgotten,
  )
  gauge('waypost_streams_open', 'Live streams open on this node.', streams)
  gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss())
  gauge('process_heap_used_bytes', 'Memory that JavaScript objects take.', () => process.memoryUsage().heapUsed)
  const started = Date.now() / 1_000 - process.uptime()
  gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', () => started)
  counter('process_cpu_seconds_total', 'Processor time that the process took.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  new Gauge({
    name: 'waypost_event_loop_delay_seconds',
    help: 'How late the event loop was since it was asked last: the longest, and what half and 99 of 100 turns were below.',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const quantile of [0.5, 0.99, 1]) this.set({ quantile }, (delay.percentile(quantile * 100) || 0) / 1e9)
      delay.reset()
    },
  })
  new Gauge({
    name: 'waypost_jobs',
    help: 'Jobs that are waiting or being done, and those that failed for good.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { waiting, failed } = await countJobs(db)
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'failed' }, failed)
    },
  })
  return registry
}

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Whether a request comes directly from a program on this machine. A request through a reverse proxy may come from anywhere, and a web page
 * in a browser on this machine may use another host name (DNS rebinding).
 */
function isOnThisMachine({ raw, hostname }: FastifyRequest): boolean {
  const local = /^(::ffff:)?127\.|^::1$/
  return (
    local.test(raw.socket.remoteAddress ?? '') &&
    !forwarding.some((name) => name in raw.headers) &&
    (hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname))
  )
}

/** Upper bounds of the buckets in milliseconds. Most calls take few; an upload may take minutes. */
const edges = [1, 2.5, 5, 10, 25, 50, 100, 250, 1_000, 2_500, 10_000, 60_000]

interface Timings {
  /** Counts a response that took `took` milliseconds. */
  add(what: string, status: number, took: number): void
  /** All counts as a Prometheus histogram, in seconds. */
  text(): string
}

/** Hot path, hence no metrics library: finding a counter there takes twenty times as long. */
function timings(name: string, help: string): Timings {
  /** For each call and status: the count of each bucket, the count of slower responses, and the sum in milliseconds. */
  const counts = new Map<string, Map<number, Float64Array>>()

  function placeOf(what: string, status: number): Float64Array {
    const byStatus = counts.get(what) ?? new Map<number, Float64Array>()
    const place = byStatus.get(status) ?? new Float64Array(edges.length + 2)
    if (!byStatus.has(status)) counts.set(what, byStatus.set(status, place))
    return place
  }

  return {
    add(what, status, took) {
      const place = placeOf(what, status)
      let index = 0
      while (index < edges.length && took > (edges[index] as number)) index++
      place[index] = (place[index] as number) + 1
      place[edges.length + 1] = (place[edges.length + 1] as number) + took
    },
    text() {
      const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
      for (const [what, byStatus] of counts) {
        for (const [status, place] of byStatus) {
          const labels = `call="${what}",status="${status}"`
          let below = 0
          for (const [index, edge] of [...edges, Number.POSITIVE_INFINITY].entries()) {
            below += place[index] as number
            const le = edge === Number.POSITIVE_INFINITY ? '+Inf' : edge / 1_000
            lines.push(`${name}_bucket{le="${le}",${labels}} ${below}`)
          }
          const sum = (place[edges.length + 1] as number) / 1_000
          lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${below}`)
        }
      }
      return `${lines.join('\n')}\n`
    },
  }
}
