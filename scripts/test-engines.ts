import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, hasSwift, installEngines, startNats, startPostgres, startS3rver } from './engines.ts'
import { main, nodeBinary, root, step } from './prepare.mjs'
import { startSwift } from './swift.ts'

// `npm run test:engines`: the contract suites on PostgreSQL, NATS and S3, and the server's tests on two nodes over all three. Arguments
// are handed on to the runner, e.g. a part of a file name. The last line counts.

const engines: Engine[] = []
let running: ChildProcess | undefined
let stopping: Promise<unknown> | undefined

const stopAll = () => (stopping ??= Promise.allSettled(engines.map((engine) => engine.stop())))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The run ends with the test runner, which stops everything else.
    if (running) running.kill(signal)
    else void stopAll().then(() => process.exit(1))
  })
}

await main(async () => {
  await installEngines()
  try {
    if (!hasSwift())
      console.log('Without Swift an undemanding S3 store takes its place, and the suite of the file store is left out.')
    await step('Starting PostgreSQL, NATS and an S3 store...', async () => {
      const starts = [() => startPostgres(), startNats, hasSwift() ? startSwift : startS3rver]
      const started = await Promise.allSettled(starts.map((start) => start()))
      for (const result of started) if (result.status === 'fulfilled') engines.push(result.value)
      for (const result of started) if (result.status === 'rejected') throw result.reason
    })
    return await runTests(Object.assign({}, ...engines.map(({ environment }) => environment)))
  } finally {
    await stopAll()
  }
})

async function runTests(environment: Record<string, string>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-test-engines-'))
  const report = join(folder, 'report.json')
  try {
    const args = [
      'run',
      '--config=vitest.engines.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]
    running = spawn(nodeBinary, ['node_modules/vitest/vitest.mjs', ...args, ...process.argv.slice(2)], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: 'inherit',
    })
    const code = await new Promise<number>((done) => running?.once('close', (code) => done(code ?? 1)))
    const { passed, failed } = countsOf(report)
    // A runner that fails without a failed test, e.g. because of a file it could not load, counts as one failure.
    const counted = code !== 0 && failed === 0 ? 1 : failed
    console.log(`\n${passed} passed, ${counted} failed`)
    return counted > 0 ? 1 : 0
  } finally {
    running = undefined
    rmSync(folder, { recursive: true, force: true })
  }
}

function countsOf(report: string): { passed: number; failed: number } {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { passed: 0, failed: 0 }
  }
}
