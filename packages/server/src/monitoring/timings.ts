// Counts how long responses take, as histograms for Prometheus.

/** Upper edges in milliseconds. Most calls take few; an upload may take minutes. */
const edges = [1, 2.5, 5, 10, 25, 50, 100, 250, 1_000, 2_500, 10_000, 60_000]

/** Durations of responses, by call or route and status. */
interface Timings {
  /** Counts a response that took so many milliseconds. */
  add(what: string, status: number, took: number): void
  /** All counts as a Prometheus histogram, in seconds. */
  text(): string
}

/** A hot path, hence no metrics library: it takes twenty times as long to find a counter. */
export function timings(name: string, help: string): Timings {
  /** For each call and status: the count of each bucket, of the responses above all, and the sum in milliseconds. */
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
