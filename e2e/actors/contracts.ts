import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '../..')
const entryOfWeb = join(root, 'packages/web/src/browser/database/test-contracts.ts')

/**
 * A script that, run on a page, resolves to a line for each failed test, and the total number of tests.
 * @param entry the file that declares the tests
 */
export async function storageContracts(entry = entryOfWeb): Promise<string> {
  const built = await build({
    configFile: false,
    root: dirname(entry),
    logLevel: 'error',
    resolve: { alias: { vitest: join(import.meta.dirname, 'contract-runner.ts') } },
    build: { write: false, minify: false, rolldownOptions: { input: entry, output: { format: 'iife' } } },
  })
  const [{ output }] = [built].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return `${output[0].code};
runContracts().then((results) => ({
  count: results.length,
  failed: results.filter(({ trouble }) => trouble).map(({ name, trouble }) => name + ' -- ' + trouble),
}))`
}

/** The total number of tests in the contracts. */
export const storageTests = 25
