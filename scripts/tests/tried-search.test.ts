import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectWith } from '../checks/test-project.ts'
import { hasTriedAll, noteTriedAll } from './tried-search.mjs'

test('a search has passed its queries until its sources or the queries change, not where another test does', () => {
  const [words, other] = ['packages/protocol/src/search/terms.ts', 'packages/server/src/push/search/indexer.test.ts']
  const queries = 'packages/server/src/push/search/every-query.test.ts'
  const root = projectWith({ [words]: 'one', [queries]: 'one', [other]: 'one', 'scripts/tests/x': '' })
  expect(hasTriedAll(root)).toBe(false)
  for (const file of [words, queries]) {
    noteTriedAll(root)
    expect(hasTriedAll(root)).toBe(true)
    writeFileSync(join(root, other), file)
    expect(hasTriedAll(root)).toBe(true)
    writeFileSync(join(root, file), 'two')
    expect(hasTriedAll(root)).toBe(false)
  }
})
