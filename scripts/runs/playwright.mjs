/** Runs stories in browsers. */
import { join, relative } from 'node:path'
import { root, runNode } from '../prepare.mjs'
import { reported, withRunner } from './counts.mjs'

/** @typedef {{ title: string, file: string, line: number, tests: { status: string, results: { errors?: { message?: string }[] }[] }[] }} Story */
/** @typedef {{ specs?: Story[], suites?: Suite[] }} Suite */
/** @typedef {{ stats: Record<'expected' | 'skipped', number>, suites: Suite[], errors: { message?: string }[], config: { rootDir: string } }} Report */

/**
 * What failed is tried again at the end, one after another, while nothing else runs; what passes then is flaky. After ten that failed twice,
 * something is broken.
 */
export const storiesAgain = /** @type {const} */ ({ retries: 1, retryStrategy: 'isolated', maxFailures: 10 })

/**
 * Runs stories.
 * @param {string[]} args parts of file names, or nothing for all
 * @param {{ config?: string, cwd?: string, env?: Record<string, string> }} [options] the file of the configuration, which has `storiesAgain`; the
 * folder; variables that say where the browsers are
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runPlaywright(args, { config = 'playwright.config.ts', cwd = root, env = {} } = {}) {
  const filter = args.length > 0 ? ['--pass-with-no-tests', ...args] : []
  const command = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', `--config=${config}`, '--reporter=list,json']
  const { code, report } = await reported((/** @type {string} */ file) =>
    runNode([...command, ...filter], { cwd, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...env } }),
  )
  const result = /** @type {Report | undefined} */ (report)
  const those = (/** @type {string} */ status) =>
    storiesThat(status, result?.suites ?? []).map((story) => failureOf(result, story))
  const outside = (result?.errors ?? []).map(({ message = '' }) => ({ test: 'Playwright, outside of any test', message }))
  return withRunner('Playwright', code, {
    passed: result?.stats.expected ?? 0,
    skipped: result?.stats.skipped ?? 0,
    failed: [...those('unexpected'), ...outside],
    flaky: those('flaky'),
  })
}

/**
 * @param {Report | undefined} report
 * @param {Story} story
 */
function failureOf(report, { file, line, title, tests }) {
  // After a test's time is over, the second one says what it waited for.
  const errors = tests.flatMap(({ results }) => results.find(({ errors = [] }) => errors.length > 0)?.errors ?? [])
  return {
    test: `${relative(root, join(report?.config.rootDir ?? '', file))}:${line} ${title}`,
    message: errors.map(({ message }) => message).join('\n'),
  }
}

/**
 * @param {string} wanted the status of one of its tests
 * @param {Suite[]} suites
 * @returns {Story[]}
 */
function storiesThat(wanted, suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === wanted)),
    ...storiesThat(wanted, inner),
  ])
}
