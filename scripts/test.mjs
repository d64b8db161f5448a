/**
 * `npm test`: every test there is, from a fresh clone. The last line counts them all.
 *
 * `npm test -- --unit` runs only what needs no browser, `npm test -- --e2e` only what does. Further arguments are handed
 * on to the runner, e.g. a part of a file name.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './ensure-browser.mjs'
import { ensureGammu } from './ensure-gammu.mjs'
import { buildCompanion, buildWeb, install, main, root, runNode } from './prepare.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ title: string, file: string, line: number, tests: { status: string }[] }} Story */
/** @typedef {{ specs?: Story[], suites?: Suite[] }} Suite */

await main(async () => {
  const args = process.argv.slice(2)
  const rest = args.filter((argument) => argument !== '--unit' && argument !== '--e2e')
  const wanted = (/** @type {string} */ part) => args.includes(part) || rest.length === args.length
  const browser = wanted('--e2e') && hasBrowserTests()

  await install()
  const chromium = browser ? await ensureChromium() : undefined
  await ensureGammu()
  await buildWeb()
  await buildCompanion()

  const reports = mkdtempSync(join(tmpdir(), 'waypost-test-'))
  try {
    const runs = []
    if (wanted('--unit')) runs.push(await runVitest(join(reports, 'vitest.json'), rest))
    if (chromium) runs.push(await runPlaywright(join(reports, 'playwright.json'), rest, chromium))
    return conclude(runs)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
})

function hasBrowserTests() {
  const folder = join(root, 'e2e')
  return existsSync(folder) && readdirSync(folder, { recursive: true }).some((file) => String(file).endsWith('.spec.ts'))
}

/**
 * @param {string} report
 * @param {string[]} args
 */
async function runVitest(report, args) {
  // A filter may be meant for the other runner alone.
  const filter = args.length > 0 ? ['--passWithNoTests', ...args] : []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...filter])
  const result = read(report)
  /** @type {{ status: string, assertionResults: { status: string }[] }[]} */
  const files = result?.testResults ?? []
  const tests = files.flatMap((file) => file.assertionResults)
  // A file that cannot be loaded has no tests to fail, and is a failure all the same.
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const passed = tests.filter((test) => test.status === 'passed').length
  const failed = tests.filter((test) => test.status === 'failed').length
  return counted('Vitest', code, { passed, failed: failed + broken.length, skipped: tests.length - passed - failed })
}

/**
 * @param {string} report
 * @param {string[]} args
 * @param {string} chromium
 */
async function runPlaywright(report, args, chromium) {
  const filter = args.length > 0 ? ['--pass-with-no-tests', ...args] : []
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...filter]
  const code = await runNode(command, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, WAYPOST_CHROMIUM: chromium } })
  const result = read(report)
  const stats = result?.stats ?? { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  for (const { file, line, title } of flakyOf(result?.suites ?? [])) {
    console.log(`Flaky (failed, then passed when tried again): e2e/${file}:${line} ${title}`)
  }
  return counted('Playwright', code, { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped })
}

/**
 * The stories that failed and passed when they were tried again.
 * @param {Suite[]} suites
 * @returns {Story[]}
 */
function flakyOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')),
    ...flakyOf(inner),
  ])
}

/**
 * A runner that fails without a failed test (a file it could not load, an error outside of any test) counts as one.
 * @param {string} runner
 * @param {number} code
 * @param {Counts} counts
 * @returns {Counts}
 */
function counted(runner, code, counts) {
  if (code === 0 || counts.failed > 0) return counts
  console.log(`${runner} ended with exit code ${code} outside of any test; that is counted as one failure.`)
  return { ...counts, failed: 1 }
}

/**
 * @param {Counts[]} runs
 * @returns {number} the exit code
 */
function conclude(runs) {
  const sum = (/** @type {keyof Counts} */ key) => runs.reduce((total, run) => total + run[key], 0)
  const passed = sum('passed')
  const failed = sum('failed')
  const skipped = sum('skipped')
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  if (passed + failed + skipped > 0) return failed > 0 ? 1 : 0
  // Nothing ran: an e2e folder that is still empty is no failure, a filter that fits nothing is one.
  return runs.length > 0 ? 1 : 0
}

/** @param {string} file a report in JSON, absent when its runner did not get that far */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
