/**
 * `npm run mutation [-- --seed N --count 60 --only packages/server]`: do the tests notice small faults?
 *
 * Puts faults into a copy of the project, one at a time, and runs the tests that could notice, the nearest first. What no test notices is
 * printed with its file and line. The same seed and sources choose the same faults. A fault that makes the tests hang counts as noticed, and a
 * test counts only if it passes without the fault. CONTRIBUTING.md says what is left out, by which rules.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './ensure-browser.mjs'
import { faultsOf } from './faults.ts'
import { main, nodeBinary, root } from './prepare.mjs'
import { importsOf, sourceFiles } from './source.ts'

const options = { seed: { type: 'string' }, count: { type: 'string' }, only: { type: 'string' } } as const
const { values } = parseArgs({ options })
const count = Number(values.count ?? 60)
/** A mutant may take this long for its nearest tests, and as long again for all others, in milliseconds. */
const mostTime = 240_000
const isTest = (path: string) => /\.(test|contract|spec)\.tsx?$|\/test-[^/]*$/.test(path)

/** Which stories load the screens of a folder of the web client; `*` for everything else in it. */
const stories: Record<string, string> = {
  account: 'signed-out kept settings encryption trouble',
  page: 'shell sidebar fitting attention pages trouble',
  push: 'first-push history sending files dropping attention',
  target: 'target-menu sidebar picker settings-lists',
  text: 'texting',
  'remote-files': 'remote-files',
  channel: 'channel my-channels subscribe following',
  grant: 'oauth clients settings-lists',
  invite: 'invite',
  pro: 'pro',
  setup: 'setup companion',
  support: 'support tracking about',
  about: 'about',
  apps: 'apps companion pages',
  'widget.ts': 'widget',
  '*': 'shell pages signed-out first-push settings target-menu',
}

/** Mulberry32, by Tommy Ettinger: the same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Test files of a package and of those above it that reach a file by imports, the nearest first. */
function testsOf(file: string, importers: Map<string, string[]>): string[] {
  const reached = [file]
  for (const each of reached)
    for (const importer of importers.get(each) ?? []) if (!reached.includes(importer)) reached.push(importer)
  const word = file.replace(/.*\//, '').replace(/\.\w+$/, '')
  const far = (path: string) =>
    (dirname(path) === dirname(file) ? 0 : 2) +
    (path.includes(word) ? 0 : 1) +
    (path.split('/')[1] === file.split('/')[1] ? 0 : 4)
  return reached.filter((path) => path.endsWith('.test.ts') || path.endsWith('.test.tsx')).sort((a, b) => far(a) - far(b))
}

/** All that git knows or would, what is built, and links to what is installed: workspaces must lead into the copy. */
function copyProject(copy: string): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const path of [...listed.filter(Boolean), 'packages/web/dist', 'packages/agent/dist']) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path), { recursive: true, force: true })
  }
  for (const folder of ['.', 'packages/agent', 'packages/server', 'packages/web', 'packages/client', 'packages/protocol']) {
    const installed = join(root, folder, 'node_modules')
    const names = readdirSync(dirname(installed)).includes('node_modules') ? readdirSync(installed) : []
    for (const name of names) {
      mkdirSync(join(copy, folder, 'node_modules'), { recursive: true })
      // Those of the workspace are relative links already.
      if (name === '@waypost')
        cpSync(join(installed, name), join(copy, folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
      else if (name !== '.cache') symlinkSync(join(installed, name), join(copy, folder, 'node_modules', name))
    }
  }
}

/** A copy of the project that runs tests, one command at a time. */
function openCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-mutation-'))
  copyProject(folder)
  let child: ChildProcess | undefined
  const stop = () => {
    if (child?.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  process.once('SIGINT', () => {
    stop()
    rmSync(folder, { recursive: true, force: true })
    process.exit(130)
  })
  return {
    folder,
    /** Runs a tool; `late` when it had to be ended. */
    run: (tool: string, args: string[], time: number, cwd = '.') =>
      new Promise<'good' | 'bad' | 'late'>((done) => {
        const env = { ...process.env, CI: '1', WAYPOST_CHROMIUM: findChromium() }
        const options = { cwd: join(folder, cwd), detached: true, stdio: 'ignore', env } as const
        child = spawn(nodeBinary, [join(folder, 'node_modules', tool), ...args], options)
        const timer = setTimeout(() => {
          stop()
          done('late')
        }, time)
        child.once('exit', (code) => {
          clearTimeout(timer)
          done(code === 0 ? 'good' : 'bad')
        })
      }),
  }
}

/** Answers whether a fault is noticed. What was put into the copy is taken out again. */
function watcher({ folder, run }: ReturnType<typeof openCopy>) {
  const report = join(folder, 'report.json')
  const unit = (files: string[]) =>
    run('vitest/vitest.mjs', ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...files], mostTime)
  /** The test files that pass, or do not, without a fault. */
  const sound = new Map<string, boolean>()

  async function unitNotices(files: string[], put: (on: boolean) => void): Promise<boolean> {
    const left = files.filter((file) => sound.get(file) !== false)
    if (left.length === 0) return false
    put(true)
    const result = await unit(left)
    put(false)
    if (result !== 'bad') return result === 'late'
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: { name: string; status: string }[] }
    const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(folder, name))
    for (const file of failed) {
      if (!sound.has(file)) sound.set(file, (await unit([file])) === 'good')
      if (sound.get(file)) return true
    }
    // Nothing but tests that fail anyway; the others are asked again without them.
    return failed.length > 0 && unitNotices(left, put)
  }

  async function storyNotices(file: string, put: (on: boolean) => void): Promise<boolean> {
    put(true)
    try {
      if ((await run('vite/bin/vite.js', ['build'], mostTime, 'packages/web')) !== 'good') return true
      const names = (stories[file.split('/')[3] ?? ''] ?? stories['*'] ?? '').split(' ').map((name) => `e2e/${name}`)
      const flags = ['--max-failures=1', '--grep-invert=axe', '--reporter=dot']
      return (await run('@playwright/test/cli.js', ['test', ...flags, ...names], 2 * mostTime)) !== 'good'
    } finally {
      put(false)
    }
  }

  return async (file: string, tests: string[], put: (on: boolean) => void) =>
    (await unitNotices(tests.slice(0, 8), put)) ||
    (await unitNotices(tests.slice(8), put)) ||
    (file.startsWith('packages/web/') && (await storyNotices(file, put)))
}

