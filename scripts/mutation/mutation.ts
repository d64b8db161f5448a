/**
 * `npm run mutation [-- --seed N --count 60 --only packages/server]`: do the tests notice small faults?
 *
 * Puts faults into a copy of the project, all of them switched off, and runs every test once to learn which tests reach which faults. Then it
 * switches on one fault at a time for the tests that reach it, the nearest first, and prints those that no test notices, with file and line.
 * The same seed and sources choose the same faults. `--seed` may be given several times; all seeds share the first run of all tests. A fault
 * also counts as noticed if the tests hang, or if the type checker refuses it; a test counts only if it passes without the fault.
 * CONTRIBUTING.md lists the exceptions. Many faults in one program, chosen one at a time, are the mutant schemata of Untch, Offutt and
 * Harrold (1993).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { readPackages, resolveImport } from '../modules.ts'
import { main, root } from '../prepare.mjs'
import { importsOf, sourceFiles } from '../source.ts'
import { copyProject, maxTime, type Outcome, type Planted, runner, typeChecker } from './copy.ts'
import { type Fault, faultsOf } from './faults.ts'

const options = { seed: { type: 'string', multiple: true }, count: { type: 'string' }, only: { type: 'string' } } as const
const { values } = parseArgs({ options })
const count = Number(values.count ?? 60)
/** If more tests reach a fault, only the nearest are run. */
const maxTests = 40
const isTest = (path: string) => /\.(test|contract|spec)\.tsx?$|\/test-[^/]*$/.test(path)
/** `npm run test:engines` tests these. */
const ofEngines = /\/(bus\/nats|db\/postgres|files\/s3)[\w-]*\.ts$/

/** A fault of the sample, and the tests that reach it: `packages/…/x.test.ts` or `e2e/stories/pushes/x.spec.ts:12`. */
type Sampled = Planted & { seed: number; tests: string[] }

/** Mulberry32, by Tommy Ettinger: a seeded random generator. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Overlapping faults are drawn again. */
function sample(files: string[]): Sampled[] {
  const all = files.flatMap(faultsOf)
  const chosen: Sampled[] = []
  for (const seed of (values.seed ?? ['1']).map(Number)) {
    const next = random(seed)
    const left = [...all]
    for (let drawn = 0; drawn < count && left.length > 0; ) {
      const fault = left.splice(Math.floor(next() * left.length), 1)[0] as Fault
      const apart = (other: Fault) => other.file !== fault.file || other.end <= fault.start || other.start >= fault.end
      if (!chosen.every(apart)) continue
      chosen.push({ ...fault, id: chosen.length + 1, seed, tests: [] })
      drawn++
    }
  }
  return chosen
}

function importersOf(files: string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  const packages = readPackages(root)
  for (const file of files) {
    for (const { text } of importsOf(join(root, file))) {
      const module = resolveImport(packages, join(root, file), text)
      if (module === undefined) continue
      const path = relative(root, module)
      importers.set(path, [...(importers.get(path) ?? []), file])
    }
  }
  return importers
}

