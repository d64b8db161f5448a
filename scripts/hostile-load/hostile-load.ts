import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main, step } from '../prepare.mjs'
import { fillBoxes } from './boxes.ts'
import { startMeasured } from './measured-server.ts'
import { printFailure, printSummary } from './report.ts'
import { targetsOf } from './targets.ts'
import { tryAll } from './trial.ts'

// `npm run test:hostile-load`: no request of one caller delays another's `GET /healthz` by more than 100 ms. Every call of the API and
// every other address gets the worst inputs that it takes, over accounts that are full of such. The last line counts the calls and addresses.
// With `--all` also many callers at once, other callers, sequences, uploads, streams, malicious servers and other states of the server.

/** Ends the run after this many milliseconds, even if inputs remain; that is a failure. Only a hang takes this long. */
const within = 20 * 60_000

await main(async () => {
  const [first, ...states] = process.argv.slice(2)
  if (first === '--all') return (await import('./all/run-all.ts')).runAll(states)
  const deadline = performance.now() + within
  const folder = mkdtempSync(join(tmpdir(), 'waypost-hostile-load-'))
  const server = await startMeasured(join(folder, 'data'))
  try {
    const origin = `http://127.0.0.1:${server.port}`
    let boxes: Awaited<ReturnType<typeof fillBoxes>> | undefined
    await step('Filling accounts...', async () => {
      boxes = await fillBoxes(origin)
    })
    if (boxes === undefined) return 1
    const words = process.argv.slice(2)
    const targets = (await targetsOf(origin, boxes)).filter(
      ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
    )
    server.watch()
    return printSummary(await tryAll(server, targets, deadline, printFailure))
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
