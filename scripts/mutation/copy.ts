import { execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { findChromium } from '../ensure-browser.mjs'
import { nodeBinary, root } from '../prepare.mjs'
import { type Fault, planted } from './faults.ts'

/** How long tests may take to start and to end, in milliseconds. */
export const maxTime = 120_000

/** A numbered fault of the sample. */
export type Planted = Fault & { id: number }

/**
 * Copies all files that git tracks or would track, with the faults in them, and links the installed packages. Workspace links must point into
 * the copy.
 */
export function copyProject(copy: string, faults: Planted[]): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const path of listed.filter((path) => path && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  for (const folder of ['.', 'packages/agent', 'packages/server', 'packages/web', 'packages/client', 'packages/protocol']) {
    const installed = join(root, folder, 'node_modules')
    for (const name of existsSync(installed) ? readdirSync(installed) : []) {
      mkdirSync(join(copy, folder, 'node_modules'), { recursive: true })
      // Links of workspaces are relative.
      if (name === '@waypost')
        cpSync(join(installed, name), join(copy, folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
      else if (name !== '.cache') symlinkSync(join(installed, name), join(copy, folder, 'node_modules', name))
    }
  }
  for (const [file, within] of Map.groupBy(faults, ({ file }) => file))
    writeFileSync(join(copy, file), planted(readFileSync(join(root, file), 'utf8'), within))
  for (const page of ['index.html', 'widget.html'].map((name) => join(copy, 'packages/web', name)))
    writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', '<head><script src="/faulty.js"></script>'))
}

/** The result of a test run. */
export interface Outcome {
  /** Whether it ended without a timeout. */
  ended: boolean
  /** When each test file or story ran, in milliseconds since 1970, and whether it passed. */
  tests: { name: string; title: string; start: number; end: number; passed: boolean }[]
}

/** Runs tests in a copy of the project. */
export function runner(copy: string) {
  const reports = join(copy, 'reports')
  mkdirSync(reports)
  let runs = 0

  function execute(words: string[], env: Record<string, string>, time: number): Promise<boolean> {
    const set = { ...process.env, CI: '1', WAYPOST_CHROMIUM: findChromium(), ...env }
    const child = spawn(nodeBinary, words, { cwd: copy, detached: true, stdio: 'ignore', env: set })
    const stop = () => child.pid && child.exitCode === null && process.kill(-child.pid, 'SIGKILL')
    process.once('exit', stop)
    return new Promise((done) => {
      const timer = setTimeout(() => stop() && done(false), time)
      child.once('exit', () => {
        clearTimeout(timer)
        process.off('exit', stop)
        done(true)
      })
    })
  }

  /** Runs the named tests, or all; `env` switches a fault on. */
  async function run(kind: 'unit' | 'story', names: string[], env: Record<string, string>, time: number): Promise<Outcome> {
    const report = join(reports, `${++runs}.json`)
    const hook = {
      ...env,
      NODE_OPTIONS: `--import=${join(copy, 'scripts/mutation/fault-hook.mjs')}`,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    }
    const few = names.length > 0
    const unit = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`]
    const story = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=json', `--output=${join(reports, String(runs))}`]
    const words =
      kind === 'unit'
        ? [...unit, ...(few ? ['--bail=1', '--maxWorkers=1'] : []), ...names]
        : [...story, ...(few ? ['--max-failures=1', '--workers=1'] : []), ...names]
    const ended = await execute(words, hook, time)
    if (!existsSync(report)) return { ended, tests: [] }
    const result = JSON.parse(readFileSync(report, 'utf8'))
    return { ended, tests: kind === 'unit' ? filesOf(result.testResults, copy) : storiesOf(result.suites) }
  }

  return { run, build: () => execute(['scripts/build.mjs'], {}, maxTime) }
}

/** Finds out whether the type checker refuses a fault, one fault at a time. `copy` is a folder that nothing else uses. */
export function typeChecker(copy: string): (fault: Fault) => Promise<boolean> {
  copyProject(copy, [])
  let last = Promise.resolve(false)

  function isRefused({ file, start, end, text }: Fault): Promise<boolean> {
    const path = join(copy, file)
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, source.slice(0, start) + text + source.slice(end))
    const project = /^packages\/(protocol|client|web)(?=\/)/.exec(file)?.[0] ?? '.'
    return new Promise((done) => {
      execFile(nodeBinary, ['node_modules/typescript/lib/tsc.js', '-p', project], { cwd: copy }, (error) => {
        writeFileSync(path, source)
        done(error !== null)
      })
    })
  }

  return (fault) => {
    last = last.then(() => isRefused(fault))
    return last
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the report of another program
type Report = any

function filesOf(results: Report[], copy: string): Outcome['tests'] {
  return results.map(({ name, startTime, endTime, status }) => ({
    name: relative(copy, name),
    title: '',
    // Loading and setup come before the first test.
    start: startTime - 3_000,
    end: endTime + 1_000,
    passed: status === 'passed',
  }))
}

function storiesOf(suites: Report[]): Outcome['tests'] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, line, title, tests }: Report) =>
      tests.flatMap(({ results }: Report) =>
        results
          .filter(({ status }: Report) => status !== 'skipped' && status !== 'interrupted')
          .map(({ startTime, duration, status }: Report) => {
            const start = Date.parse(startTime)
            return { name: `e2e/stories/${file}:${line}`, title, start, end: start + duration, passed: status === 'passed' }
          }),
      ),
    ),
    ...storiesOf(inner),
  ])
}
