/**
 * Runs of tests whose failures are repeated at the end: what failed long before is found there. Plain JavaScript, because it runs from a fresh
 * clone on the Node.js of the machine.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root, runNode } from './prepare.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts */
/** @typedef {{ title: string, file: string, line: number, tests: { status: string, results: { errors?: { message?: string }[] }[] }[] }} Story */
/** @typedef {{ specs?: Story[], suites?: Suite[] }} Suite */

/**
 * Runs the tests that need no browser.
 * @param {string[]} args parts of file names, or nothing for all
 * @returns {Promise<Counts>}
 */
export async function runVitest(args) {
  // A filter may only match files of the other runner.
  const filter = args.length > 0 ? ['--passWithNoTests', ...args] : []
  const { code, result } = await reported((report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    return runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...filter])
  })
  /** @type {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[]} */
  const files = result?.testResults ?? []
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  )
  // A file that cannot be loaded has no tests, and counts as a failure.
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const passed = tests.filter((test) => test.status === 'passed').length
  const failed = tests.filter((test) => test.status === 'failed')
  const failures = [
    ...failed.map(({ file, fullName, failureMessages }) => failureOf(`${file} ${fullName}`, failureMessages[0])),
    ...broken.map(({ name, message }) => failureOf(relative(root, name), message)),
  ]
  const skipped = tests.length - passed - failed.length
  return counted('Vitest', code, { passed, failed: failures.length, skipped, failures })
}

/**
 * Runs stories in browsers.
 * @param {string[]} args parts of file names, or nothing for all
 * @param {Record<string, string>} environment says where the browsers are
 * @param {string} [config] the file of another configuration
 * @returns {Promise<Counts>}
 */
export async function runPlaywright(args, environment, config = 'playwright.config.ts') {
  const filter = args.length > 0 ? ['--pass-with-no-tests', ...args] : []
  const command = ['node_modules/@playwright/test/cli.js', 'test', `--config=${config}`, '--reporter=list,json', ...filter]
  const { code, result } = await reported((report) =>
    runNode(command, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...environment } }),
  )
  const stats = result?.stats ?? { expected: 0, unexpected: 0, skipped: 0 }
  const failures = failedStories(result?.suites ?? []).map(({ file, line, title, tests }) =>
    failureOf(
      `${relative(root, join(result.config.rootDir, file))}:${line} ${title}`,
      // After a test's time is over, the second one says what it waited for.
      tests
        .flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors))
        .map(({ message }) => message)
        .join('\n'),
    ),
  )
  return counted('Playwright', code, {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures,
  })
}

/**
 * Repeats the failures of runs, and counts the tests in a last line.
 * @param {Counts[]} runs
 * @returns {number} the exit code
 */
export function conclude(runs) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) => runs.reduce((total, run) => total + run[key], 0)
  const passed = sum('passed')
  const failed = sum('failed')
  const skipped = sum('skipped')
  console.log(runs.flatMap(({ failures }) => failures.map((failure) => `\n${failure}`)).join('\n'))
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  if (passed + failed + skipped > 0) return failed > 0 ? 1 : 0
  // Nothing ran: an empty e2e folder is no failure, a filter without matches is one.
  return runs.length > 0 ? 1 : 0
}

/**
 * Runs a runner that writes a report.
 * @param {(report: string) => Promise<number>} run is given the report's file; answers the exit code
 */
async function reported(run) {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-test-'))
  try {
    const report = join(folder, 'report.json')
    return { code: await run(report), result: read(report) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {Suite[]} suites
 * @returns {Story[]}
 */
function failedStories(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected')),
    ...failedStories(inner),
  ])
}

/**
 * @param {string} test its file and title
 * @param {string} [message] only the first lines are used
 */
function failureOf(test, message = '') {
  const lines = stripVTControlCharacters(message).split('\n')
  return [`Failed: ${test}`, ...lines.filter((line) => line.trim() && !line.includes('node_modules')).slice(0, 12)].join('\n  ')
}

/**
 * A runner that fails without a failed test (a file it could not load, an error outside of any test) counts as one failure.
 * @param {string} runner
 * @param {number} code
 * @param {Counts} counts
 * @returns {Counts}
 */
function counted(runner, code, counts) {
  if (code === 0 || counts.failed > 0) return counts
  console.log(`${runner} ended with exit code ${code} outside of any test; that is counted as one failure.`)
  return { ...counts, failed: 1, failures: [`Failed: ${runner}, outside of any test`] }
}

/** @param {string} file a JSON report; missing if its runner failed early */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
