import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { nodeBinary, root } from '../prepare.mjs'
import { gathered } from './counts.mjs'

// Real runs of both runners on small projects, in a folder from which packages resolve.

const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'runs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Code that is true on its first run and false afterwards. @param name code of a file's name */
const isFirstTime = (name: string) => `((name) => {
  const { existsSync, writeFileSync } = process.getBuiltinModule('node:fs')
  const before = existsSync(name)
  writeFileSync(name, '')
  return !before
})(${name})`

/** Writes files into their own folder, and runs code there. @returns the exit code, and the output lines with the test results */
async function run(name: string, files: Record<string, string>, code: string) {
  const cwd = join(folder, name)
  mkdirSync(cwd)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text)
  const script = `
    import { conclude } from ${JSON.stringify(join(root, 'scripts/runs/counts.mjs'))}
    import { runPlaywright, storiesAgain } from ${JSON.stringify(join(root, 'scripts/runs/playwright.mjs'))}
    import { runVitest } from ${JSON.stringify(join(root, 'scripts/runs/vitest.mjs'))}
    const cwd = ${JSON.stringify(cwd)}
    ${code}`
  // The variables that this runner sets for its own processes must not reach others.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(VITEST|NODE_ENV|FORCE_COLOR)/.test(key)))
  return new Promise<{ code: number; lines: string[] }>((done) => {
    const words = ['--input-type=module', '--eval', script]
    execFile(nodeBinary, words, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout) => {
      const lines = stdout.split('\n').filter((line) => /^(Flaky|Failed|Again, alone): |^\d+ passed, /.test(line))
      done({ code: Number(error?.code ?? 0), lines })
    })
  })
}

const vitestConfig = { 'vitest.config.mjs': `export default { test: { pool: 'forks', isolate: false, maxWorkers: 1 } }` }
const vitest = `process.exitCode = conclude([await runVitest([], { cwd, config: 'vitest.config.mjs' })])`
const imports = `import { expect, test } from 'vitest'\n`

test('what fails and passes when it is tried again alone is flaky and fails nothing: a test, a file, an error outside of tests', async () => {
  const files = {
    ...vitestConfig,
    'good.test.mjs': `${imports} test('is good', () => {}); test.skip('is left out', () => {})`,
    'now-and-then.test.mjs': `${imports}
      test('builds', () => { globalThis.built = process.pid })
      test('fails now and then', () => expect([globalThis.built, ${isFirstTime(`'a'`)}]).toEqual([process.pid, false]))`,
    'not-loaded-once.test.mjs': `${imports} if (${isFirstTime(`'b'`)}) throw new Error('not yet'); test('is loaded', () => {})`,
    'error-once.test.mjs': `${imports} if (${isFirstTime(`'c'`)}) void Promise.reject(new Error('stray'))
      test('waits', () => new Promise((done) => setTimeout(done, 50)))`,
  }
  const { code, lines } = await run('flaky', files, vitest)
  expect(code).toBe(0)
  expect([...lines].sort()).toEqual([
    '3 passed, 0 failed, 3 flaky, 1 skipped',
    expect.stringMatching(/^Again, alone: (?=.*now-and-then)(?=.*not-loaded-once)(?=.*error-once)(?!.*good)/),
    'Flaky: error-once.test.mjs',
    'Flaky: not-loaded-once.test.mjs',
    'Flaky: now-and-then.test.mjs fails now and then',
  ])
})

test('what a file prints or throws after its last test fails that file, and not the one that runs then', async () => {
  const setup = JSON.stringify(join(root, 'scripts/tests/no-stray-errors.ts'))
  const files = {
    'vitest.config.mjs': `export default { test: { pool: 'forks', isolate: false, maxWorkers: 1, setupFiles: [${setup}] } }`,
    // Larger files run first.
    'a.test.mjs': `${imports} ${'/* */'.repeat(100)}
      test('leaves work behind', () => {
        globalThis.printed = new Promise((work) => { globalThis.print = work }).then(() => console.error('late'))
      })`,
    'b.test.mjs': `${imports} ${'/* */'.repeat(50)}
      test('is good, and leaves work behind', async () => {
        void new Promise((work) => { globalThis.throw = work }).then(() => { throw new Error('late') })
        globalThis.print?.()
        await globalThis.printed
      })`,
    'c.test.mjs': `${imports} test('is good', async () => {
      globalThis.throw()
      await new Promise((done) => setTimeout(done, 50))
    })`,
  }
  const { code, lines } = await run('late', files, vitest)
  expect(code).toBe(0)
  expect([...lines].sort()).toEqual([
    '3 passed, 0 failed, 2 flaky',
    expect.stringMatching(/^Again, alone: (?=.*a\.test)(?=.*b\.test)(?!.*c\.test)/),
    'Flaky: a.test.mjs',
    'Flaky: b.test.mjs',
  ])
})

