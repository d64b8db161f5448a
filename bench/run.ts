// Runs all benchmarks, or those named as arguments, and prints each figure with its budget.
// --runs N measures each N times and prints medians with their spreads; --json FILE writes them to a file; --compare FILE prints each
// beside that of an earlier file.

import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { buildCompanion, buildServer, buildWeb } from '../scripts/prepare.mjs'
import { atRest } from './at-rest.ts'
import { channelPost } from './channel-post.ts'
import { emptySync } from './empty-sync.ts'
import { fanOut } from './fan-out.ts'
import type { Figure, Measured } from './figure.ts'
import { idleMemory } from './idle-memory.ts'
import { settledLoad } from './load.ts'
import { ntfyIdleMemory, ntfyRate } from './ntfy.ts'
import { pushLatency, pushLatencyOnPostgres } from './push-latency.ts'
import { pushRate, pushRateOnPostgres } from './push-rate.ts'
import { linesOf, readReport, writeReport } from './report.ts'
import { search, searchOnPostgres } from './search.ts'
import { onPostgres, sqlite } from './stores.ts'
import { upload } from './upload.ts'
import { webColdStart } from './web-cold-start.ts'
import { webGhost } from './web-ghost.ts'
import { webFirstOpening, webLargeBox } from './web-large-box.ts'
import { webLoad } from './web-load.ts'
import { webSearch } from './web-search.ts'
import { webTyping } from './web-typing.ts'
import { webInteraction, webPaint } from './web-vitals.ts'

const rows: Record<string, () => Promise<Figure>> = {
  'push-rate': pushRate,
  'push-rate-postgres': pushRateOnPostgres,
  'push-latency': () => pushLatency(sqlite),
  'push-latency-postgres': pushLatencyOnPostgres,
  'at-rest': atRest,
  'idle-memory': idleMemory,
  'ntfy-rate': ntfyRate,
  'ntfy-idle-memory': ntfyIdleMemory,
  'channel-post': () => channelPost(sqlite),
  'channel-post-postgres': () => onPostgres(channelPost),
  'fan-out': () => fanOut(sqlite),
  'fan-out-postgres': () => onPostgres(fanOut),
  'empty-sync': emptySync,
  search,
  'search-postgres': searchOnPostgres,
  upload,
  'web-load': webLoad,
  'web-ghost': webGhost,
  'web-typing': webTyping,
  'web-search': webSearch,
  'web-interaction': webInteraction,
  'web-paint': webPaint,
  'web-large-box': webLargeBox,
  'web-first-opening': webFirstOpening,
  'web-cold-start': webColdStart,
}

const { values: options, positionals: wanted } = orQuit(() =>
  parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string', default: '1' }, json: { type: 'string' }, compare: { type: 'string' } },
  }),
)
const unknown = wanted.filter((name) => !(name in rows))
if (unknown.length > 0) quit(`There is no row ${unknown.join(', ')}. The rows are: ${Object.keys(rows).join(', ')}.`)
const times = Number(options.runs)
if (!Number.isInteger(times) || times < 1) quit('--runs takes a whole number from 1.')
const { json, compare } = options
const earlier = compare === undefined ? undefined : orQuit(() => readReport(compare))

// The server is measured as users start it.
await buildWeb()
await buildCompanion()
await buildServer()

const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`
console.log(`Node ${process.version}, ${machine}`)
const done: Record<string, Measured[]> = {}
/** At the start and after each row: an unwritable file is noticed early, and a failing row doesn't lose earlier ones. */
const save = () => json !== undefined && orQuit(() => writeReport(json, machine, done))
save()
for (const [name, measure] of Object.entries(rows)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const figures: Measured[] = []
  for (let run = 0; run < times; run++) {
    const load = await settledLoad()
    figures.push({ ...(await measure()), load })
  }
  done[name] = figures
  console.log(`\n${linesOf(name, figures, earlier).join('\n')}`)
  save()
}

function orQuit<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    quit((error as Error).message)
  }
}

function quit(why: string): never {
  console.error(why)
  process.exit(1)
}
