import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problems, readDeviations, readGroups, readMentions, unknownMentions } from './requirements.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waypost-requirements-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

const list = '## One\n\n- **ONE-001** First. (core §1)\n- **ONE-002** Second.\n\n## Gaps\n\n- **GAP-001** A choice.\n'

test('the list of the project has 634 requirements and 104 gaps, each once', () => {
  const text = readFileSync('docs/requirements.md', 'utf8')
  const groups = readGroups(text)
  const sizes = new Map(groups.map(({ name, sentences }) => [name, sentences.size]))
  const all = [...sizes.values()].reduce((total, size) => total + size, 0)
  expect(sizes.get('GAP')).toBe(104)
  expect(all).toBe(634 + 104)
  // A duplicate number would only be counted once above.
  expect(text.match(/^- \*\*/gm)).toHaveLength(all)
})

test('groups are read with their sentences', () => {
  const [one, gap] = readGroups(list)
  expect(one?.name).toBe('ONE')
  expect([...(one?.sentences ?? [])]).toEqual([
    ['ONE-001', 'First. (core §1)'],
    ['ONE-002', 'Second.'],
  ])
  expect(gap?.name).toBe('GAP')
})

test('titles are read from unit tests, contracts and stories, with their lines', () => {
  write('packages/web/src/push/Form.test.tsx', "describe('ONE-001 a form', () => {\n  it('ONE-002 says so', () => {})\n})")
  write('packages/server/src/db/db.contract.ts', "test('ONE-003 holds', () => {})")
  write('e2e/stories/pushes/push.spec.ts', "test('ONE-004 ONE-005 alice pushes', async () => {})")
  write('packages/web/src/push/Form.tsx', "test('ONE-006 is no test file', () => {})")
  expect(readMentions(root)).toEqual([
    { id: 'ONE-003', deviates: false, where: join('packages/server/src/db/db.contract.ts:1') },
    { id: 'ONE-001', deviates: false, where: join('packages/web/src/push/Form.test.tsx:1') },
    { id: 'ONE-002', deviates: false, where: join('packages/web/src/push/Form.test.tsx:2') },
    { id: 'ONE-004', deviates: false, where: join('e2e/stories/pushes/push.spec.ts:1') },
    { id: 'ONE-005', deviates: false, where: join('e2e/stories/pushes/push.spec.ts:1') },
  ])
})

test('every way to write a test is read, and only its title', () => {
  write(
    'packages/client/src/a.test.ts',
    [
      "test.each([1, 2])('ONE-001 with %i', () => {})",
      "test.each`a | b`('ONE-002 with $a', () => {})",
      `test.describe.serial(\`ONE-003 over \${'place'}\`, () => {})`,
      "it.concurrent('ONE-004', () => expect('ONE-005').toBe(1))",
    ].join('\n'),
  )
  expect(readMentions(root).map(({ id }) => id)).toEqual(['ONE-001', 'ONE-002', 'ONE-003', 'ONE-004'])
})

test('a skipped test proves nothing', () => {
  write(
    'packages/client/src/a.test.ts',
    "test.skip('ONE-001', () => {})\nit.todo('ONE-002')\ndescribe.skip('later', () => {\n  test('ONE-003', () => {})\n})",
  )
  expect(readMentions(root)).toEqual([])
})

test('a number that the list does not have is found, the name of an algorithm is not taken for one', () => {
  write('packages/client/src/a.test.ts', "test('ONE-001 TWO-001 ONE-009 GAP-001 by SHA-256 and AES-256', () => {})")
  const unknown = unknownMentions(readGroups(list), readMentions(root))
  expect(unknown.map(({ id }) => id)).toEqual(['TWO-001', 'ONE-009'])
})

test('a title says that a requirement deviates right after its ID', () => {
  write('packages/client/src/a.test.ts', "test('ONE-001 ONE-002 (deviates) shows words instead of a banner', () => {})")
  expect(readMentions(root).map(({ id, deviates }) => [id, deviates])).toEqual([
    ['ONE-001', false],
    ['ONE-002', true],
  ])
})

describe('requirements that are not accounted for', () => {
  const found = (titles: string[], deviations = '') => {
    write('packages/client/src/a.test.ts', titles.map((title) => `test('${title}', () => {})`).join('\n'))
    return problems(readGroups(list), readMentions(root), readDeviations(deviations))
  }

  test('are none where each is named, or listed and marked', () => {
    expect(found(['ONE-001 holds', 'ONE-002 (deviates) holds'], '- **ONE-002** Differs. Better so.')).toEqual([])
  })

  test('are those that no test names', () => {
    expect(found(['ONE-001 holds'])).toEqual(['ONE-002 is named by no test'])
  })

  test('are deviations whose test does not say so', () => {
    expect(found(['ONE-001 ONE-002 holds'], '- **ONE-002** Differs.')).toEqual([
      'docs/deviations.md lists ONE-002, but no test title says "ONE-002 (deviates)"',
      expect.stringContaining('names ONE-002 as it is written'),
    ])
  })

  test('are tests of a deviation that is not listed, and listed IDs that do not exist', () => {
    expect(found(['ONE-001 ONE-002 (deviates) holds'], '- **TWO-001** Differs.')).toEqual([
      'docs/deviations.md lists TWO-001, which is no requirement',
      'docs/deviations.md lists TWO-001, but no test title says "TWO-001 (deviates)"',
      expect.stringContaining('says that ONE-002 deviates'),
    ])
  })
})
