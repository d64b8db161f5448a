// Runs tests with another configuration of vitest than `npm test`, and counts them in the last line.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeBinary, root } from './prepare.mjs'

let running: ChildProcess | undefined

/** Passes a signal on to the runner. @returns whether one is running */
export function signalRunner(signal: NodeJS.Signals): boolean {
  running?.kill(signal)
  return running !== undefined
}

/** Runs vitest with a configuration and the arguments of this process. @returns the exit code */
export async function countedRun(config: string, environment: Record<string, string> = {}): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-counted-run-'))
  const report = join(folder, 'report.json')
  try {
    const args = ['run', `--config=${config}`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
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
