/**
 * The results of test runs, repeated in the last lines, so that early failures are easy to find. Plain JavaScript, like all of this folder,
 * because it runs from a fresh clone on the Node.js of the machine.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ test: string, message: string }} Failure a file with a title, and what was wrong */
/**
 * Flaky tests failed, then passed when retried alone.
 * @typedef {{ passed: number, skipped: number, failed: Failure[], flaky: Failure[] }} Counts
 */

const shownLines = 12

/**
 * Runs a runner that writes a report.
 * @template Report
 * @param {(file: string) => Promise<number>} run is given the report's file; answers the exit code
 * @returns {Promise<{ code: number, report: Report | undefined }>} no report if the runner failed early
 */
export async function reported(run) {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-test-'))
  const file = join(folder, 'report.json')
  try {
    const code = await run(file)
    return { code, report: read(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A runner that fails without a failed test counts as one failure.
 * @param {string} runner
 * @param {number} code its exit code
 * @param {Counts} counts
 * @returns {Counts}
 */
export function withRunner(runner, code, counts) {
  if (code === 0 || counts.failed.length > 0) return counts
  return { ...counts, failed: [{ test: runner, message: `It ended with exit code ${code} outside of any test.` }] }
}

/** Merges several runs of the same tests: a repeated failure is listed once, with its count. @param {Counts[]} runs @returns {Counts} */
export function gathered(runs) {
  const sum = (/** @type {'passed' | 'skipped'} */ of) => runs.reduce((all, run) => all + run[of], 0)
  /** @type {Map<string, Failure & { times: number }>} */
  const failed = new Map()
  for (const { test, message } of runs.flatMap((run) => run.failed)) {
    const key = `${test} ${message}`
    failed.set(key, { test, message, times: (failed.get(key)?.times ?? 0) + 1 })
  }
  const shown = [...failed.values()].map(({ test, message, times }) => ({
    test: times > 1 ? `${test} (${times} times)` : test,
    message,
  }))
  return { passed: sum('passed'), skipped: sum('skipped'), failed: shown, flaky: [] }
}

/** Prints the flaky and failed tests again, then the counts in a last line. @param {Counts[]} runs @returns {number} the exit code */
export function conclude(runs) {
  const flaky = runs.flatMap((run) => run.flaky)
  const failed = runs.flatMap((run) => run.failed)
  const passed = runs.reduce((sum, run) => sum + run.passed, 0)
  const skipped = runs.reduce((sum, run) => sum + run.skipped, 0)
  for (const failure of flaky) console.log(`\n${linesOf('Flaky', failure)}`)
  for (const failure of failed) console.log(`\n${linesOf('Failed', failure)}`)
  const also = Object.entries({ flaky: flaky.length, skipped }).map(([what, count]) => (count > 0 ? `, ${count} ${what}` : ''))
  console.log(`\n${passed} passed, ${failed.length} failed${also.join('')}`)
  if (failed.length > 0) return 1
  // Nothing ran: an empty folder of stories is no failure, but a filter without matches is.
  return passed + flaky.length + skipped > 0 || runs.length === 0 ? 0 : 1
}

/**
 * @param {string} what
 * @param {Failure} failure
 */
function linesOf(what, { test, message }) {
  const lines = stripVTControlCharacters(message).split('\n')
  const shown = lines.filter((line) => line.trim() && !line.includes('node_modules')).slice(0, shownLines)
  return [`${what}: ${test}`, ...shown].join('\n  ')
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
