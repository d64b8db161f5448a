/**
 * `npm test`: the tests without a browser and the main stories, the first one of each file that is not slow, from a fresh clone;
 * `npm run test:all`: all tests. The failures are repeated at the end, and the last line counts.
 *
 * `npm test -- --unit` runs only what needs no browser, `npm test -- --e2e` only what does. Further arguments are passed on to the runner,
 * e.g. a part of a file name, which chooses among all stories.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureChromium } from './ensure-browser.mjs'
import { ensureGammu } from './ensure-gammu.mjs'
import { ensurePebble } from './ensure-pebble.mjs'
import { ensureFullChromium } from './ensure-web-push.mjs'
import { buildCompanion, buildServer, buildWeb, install, main, root, runNode } from './prepare.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts */
/** @typedef {{ title: string, file: string, line: number, tests: { status: string, results: { error?: { message?: string } }[] }[] }} Story */
/** @typedef {{ specs?: Story[], suites?: Suite[] }} Suite */

const storyFolder = join(root, 'e2e/stories')

await main(async () => {
  const args = process.argv.slice(2)
  const rest = args.filter((argument) => !['--unit', '--e2e', '--all'].includes(argument))
  const wanted = (/** @type {string} */ part) => args.includes(part) || !(args.includes('--unit') || args.includes('--e2e'))
  const mainOnly = !args.includes('--all') && rest.length === 0
  const browser = wanted('--e2e') && hasBrowserTests()

  await install()
  const chromium = browser ? await ensureChromium() : undefined
  const fullChromium = browser ? await ensureFullChromium() : undefined
  await ensureGammu()
  await ensurePebble()
  await buildWeb()
  await buildCompanion()
  await buildServer()

  // Tests of random cases try more of them.
  if (args.includes('--all')) process.env.WAYPOST_TEST_ALL = 'on'
  const reports = mkdtempSync(join(tmpdir(), 'waypost-test-'))
  try {
    const runs = []
    if (wanted('--unit')) runs.push(await runVitest(join(reports, 'vitest.json'), rest))
    if (chromium) {
      const browsers = { WAYPOST_CHROMIUM: chromium, ...(fullChromium && { WAYPOST_FULL_CHROMIUM: fullChromium }) }
      runs.push(await runPlaywright(join(reports, 'playwright.json'), mainOnly ? mainStories() : rest, browsers))
      if (mainOnly) console.log('Of each file of stories only the first ran; `npm run test:all` runs all.')
    }
    return conclude(runs)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
})

function hasBrowserTests() {
  return existsSync(storyFolder) && storyFiles().length > 0
}

/** The files with stories; folders of saved pages have such names, too. */
function storyFiles() {
  return readdirSync(storyFolder, { recursive: true })
    .map((path) => join(storyFolder, String(path)))
    .filter((path) => path.endsWith('.spec.ts') && statSync(path).isFile())
}

/**
 * The first story of each file that is not marked as slow, as the runner's arguments: a file and a line. One that is told for several screens
 * counts once.
 */
function mainStories() {
  return storyFiles().flatMap((path) => {
    const lines = readFileSync(path, 'utf8').split('\n')
    const stories = lines.flatMap((text, index) => (/^\s*test\(/.test(text) ? [index] : []))
    const isSlow = (/** @type {number} */ at, /** @type {number} */ next) =>
      lines.slice(at, next).some((text) => /\btest\.(slow|setTimeout)\(/.test(text))
    const first = stories.find((at, order) => !isSlow(at, stories[order + 1] ?? lines.length))
    return first === undefined ? [] : [`${relative(root, path).replaceAll(/[.\\]/g, '\\$&')}:${first + 1}`]
  })
}

/**
 * @param {string} report
 * @param {string[]} args
 */
async function runVitest(report, args) {
  // A filter may only match files of the other runner.
  const filter = args.length > 0 ? ['--passWithNoTests', ...args] : []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...filter])
  const result = read(report)
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
 * @param {string} report
 * @param {string[]} args
 * @param {Record<string, string>} browsers
 */
async function runPlaywright(report, args, browsers) {
  const filter = args.length > 0 ? ['--pass-with-no-tests', ...args] : []
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...filter]
  const code = await runNode(command, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...browsers } })
  const result = read(report)
  const stats = result?.stats ?? { expected: 0, unexpected: 0, skipped: 0 }
  const failures = failedStories(result?.suites ?? []).map(({ file, line, title, tests }) =>
    failureOf(
      `e2e/stories/${file}:${line} ${title}`,
      tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message,
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

/**
 * @param {Counts[]} runs
 * @returns {number} the exit code
 */
function conclude(runs) {
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

/** @param {string} file a JSON report; missing if its runner failed early */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
