import { openCallNotes } from './checks/engines/missed-calls.ts'
import {
  type Engine,
  hasPgbouncer,
  hasSwift,
  installEngines,
  startNats,
  startPgbouncer,
  startPostgres,
  startS3rver,
} from './engines.ts'
import { main, step } from './prepare.mjs'
import { conclude } from './runs/counts.mjs'
import { runVitest } from './runs/vitest.mjs'
import { startSwift } from './swift.ts'

// `npm run test:engines`: the contract suites on PostgreSQL, NATS and S3, and the server's tests that say that they run on the engines too, on two
// nodes over all three; together they make every call. `--all` runs all tests of the server. Other arguments are handed on to the runner, e.g. a part
// of a file name, which chooses among all of them. The last line counts.

const engines: Engine[] = []
let isRunning = false
let stopping: Promise<unknown> | undefined

const stopAll = () => (stopping ??= Promise.allSettled(engines.map((engine) => engine.stop())))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The run ends with the test runner, which gets the signal too.
    if (!isRunning) void stopAll().then(() => process.exit(1))
  })
}

await main(async () => {
  await installEngines()
  const calls = openCallNotes()
  try {
    if (!hasSwift())
      console.log('Without Swift an undemanding S3 store takes its place, and the suite of the file store is left out.')
    if (!hasPgbouncer()) console.log('Without PgBouncer its suite is left out.')
    await step('Starting PostgreSQL, NATS and an S3 store...', async () => {
      const starts = [() => startPostgres(), startNats, hasSwift() ? startSwift : startS3rver]
      const started = await Promise.allSettled(starts.map((start) => start()))
      for (const result of started) if (result.status === 'fulfilled') engines.push(result.value)
      for (const result of started) if (result.status === 'rejected') throw result.reason
      const database = engines.find(({ environment }) => environment.WAYPOST_TEST_DATABASE_URL)
      if (hasPgbouncer() && database) engines.push(await startPgbouncer(database.environment.WAYPOST_TEST_DATABASE_URL as string))
    })
    isRunning = true
    const args = process.argv.slice(2)
    const rest = args.filter((argument) => argument !== '--all')
    const env = Object.assign({ ...calls.environment }, ...engines.map(({ environment }) => environment))
    if (args.length > 0) env.WAYPOST_TEST_ENGINES = 'all'
    const run = await runVitest(rest, { config: 'vitest.engines.config.ts', env })
    // A run of only some files doesn't make every call.
    return conclude(rest.length > 0 ? [run] : [run, calls.counts()])
  } finally {
    await stopAll()
    calls.close()
  }
})
