import { join } from 'node:path'
import { storageContracts } from '../../../e2e/actors/contracts.ts'
import { eachBrowser, expect } from './harness.ts'

const entry = join(import.meta.dirname, 'contracts-page.ts')
/** The total number of tests in the contracts. */
const tests = 19

eachBrowser('what the extension keeps satisfies the contracts of storage', async ({ extension }) => {
  // A script as text, as testing tools take it.
  const script = (await storageContracts(entry)) as unknown as () => unknown
  expect(await extension.run(script, undefined)).toEqual({ count: tests, failed: [] })
})
