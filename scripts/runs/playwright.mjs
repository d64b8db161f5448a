/** Runs stories in browsers. */
import { execFile } from 'node:child_process'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { nodeBinary, root, runNode } from '../prepare.mjs'
import { reported, withRunner } from './counts.mjs'

/** @typedef {{ title: string, file: string, line: number, tests: { status: string, results: { errors?: { message?: string }[] }[] }[] }} Story */
/** @typedef {{ file: string, line: number }} StoryPlace a path from the root of the project */
/** @typedef {{ specs?: Story[], suites?: Suite[] }} Suite */
/** @typedef {{ stats: Record<'expected' | 'skipped', number>, suites: Suite[], errors: { message?: string }[], config: { rootDir: string } }} Report */

/**
 * Failed stories are retried at the end, one at a time, while nothing else runs; those that then pass are flaky. If ten fail twice,
 * something is broken.
 */
export const storiesAgain = /** @type {const} */ ({ retries: 1, retryStrategy: 'isolated', maxFailures: 10 })

const playwright = join(root, 'node_modules/@playwright/test/cli.js')

/**
 * Runs stories.
 * @param {string[]} args parts of file names, or nothing for all
 * @param {{ config?: string, cwd?: string, env?: Record<string, string> }} [options] the file of the configuration, which has `storiesAgain`; the
 * folder; variables that say where the browsers are
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runPlaywright(args, { config = 'playwright.config.ts', cwd = root, env = {} } = {}) {
  const filter = args.length > 0 ? ['--pass-with-no-tests', ...args] : []
  const command = [playwright, 'test', `--config=${config}`, '--reporter=list,json']
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
 * Lists all stories without running them.
 * @returns {Promise<StoryPlace[]>} stories in a loop share a place
 * @throws if they cannot be loaded
 */
export async function listStories() {
  const words = [playwright, 'test', '--list', '--reporter=json']
  const { stdout } = await promisify(execFile)(nodeBinary, words, { cwd: root, maxBuffer: 2 ** 26 })
  const report = /** @type {Report} */ (JSON.parse(stdout))
  return storiesThat(undefined, report.suites).map(({ file, line }) => ({ file: fileOf(report, file), line }))
}

/** The argument for `runPlaywright` that selects the stories at a place. @param {StoryPlace} place */
export const argumentFor = ({ file, line }) => `${file.replaceAll(/[.\\]/g, '\\$&')}:${line}`

/**
 * @param {Report | undefined} report
 * @param {string} file
 */
const fileOf = (report, file) => relative(root, join(report?.config.rootDir ?? '', file))

/**
 * @param {Report | undefined} report
 * @param {Story} story
 */
function failureOf(report, { file, line, title, tests }) {
  // After a timeout, the second error says what the test waited for.
  const errors = tests.flatMap(({ results }) => results.find(({ errors = [] }) => errors.length > 0)?.errors ?? [])
  return {
    test: `${fileOf(report, file)}:${line} ${title}`,
    message: errors.map(({ message }) => message).join('\n'),
  }
}

/**
 * @param {string | undefined} wanted the status of one of its tests; undefined for all stories
 * @param {Suite[]} suites
 * @returns {Story[]}
 */
function storiesThat(wanted, suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ tests }) => wanted === undefined || tests.some(({ status }) => status === wanted)),
    ...storiesThat(wanted, inner),
  ])
}
