import { defineConfig } from 'vitest/config'
import { engineTests } from './scripts/checks/engines/engine-tests.ts'
import base from './vitest.config.ts'

// What `npm run test:engines` runs: the suites of the large engines, and the tests of the server that say that they run on the engines too, where a
// test server finds from its environment that it is to be two nodes over them. With `--all`, or where a file is named, any test that speaks to a server.

const { suites, marked, able } = engineTests(import.meta.dirname)

export default defineConfig({
  test: {
    ...base.test,
    include: [...suites, ...(process.env.WAYPOST_TEST_ENGINES === 'all' ? able : marked)],
    exclude: [],
  },
})
