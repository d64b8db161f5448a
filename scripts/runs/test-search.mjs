/**
 * `npm run test:search`: compares ten thousand random searches with a scan, on SQLite and on PostgreSQL, and writes down that this search has passed
 * them. CI tries them all where that is not written of the search that it finds, and some of them otherwise.
 */
import { install, main, runNode } from '../prepare.mjs'
import { noteTriedAll } from '../tests/tried-search.mjs'
import { conclude } from './counts.mjs'
import { runVitest } from './vitest.mjs'

const test = 'packages/server/src/push/search/every-query.test.ts'

await main(async () => {
  process.env.WAYPOST_TEST_QUERIES = '10000'
  await install()
  const code = conclude([await runVitest([test])]) || (await runNode(['scripts/test-engines.ts', test]))
  if (code === 0) noteTriedAll()
  return code
})