await main(async () => {
  const seed = Number(values.seed ?? 1)
  const next = random(seed)
  const all = sourceFiles(join(root, 'packages'), /\.tsx?$/).map((path) => relative(root, path))
  const importers = new Map<string, string[]>()
  for (const file of all) {
    for (const { text } of importsOf(join(root, file))) {
      const [, name, rest] = /^@waypost\/(\w+)(?:\/(.+))?$/.exec(text) ?? []
      const path = name ? `packages/${name}/src/${rest ?? 'index'}.ts` : relative(root, resolve(root, dirname(file), text))
      importers.set(path, [...(importers.get(path) ?? []), file])
    }
  }
  const sources = all.filter((file) => file.includes('/src/') && !isTest(file) && file.startsWith(values.only ?? ''))
  const faults = sources.flatMap(faultsOf)
  const sample = Array.from({ length: count }, () => faults.splice(Math.floor(next() * faults.length), 1)).flat()

  const copy = openCopy()
  try {
    const notices = watcher(copy)
    let killed = 0
    for (const [index, { file, line, start, end, text, what }] of sample.entries()) {
      const original = readFileSync(join(root, file), 'utf8')
      const changed = original.slice(0, start) + text + original.slice(end)
      const put = (on: boolean) => writeFileSync(join(copy.folder, file), on ? changed : original)
      const noticed = await notices(file, testsOf(file, importers), put)
      if (noticed) killed++
      const was = original.slice(start, end).replace(/\s+/g, ' ').slice(0, 90)
      console.log(`${index + 1}. ${noticed ? 'noticed' : 'SURVIVED'} ${file}:${line} ${what}: ${was} -> ${text.slice(0, 90)}`)
    }
    console.log(`\nSeed ${seed}: ${killed} of ${sample.length} faults noticed.`)
    return 0
  } finally {
    rmSync(copy.folder, { recursive: true, force: true })
  }
})
