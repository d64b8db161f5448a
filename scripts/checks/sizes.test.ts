import { expect, test } from 'vitest'
import { oversized } from './sizes.ts'
import { projectWith } from './test-project.ts'

const many = (count: number, folder: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.${index % 2 ? 'css' : 'ts'}`, '']))
const long = (first: string) => `${first}\n${'const x = 1\n'.repeat(300)}`

test('a folder of more than 30 sources is too large', () => {
  const pictures = { 'packages/web/src/ui/icon.svg': '', 'packages/web/src/ui/deeper/a.ts': '' }
  expect(oversized(projectWith({ ...many(30, 'packages/web/src/ui'), ...pictures }))).toEqual([])
  expect(oversized(projectWith(many(31, 'packages/web/src/ui')))).toEqual([expect.stringContaining('src/ui has 31 files')])
})

test.each([
  ['a.ts', '// Something else.', 1],
  ['a.ts', "import { x } from './x.ts'", 1],
  ['a.ts', '// Over 300 lines: one table, in order.', 0],
  ['a.ts', '/** The table. Over 300 lines: it is one table. */', 0],
  ['a.css', '.page {}', 1],
  ['a.css', '/* Over 300 lines: one page. */', 0],
])('in %s, more than 300 lines after "%s" make %i finding', (name, first, count) => {
  expect(oversized(projectWith({ [`scripts/${name}`]: long(first) }))).toHaveLength(count)
})

test('300 lines are not too many', () => {
  expect(oversized(projectWith({ 'scripts/a.ts': 'const x = 1\n'.repeat(300) }))).toEqual([])
})
