import { expect, test } from 'vitest'
import { openProblemLog } from './problem-log.ts'

test('a problem is logged once until it changes or is cleared', () => {
  const lines: string[] = []
  const problems = openProblemLog((line) => lines.push(line))
  problems.report('disk full')
  problems.report('disk full')
  problems.report('no such folder')
  problems.report('disk full')
  problems.clear()
  problems.report('disk full')
  expect(lines).toEqual(['disk full', 'no such folder', 'disk full', 'disk full'])
})
