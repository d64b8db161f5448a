// Lists the server tests that `npm run test:engines` runs, and checks that it leaves no feature out. A test file marks itself as one of
// them, with a reason, on a line of its own:
//
//   // On the engines too: searches are other SQL on PostgreSQL.

import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { sourceFiles } from '../../source.ts'

/** Paths from the root of the project, with `/`. */
interface EngineTests {
  /** The suites of the large engines: `*.engine.test.ts`. */
  readonly suites: string[]
  /** Test files that are marked to run on the engines too. */
  readonly marked: string[]
  /**
   * All test files that use a test server, which can run on the engines. Other runs have their own kinds, such as `*.generators.test.ts`.
   */
  readonly able: string[]
}

const source = 'packages/server/src'
const mark = /^\/\/ On the engines too\b/m
const markWithReason = /^\/\/ On the engines too: \S.*\.$/m
const speaksToServer = /\b(startTestServer|setUpServer)\b/

/** The test folders of features that have rows but no tests of their own. */
const testedIn: Readonly<Record<string, string>> = {
  account: 'sign-in',
  invitation: 'invite',
  settings: 'operation',
  source: 'push/source',
}

export function engineTests(root: string): EngineTests {
  const below = (kind: RegExp) => sourceFiles(join(root, source), kind).map((file) => relative(root, file).replaceAll('\\', '/'))
  const text = (file: string) => readFileSync(join(root, file), 'utf8')
  const able = below(/^[^.]+\.test\.ts$/).filter((file) => speaksToServer.test(text(file)))
  return { suites: below(/\.engine\.test\.ts$/), marked: able.filter((file) => mark.test(text(file))), able }
}

/** Features whose rows no test reads and writes on the engines, and marks in test files that have no effect or give no reason. */
export function untestedOnEngines(root: string): string[] {
  const { suites, marked, able } = engineTests(root)
  const tested = [...suites, ...marked].map((file) => dirname(file))
  const isTested = (folder: string) => tested.some((test) => `${test}/`.startsWith(`${source}/${folder}/`))
  const features = sourceFiles(join(root, source), /^rows\.ts$/).map((file) => relative(join(root, source), dirname(file)))
  const tests = sourceFiles(join(root, source), /\.test\.ts$/).map((file) => ({
    path: relative(root, file),
    text: readFileSync(file, 'utf8'),
  }))
  return [
    ...features
      .filter((feature) => !isTested(testedIn[feature] ?? feature))
      .map((feature) => `${source}/${feature}: no test of this feature runs on the engines; see docs/testing.md`),
    ...tests
      .filter(({ path, text }) => mark.test(text) && !able.includes(path))
      .map(({ path }) => `${path}: it speaks to no test server, so it cannot run on the engines`),
    ...tests
      .filter(({ text }) => mark.test(text) && !markWithReason.test(text))
      .map(({ path }) => `${path}: say why, "// On the engines too: <what may differ there>."`),
  ]
}
