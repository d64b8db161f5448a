import { expect, test } from 'vitest'
import { projectWith } from '../test-project.ts'
import { halfCaughtImports } from './caught-imports.ts'

const found = (source: string) => halfCaughtImports(projectWith({ 'packages/web/src/x.ts': source }))

test.each([
  "import('./y.ts').then(use, leave)",
  "const load = () => import('./y.ts').then(\n  (y) => y.z,\n  () => undefined,\n)",
])('%s does not catch a missing style sheet', (source) => {
  expect(found(source)).toEqual([expect.stringMatching(/^packages\/web\/src\/x\.ts:1 .*\.catch\(\)/)])
})

test.each([
  "import('./y.ts').then(use).catch(leave)",
  "import('./y.ts').then(read).then(use, leave)",
  "const load = () => import('./y.ts')\nload().then(use, leave)",
  'fetch(address).then(use, leave)',
])('%s does, or needs not', (source) => {
  expect(found(source)).toEqual([])
})