await main(async () => {
  const all = sourceFiles(join(root, 'packages'), /\.tsx?$/).map((path) => relative(root, path))
  const faults = sample(
    all.filter((file) => file.includes('/src/') && !isTest(file) && !ofEngines.test(file) && file.startsWith(values.only ?? '')),
  )
  const importers = importersOf(all)
  const copy = mkdtempSync(join(tmpdir(), 'waypost-mutation-'))
  process.once('SIGINT', () => process.exit(130))
  const types = mkdtempSync(join(tmpdir(), 'waypost-mutation-types-'))
  process.once('exit', () => {
    for (const folder of [copy, types]) rmSync(folder, { recursive: true, force: true })
  })

  copyProject(copy, faults)
  const isRefused = typeChecker(types)
  const { run, build } = runner(copy)
  await build()
  const log = join(copy, 'reached.log')
  writeFileSync(log, '')
  const env = { WAYPOST_FAULTS_REACHED: log }
  const whole = [await run('unit', [], env, 20 * maxTime), await run('story', [], env, 20 * maxTime)].flatMap(
    ({ tests }) => tests,
  )
  const reached = readFileSync(log, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ').map(Number) as [number, number])
  const sound = whole.filter(({ passed }) => passed)
  console.log(`${sound.length} of ${whole.length} test files and stories pass without a fault.`)
  for (const fault of faults) fault.tests = testsOf(fault)

  /** The tests that reach a fault, the nearest first: by time, or by imports for code that runs once per process. */
  function testsOf({ id, file, atLoading }: Fault & { id: number }): string[] {
    const importing = [file]
    for (const each of importing) importing.push(...(importers.get(each) ?? []).filter((path) => !importing.includes(path)))
    const times = reached.filter(([, of]) => of === id).map(([time]) => time)
    const reaches = ({ name, start, end }: Outcome['tests'][number]) =>
      times.some((time) => time >= start && time <= end) || (atLoading && (importing.includes(name) || name.startsWith('e2e/')))
    const words = `${dirname(file).replace(/.*\//, '')} ${file.replace(/.*\//, '').replace(/\.\w+$/, '')}`
    const each = words.split(/\W|(?=[A-Z])/).map((word) => word.toLowerCase().replace(/s$/, ''))
    const far = ({ name, title, start, end }: Outcome['tests'][number]) =>
      (dirname(name) === dirname(file) ? 0 : 1e8) +
      1e7 * each.filter((word) => !`${name} ${title}`.toLowerCase().includes(word)).length +
      (importing.includes(name) ? 0 : 1e6) +
      (end - start)
    return sound
      .filter(reaches)
      .sort((one, other) => far(one) - far(other))
      .map(({ name }) => name)
  }

  async function noticed({ id, tests }: Sampled): Promise<string | undefined> {
    const kinds = { unit: tests.filter((name) => !name.includes(':')), story: tests.filter((name) => name.includes(':')) }
    for (const [kind, from, to] of [
      ['unit', 0, 5],
      ['story', 0, 5],
      ['unit', 5, maxTests],
      ['story', 5, maxTests],
    ] as const) {
      const names = kinds[kind].slice(from, to)
      if (names.length === 0) continue
      const usual = sound.filter(({ name }) => names.includes(name)).reduce((sum, { start, end }) => sum + end - start, 0)
      const { ended, tests: outcome } = await run(kind, names, { WAYPOST_FAULT: String(id) }, maxTime + 3 * usual)
      if (!ended || outcome.length === 0) return 'the tests hung or broke off'
      for (const { name, passed } of outcome)
        if (!passed && (await run(kind, [name], {}, maxTime)).tests.every(({ passed }) => passed)) return name
    }
  }

  const left = [...faults]
  const survived: Sampled[] = []
  async function judge(): Promise<void> {
    for (let fault = left.shift(); fault; fault = left.shift()) {
      const { id, file, line, start, end, text, what, tests } = fault
      const by = (await noticed(fault)) ?? ((await isRefused(fault)) ? 'the type checker' : undefined)
      if (!by) survived.push(fault)
      const was = readFileSync(join(root, file), 'utf8').slice(start, end).replace(/\s+/g, ' ').slice(0, 90)
      const verdict = by ? `noticed by ${by}` : `SURVIVED ${tests.length} tests`
      console.log(`${id}. ${file}:${line} ${what}: ${was} -> ${text.slice(0, 90)}\n   ${verdict}`)
    }
  }
  await Promise.all([judge(), judge()])
  for (const [seed, drawn] of Map.groupBy(faults, ({ seed }) => seed)) {
    const noticed = drawn.filter((fault) => !survived.includes(fault)).length
    console.log(`Seed ${seed}: ${noticed} of ${drawn.length} faults noticed.`)
  }
  return 0
})
