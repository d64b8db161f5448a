import { expect, test } from 'vitest'
import { syncRuleFindings } from './sync-rules.ts'
import { projectWith } from './test-project.ts'

const titled = (...titles: string[]) => titles.map((title) => `test('${title}', () => {})`).join('\n')
const project = (tests: string) =>
  projectWith({ 'docs/sync.md': '- **A1** One.\n- **A2** Two.\n', 'packages/client/src/a.test.ts': tests })

test('each rule is named by a test, alone or in a list', () => {
  expect(syncRuleFindings(project(titled('stamps rise [A1]', 'both [A1, A2]')))).toEqual([])
})

test('a rule without a test and a test of an unknown rule are found', () => {
  expect(syncRuleFindings(project(titled('stamps rise [A1, A3]')))).toEqual([
    'docs/sync.md: no test names rule A2',
    'packages/client/src/a.test.ts:1: docs/sync.md has no rule A3',
  ])
})
