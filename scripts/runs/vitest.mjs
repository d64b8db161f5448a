/**
 * Runs tests without a browser. Failed files are retried at the end: each one whole, because its tests may build on one another, in its own
 * process, while nothing else runs.
 */
import { join } from 'node:path'
import { root, runNode } from '../prepare.mjs'
import { reported, withRunner } from './counts.mjs'
import { reportVariable } from './vitest-reporter.mjs'

/** @typedef {import('./vitest-reporter.mjs').FileReport} FileReport */
/** @typedef {import('./counts.mjs').Counts} Counts */

/** With more failures than this, something is broken, and retrying only takes time. */
const mostAgain = 30

/** Exit codes from here on mean that a signal ended the runner. */
const signalled = 128

/**
 * Runs vitest.
 * @param {string[]} args parts of file names, or nothing for all; with an option among them nothing is tried again
 * @param {{ config?: string, cwd?: string, env?: Record<string, string>, within?: string[] }} [options] the file of the configuration; the
 * folder; variables to add to the environment; a command that runs it
 * @returns {Promise<Counts>}
 */
export async function runVitest(args, { config = 'vitest.config.ts', cwd = root, env = {}, within = [] } = {}) {
  const runner = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', `--config=${config}`]
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'vitest-reporter.mjs')}`]
  const run = (/** @type {string[]} */ words) =>
    reported((/** @type {string} */ file) =>
      runNode([...runner, ...reporters, ...words], { cwd, within, env: { ...env, [reportVariable]: file } }),
    )
  // A filter may only match files of the other runner.
  const filter = args.length > 0 ? ['--passWithNoTests', ...args] : []
  const { code, report } = await run(filter)
  const first = outcomeOf(report)
  const files = [...new Set(first.failures.map(({ file }) => file))].filter((file) => file !== '')
  const isTriedAgain = code < signalled && !args.some((argument) => argument.startsWith('-'))
  if (!isTriedAgain || files.length === 0 || first.failures.length > mostAgain) return concluded(code, first, undefined)
  console.log(`\nAgain, alone: ${files.join(' ')}`)
  const again = await run(['--isolate', '--maxWorkers=1', ...files])
  return concluded(code, first, outcomeOf(again.report))
}

/** @typedef {{ file: string, name: string, message: string }} FailedTest without a name if the file failed outside of its tests */
/** @typedef {{ passed: Set<string>, tests: number, skipped: number, failures: FailedTest[] }} Outcome `tests` is the number that passed */

/** @param {FileReport[]} [report] @returns {Outcome} `passed` has the keys of tests; a file without any failure counts as passed too */
function outcomeOf(report = []) {
  /** @type {Outcome} */
  const outcome = { passed: new Set(), tests: 0, skipped: 0, failures: [] }
  for (const { file, state, errors, tests } of report) {
    const before = outcome.failures.length
    for (const { name, state, error } of tests) {
      if (state === 'passed') {
        outcome.tests++
        outcome.passed.add(keyOf({ file, name }))
      } else if (state === 'skipped') outcome.skipped++
      else outcome.failures.push({ file, name, message: error || 'It did not end.' })
    }
    for (const message of errors) outcome.failures.push({ file, name: '', message })
    const isFailed = outcome.failures.length > before
    if (state === 'passed' && !isFailed) outcome.passed.add(keyOf({ file, name: '' }))
    else if (state !== 'skipped' && !isFailed) outcome.failures.push({ file, name: '', message: `The file is ${state}.` })
  }
  return outcome
}

/** @param {{ file: string, name: string }} test */
const keyOf = ({ file, name }) => `${file} ${name}`

/**
 * @param {number} code of the first run
 * @param {Outcome} first
 * @param {Outcome | undefined} again
 * @returns {Counts}
 */
function concluded(code, first, again) {
  const failedAgain = new Set(again?.failures.map(keyOf))
  const isFlaky = (/** @type {FailedTest} */ test) => Boolean(again?.passed.has(keyOf(test))) && !failedAgain.has(keyOf(test))
  const known = new Set(first.failures.map(keyOf))
  // A test that fails only now passed before, unless its file never reached it.
  const late = again?.failures.filter((test) => !known.has(keyOf(test))) ?? []
  const passedBefore = (/** @type {FailedTest} */ test) => first.passed.has(keyOf(test))
  const shown = (/** @type {FailedTest} */ test) => ({ test: keyOf(test).trim() || 'Vitest', message: test.message })
  const flaky = [...first.failures.filter(isFlaky), ...late.filter(passedBefore)]
  const failed = [...first.failures.filter((test) => !isFlaky(test)), ...late.filter((test) => !passedBefore(test))]
  // Failures explain the exit code.
  return withRunner('Vitest', first.failures.length > 0 ? 0 : code, {
    passed: first.tests - late.filter((test) => passedBefore(test) && test.name !== '').length,
    skipped: first.skipped,
    failed: failed.map(shown),
    flaky: flaky.map(shown),
  })
}