test('what a file prints after its last test fails that file also where the file that runs then has replaced console.error, and no file runs', async () => {
  const setup = JSON.stringify(join(root, 'scripts/tests/no-stray-errors.ts'))
  const printsLater = (name: string) => `
    globalThis.${name}Printed = new Promise((work) => { globalThis.${name} = work }).then(() => console.error('late'))`
  const files = {
    'vitest.config.mjs': `export default { test: { pool: 'forks', isolate: false, maxWorkers: 1, setupFiles: [${setup}] } }`,
    // Larger files run first.
    'a.test.mjs': `${imports} ${'/* */'.repeat(150)} test('leaves work behind', () => { ${printsLater('print')} })`,
    'b.test.mjs': `import { expect, test, vi } from 'vitest'
      ${'/* */'.repeat(100)}
      const error = vi.spyOn(console, 'error').mockReturnValue()
      test('is good', async () => {
        globalThis.print?.()
        await globalThis.printPrinted
        console.error('expected')
        expect(error.mock.calls).toEqual([['expected']])
        error.mockRestore()
      })`,
    'c.test.mjs': `${imports} ${'/* */'.repeat(50)} test('leaves work behind', () => { ${printsLater('printBetween')} })`,
    'd.test.mjs': `${imports}
      globalThis.printBetween?.()
      await globalThis.printBetweenPrinted
      test('is good', () => {})`,
  }
  const { code, lines } = await run('replaced', files, vitest)
  expect(code).toBe(0)
  expect([...lines].sort()).toEqual([
    '4 passed, 0 failed, 2 flaky',
    expect.stringMatching(/^Again, alone: (?=.*a\.test)(?=.*c\.test)(?!.*[bd]\.test)/),
    'Flaky: a.test.mjs',
    'Flaky: c.test.mjs',
  ])
})

test('what fails twice is red: a test, one of two with the same title, a file that cannot be loaded, an error outside of tests', async () => {
  const files = {
    ...vitestConfig,
    'good.test.mjs': `${imports} test('is good', () => {})`,
    'bad.test.mjs': `${imports} test('is bad', () => expect(1).toBe(2)); test('twice', () => {}); test('twice', () => expect(1).toBe(2))`,
    'not-loaded.test.mjs': `import './missing.mjs'`,
    'error.test.mjs': `${imports} void Promise.reject(new Error('stray')); test('waits', () => new Promise((done) => setTimeout(done, 50)))`,
  }
  const { code, lines } = await run('red', files, vitest)
  expect(code).toBe(1)
  expect(lines.slice(1).sort()).toEqual([
    '3 passed, 4 failed',
    'Failed: bad.test.mjs is bad',
    'Failed: bad.test.mjs twice',
    'Failed: error.test.mjs',
    'Failed: not-loaded.test.mjs',
  ])
})

test('more than thirty failures are not tried again, and a process that ends early is red', async () => {
  const many = `${imports} for (let at = 0; at < 31; at++) test('fails ' + at, () => expect(${isFirstTime(`'a' + at`)}).toBe(false))`
  const { code, lines } = await run('many', { ...vitestConfig, 'many.test.mjs': many }, vitest)
  expect([code, lines.length, lines.at(-1)]).toEqual([1, 32, '0 passed, 31 failed'])
  const ended = `${imports} test('ends', () => process.kill(process.pid, 'SIGKILL'))`
  const ends = await run('ends', { ...vitestConfig, 'ends.test.mjs': ended }, vitest)
  expect([ends.code, ends.lines.at(-1)]).toEqual([1, expect.stringMatching(/^0 passed, [1-9]/)])
})

test('a story that fails and then passes alone is flaky; one that fails twice, or a file that cannot be loaded, is red', async () => {
  const playwright = `process.exitCode = conclude([await runPlaywright([], { cwd, config: 'playwright.config.mjs' })])`
  const config = `
    import { storiesAgain } from ${JSON.stringify(join(root, 'scripts/runs/playwright.mjs'))}
    export default { testMatch: '*.spec.mjs', workers: 2, reporter: 'list', ...storiesAgain }`
  const imports = `import { expect, test } from '@playwright/test'\n`
  const flaky = {
    'playwright.config.mjs': config,
    'good.spec.mjs': `${imports} test('is good', () => {})`,
    'now-and-then.spec.mjs': `${imports} test('fails now and then', () => expect(${isFirstTime(`'a'`)}).toBe(false))`,
  }
  expect(await run('flaky-stories', flaky, playwright)).toEqual({
    code: 0,
    lines: [expect.stringMatching(/^Flaky: .*now-and-then\.spec\.mjs:2 fails now and then$/), '1 passed, 0 failed, 1 flaky'],
  })
  const bad = { ...flaky, 'bad.spec.mjs': `${imports} test('is bad', () => expect(1).toBe(2))` }
  expect(await run('red-stories', bad, playwright)).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(/^Flaky: /),
      expect.stringMatching(/^Failed: .*bad\.spec\.mjs:2 is bad$/),
      '1 passed, 1 failed, 1 flaky',
    ],
  })
  const broken = { ...flaky, 'broken.spec.mjs': `import './missing.mjs'` }
  const { code, lines } = await run('broken-stories', broken, playwright)
  expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(/passed, 1 failed/)])
})

test('of several runs, a failure that came again is there once, with how often it came', () => {
  const failure = { test: 'a.test.ts adds', message: 'expected 3 to be 4' }
  const other = { ...failure, message: 'expected 5 to be 4' }
  const run = (...failed: (typeof failure)[]) => ({ passed: 2, skipped: 1, failed, flaky: [] })
  expect(gathered([run(failure), run(), run(failure, other)])).toEqual({
    passed: 6,
    skipped: 3,
    failed: [{ ...failure, test: 'a.test.ts adds (2 times)' }, other],
    flaky: [],
  })
})
