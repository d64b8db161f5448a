// Collects the metrics of this node and serves them to Prometheus.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { permits, Refusal } from '@waypost/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Registry } from 'prom-client'
import type { FindCaller } from '../caller.ts'
import type { Reader } from '../db/db.ts'
import { readToken } from '../http/credentials.ts'
import { countJobs } from '../jobs/rows.ts'
import { timings } from './timings.ts'

/** The sources of the metrics. */
interface Watched {
  db: Reader
  /** The number of live streams on this node. */
  streams(): number
  findCaller: FindCaller
}

interface Metrics {
  /** Counts a response; see `HttpOptions.observe`. */
  answered(what: string, status: number, took: number): void
  /** Serves `GET /metrics`. */
  serve(http: FastifyInstance, watched: Watched): void
  close(): void
}

/** Collects metrics of this process in the format of Prometheus. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const requests = timings(
    'waypost_request_seconds',
    'How long answers took, by call (or pattern of the address) and status. Its count is the number of requests.',
  )
  const pushes = new Counter({
    name: 'waypost_pushes_created_total',
    help: 'Pushes that programs sent and that were taken.',
    registers,
  })

  return {
    answered(what, status, took) {
      requests.add(what, status, took)
      if (what === 'createPush' && status === 200) pushes.inc()
    },
    serve(http, { db, streams, findCaller }) {
      gauge('waypost_streams_open', 'Live streams open on this node.', streams)
      gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss())
      gauge('process_heap_used_bytes', 'Memory that JavaScript objects take.', () => process.memoryUsage().heapUsed)
      const started = Date.now() / 1_000 - process.uptime()
      gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', () => started)
      new Counter({
        name: 'process_cpu_seconds_total',
        help: 'Processor time that the process took.',
        registers,
        collect() {
          const { user, system } = process.cpuUsage()
          this.reset()
          this.inc((user + system) / 1e6)
        },
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
      http.get('/metrics', async (request, reply) => {
        if (!isOnThisMachine(request)) {
          const token = readToken(request.headers)
          const caller = token === undefined ? undefined : await findCaller(token)
          if (!caller) throw new Refusal('invalid_access_token')
          const isAllowed = permits(caller.scopes, { name: 'metrics', who: 'owner', scope: 'admin' })
          if (!caller.account.admin || caller.client !== null || !isAllowed) throw new Refusal('forbidden')
        }
        return reply
          .header('cache-control', 'no-store')
          .type(registry.contentType)
          .send(requests.text() + (await registry.metrics()))
      })
    },
    close() {
      delay.disable()
      registry.clear()
    },
  }

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
}

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Whether a request comes directly from a program on this machine. A request through a reverse proxy may come from anywhere, and a page
 * in a browser on this machine may send one under another host name (DNS rebinding).
 */
function isOnThisMachine({ raw, hostname }: FastifyRequest): boolean {
  const local = /^(::ffff:)?127\.|^::1$/
  return (
    local.test(raw.socket.remoteAddress ?? '') &&
    !forwarding.some((name) => name in raw.headers) &&
    (hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname))
  )
}
