import { expect, test } from 'vitest'
import { projectWith } from '../test-project.ts'
import { engineTests, untestedOnEngines } from './engine-tests.ts'

const source = 'packages/server/src'
const server = "import { startTestServer } from '../test-server.ts'\n"
const marked = `// On the engines too: counting is other SQL.\n${server}`

const foundIn = (files: Record<string, string>) =>
  untestedOnEngines(projectWith(Object.fromEntries(Object.entries(files).map(([file, text]) => [`${source}/${file}`, text]))))

test('of the tests that speak to a server only those with a mark are chosen; suites of engines always are', () => {
  const root = projectWith({
    [`${source}/push/list.test.ts`]: marked,
    [`${source}/push/form.test.ts`]: server,
    [`${source}/push/rules.test.ts`]: '',
    [`${source}/push/clients.generators.test.ts`]: marked,
    [`${source}/db/postgres.engine.test.ts`]: '',
  })
  expect(engineTests(root)).toEqual({
    suites: [`${source}/db/postgres.engine.test.ts`],
    marked: [`${source}/push/list.test.ts`],
    able: [`${source}/push/form.test.ts`, `${source}/push/list.test.ts`],
  })
})

test('a feature with rows needs a test on the engines, in its folder or below it', () => {
  const complaint = `${source}/note: no test of this feature runs on the engines; see docs/testing.md`
  expect(foundIn({ 'note/rows.ts': '', 'note/note.test.ts': server })).toEqual([complaint])
  expect(foundIn({ 'note/rows.ts': '', 'notebook/note.test.ts': marked })).toEqual([complaint])
  expect(foundIn({ 'note/rows.ts': '', 'note/note.test.ts': marked })).toEqual([])
  expect(foundIn({ 'note/rows.ts': '', 'note/own/note.test.ts': marked })).toEqual([])
  expect(foundIn({ 'note/rows.ts': '', 'note/note.engine.test.ts': '' })).toEqual([])
})

test('a mark without an effect or without a reason is refused', () => {
  expect(foundIn({ 'note/rules.test.ts': '// On the engines too: it counts.\n' })).toEqual([
    `${source}/note/rules.test.ts: it speaks to no test server, so it cannot run on the engines`,
  ])
  expect(foundIn({ 'note/note.test.ts': `// On the engines too\n${server}` })).toEqual([
    `${source}/note/note.test.ts: say why, "// On the engines too: <what may differ there>."`,
  ])
})
