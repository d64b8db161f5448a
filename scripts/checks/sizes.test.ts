import { expect, test } from 'vitest'
import { oversized } from './sizes.ts'
import { projectWith } from './test-project.ts'

const many = (count: number, folder: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.${index % 2 ? 'css' : 'ts'}`, '']))
const lines = (count: number) => '  x()\n'.repeat(count)

test('a folder of more than 30 sources is too large', () => {
  const pictures = { 'packages/web/src/ui/icon.svg': '', 'packages/web/src/ui/deeper/a.ts': '' }
  expect(oversized(projectWith({ ...many(30, 'packages/web/src/ui'), ...pictures }))).toEqual([])
  expect(oversized(projectWith(many(31, 'packages/web/src/ui')))).toEqual([expect.stringContaining('src/ui has 31 files')])
})

test.each(['a.ts', 'a.css', 'a.test.ts'])('500 lines of %s are not too many, and 501 are', (name) => {
  const file = (count: number) => projectWith({ [`scripts/${name}`]: '\n'.repeat(count) })
  expect(oversized(file(500))).toEqual([])
  expect(oversized(file(501))).toEqual([expect.stringContaining(`scripts/${name} has 501 lines`)])
})

test.each([
  ['function open() {', '}', 'open'],
  ['export default function () {', '}', 'function'],
  ['const open = async () => {', '}', 'open'],
  ['const open = memo(function Inner() {', '})', 'Inner'],
  ['const it = { open() {', '} }', 'open'],
  ['const it = { "a b": () => {', '} }', 'a b'],
  ['class It { #open() {', '} }', 'open'],
])('100 lines of "%s" are not too many, and 101 are', (start, end, name) => {
  const file = (count: number) => projectWith({ 'scripts/a.ts': `\n${start}\n${lines(count - 2)}${end}\n` })
  expect(oversized(file(100))).toEqual([])
  expect(oversized(file(101))).toEqual([expect.stringContaining(`scripts/a.ts:2 ${name} has 101 lines`)])
})

test('a long function counts with those inside it, and each of them by itself', () => {
  const inner = `function inner() {\n${lines(100)}}\n`
  const found = oversized(projectWith({ 'scripts/a.ts': `function outer() {\n${inner}}\n` }))
  expect(found).toEqual([expect.stringContaining('outer has 104 lines'), expect.stringContaining('inner has 102 lines')])
})

test('the groups of a test are no functions to be read as one', () => {
  expect(oversized(projectWith({ 'scripts/a.test.ts': `describe('it', () => {\n${lines(200)}})\n` }))).toEqual([])
})

test('a long function with a reason is allowed, and a reason that no function needs is not', () => {
  const project = projectWith({ 'packages/web/src/a.ts': `function open() {\n${lines(100)}}\n` })
  expect(oversized(project, { 'web open': 'One table.' })).toEqual([])
  expect(oversized(project, { 'web open': 'One table.', 'web close': 'It was long.' })).toEqual([
    expect.stringContaining('web close has no more than 100 lines'),
  ])
  expect(oversized(project, { 'server open': 'One table.' })).toHaveLength(2)
})
