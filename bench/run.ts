// Runs all benchmarks, or those named as arguments, and prints each figure with its budget.

import { cpus } from 'node:os'
import { channelPost } from './channel-post.ts'
import { emptySync } from './empty-sync.ts'
import type { Figure } from './figure.ts'
import { idleMemory } from './idle-memory.ts'
import { pushLatency } from './push-latency.ts'
import { pushRate, pushRateOnPostgres } from './push-rate.ts'
import { upload } from './upload.ts'
import { webGhost } from './web-ghost.ts'
import { webLargeBox } from './web-large-box.ts'
import { webLoad } from './web-load.ts'
import { webInteraction, webPaint } from './web-vitals.ts'

const rows: Record<string, () => Promise<Figure>> = {
  'push-rate': pushRate,
  'push-rate-postgres': pushRateOnPostgres,
  'push-latency': pushLatency,
  'idle-memory': idleMemory,
  'channel-post': channelPost,
  'empty-sync': emptySync,
  upload,
  'web-load': webLoad,
  'web-ghost': webGhost,
  'web-interaction': webInteraction,
  'web-paint': webPaint,
  'web-large-box': webLargeBox,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in rows))
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}. The rows are: ${Object.keys(rows).join(', ')}.`)
  process.exit(1)
}

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`)
for (const [name, measure] of Object.entries(rows)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const { what, measured, floor, figure, budget, met } = await measure()
  console.log(`\n${name}: ${what}`)
  console.log(`  measured  ${measured}`)
  if (floor) console.log(`  floor     ${floor}`)
  console.log(`  result    ${figure} (budget: ${budget}) ${met ? 'met' : 'MISSED'}`)
}
