// A reporter of vitest: what each file and test came to, and the errors outside of tests with the file that ran, which its own report leaves out.

import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * `state` is `passed`, `failed`, `skipped`, or `pending` where a process ended first. The errors are those of loading, of hooks and outside of tests.
 * @typedef {{ file: string, state: string, errors: string[], tests: { name: string, state: string, error: string }[] }} FileReport
 */

/**
 * `VITEST_TEST_PATH` is the file that ran then; `testFile` the one that the error is of, where that is known (`scripts/tests/no-stray-errors.ts`).
 * @typedef {{ message: string, stack?: string, diff?: string, VITEST_TEST_PATH?: string, testFile?: string }} VitestError
 */

/** The variable with the path of the report. */
export const reportVariable = 'WAYPOST_TEST_REPORT'

export default class {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly VitestError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const files = modules.map((module) => reportOf(module))
    for (const error of unhandled) {
      const path = error.testFile ?? error.VITEST_TEST_PATH
      const file = path ? relative(process.cwd(), path) : ''
      const known = files.find((each) => each.file === file)
      if (known) known.errors.push(textOf(error))
      else files.push({ file, state: 'failed', errors: [textOf(error)], tests: [] })
    }
    writeFileSync(process.env[reportVariable] ?? '', JSON.stringify(files))
  }
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {FileReport}
 */
function reportOf(module) {
  const suites = [...module.children.allSuites()]
  return {
    file: relative(process.cwd(), module.moduleId),
    state: module.state(),
    errors: [...module.errors(), ...suites.flatMap((suite) => suite.errors())].map((error) => textOf(error)),
    tests: [...module.children.allTests()].map((test) => {
      const { state, errors = [] } = test.result()
      return { name: test.fullName, state, error: errors[0] ? textOf(errors[0]) : '' }
    }),
  }
}

/** @param {VitestError} error */
const textOf = ({ message, stack, diff }) => [stack || message, diff].filter(Boolean).join('\n')
