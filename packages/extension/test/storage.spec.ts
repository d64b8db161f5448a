import { join } from 'node:path'
import { storageContracts } from '../../../e2e/actors/contracts.ts'
import { eachBrowser, expect } from './harness.ts'

const entry = join(import.meta.dirname, 'contracts-page.ts')
/** How many tests the contracts have together. */
const tests = 19

eachBrowser('what the extension keeps satisfies the contracts of storage', async ({ extension }) => {
  // A text of script, as tools of tests take it.
  const script = (await storageContracts(entry)) as unknown as () => unknown
  expect(await extension.run(script, undefined)).toEqual({ count: tests, failed: [] })
})
