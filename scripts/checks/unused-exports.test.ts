import { expect, test } from 'vitest'
import { projectWith } from './test-project.ts'
import { unusedExports } from './unused-exports.ts'

const packages = {
  'packages/client/package.json': '{"name":"@waypost/client","exports":{".":"./src/index.ts","./call":"./src/call.ts"}}',
}

test('names that no other file imports are found, with their line', () => {
  const root = projectWith({
    'scripts/a.ts': `export const used = 1
export const [first, second] = [used, used]
export function unused() {}
export interface Shape { size: number }
export default class {}
const local = 1
export { local, local as other }
`,
    'scripts/b.ts': "import { first, local, used } from './a.ts'\nimport type { Shape } from './a.ts'\n",
  })
  expect(unusedExports(root)).toEqual([
    'scripts/a.ts:2 second is imported nowhere',
    'scripts/a.ts:3 unused is imported nowhere',
    'scripts/a.ts:5 default is imported nowhere',
    'scripts/a.ts:7 other is imported nowhere',
  ])
})

test('a name that a package exports is used only by an import', () => {
  const root = projectWith({
    ...packages,
    'packages/client/src/index.ts': "export { a, b } from './a.ts'\nexport * from './star.ts'\n",
    'packages/client/src/a.ts': 'export const a = 1\nexport const b = 2\n',
    'packages/client/src/star.ts': 'export const c = 1\nexport const d = 2\n',
    'packages/client/src/call.ts': 'export const call = 1\n',
    'packages/web/src/main.tsx': "import { a, c } from '@waypost/client'\n",
  })
  expect(unusedExports(root)).toEqual(
    [
      'packages/client/src/call.ts:1 call is imported nowhere',
      'packages/client/src/index.ts:1 b is imported nowhere',
      'packages/client/src/a.ts:2 b is imported nowhere',
      'packages/client/src/star.ts:2 d is imported nowhere',
    ].toSorted(),
  )
})

test.each([
  "import * as all from './a.ts'",
  "const all = await import('./a.ts')",
  "const { a } = await import('./a.ts')",
  "const a = (await import('./a.ts')).a",
  "const a = lazily(() => import('./a.ts').then((module) => module.a))",
  "const a = import('./a.ts').then(({ a }) => a)",
  "type A = import('./a.ts').a",
])('%s uses a name', (source) => {
  expect(unusedExports(projectWith({ 'scripts/a.ts': 'export const a = 1', 'scripts/b.ts': source }))).toEqual([])
})

test.each([
  "const { b } = await import('./a.ts')",
  "import('./a.ts').then((module) => module.b)",
  "import './a.ts'",
  "import { a } from 'a'",
])('%s does not use another name', (source) => {
  expect(unusedExports(projectWith({ 'scripts/a.ts': 'export const a = 1', 'scripts/b.ts': source }))).toHaveLength(1)
})

test('what a configuration exports is read by its program', () => {
  const root = projectWith({
    'vitest.config.ts': "import { a } from './scripts/a.ts'\nexport default a",
    'scripts/a.ts': 'export const a = 1',
  })
  expect(unusedExports(root)).toEqual([])
})
