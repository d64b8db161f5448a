import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { buildWeb } from '../../../../scripts/tests/built-web.ts'
import { classNames } from '../../class-names.ts'

const web = join(import.meta.dirname, '../..')
const run = promisify(execFile)

const folder = mkdtempSync(join(tmpdir(), 'waypost-builds-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('two builds of the web client from the same sources have the same files with the same bytes', async () => {
  // Usually an existing build: building uses as much processor time as a hundred other tests.
  await buildWeb()
  const [one, other] = [join(web, 'dist'), join(folder, 'other')]
  const vite = join(web, '../../node_modules/vite/bin/vite.js')
  await run(process.execPath, [vite, 'build', '--emptyOutDir', '--outDir', other], {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const files = filesBelow(one).filter((name) => name !== '.stamp')
  expect(files.length).toBeGreaterThan(100)
  expect(filesBelow(other)).toEqual(files)
  expect(files.filter((name) => !readFileSync(join(one, name)).equals(readFileSync(join(other, name))))).toEqual([])
})

test('a class in one sheet does not rename those of others, and no two classes have one name', () => {
  const sheets = Array.from({ length: 300 }, (_, index) => `room-${index % 7}/Sheet${index}.module.css`)
  const path = (sheet: string) => join(folder, 'src', sheet)
  const write = (sheet: string, text: string) => {
    mkdirSync(dirname(path(sheet)), { recursive: true })
    writeFileSync(path(sheet), text)
  }
  for (const sheet of sheets)
    write(sheet, '.card { margin: .5rem } .card:hover .label { animation: blink 1s } @keyframes blink { }')
  const namesOfAll = () => {
    const name = classNames(join(folder, 'src'))
    return sheets.map((sheet) => ['card', 'label', 'blink'].map((each) => name(each, path(sheet))))
  }
  const before = namesOfAll()
  expect(new Set(before.flat()).size).toBe(3 * sheets.length)
  const [first = ''] = sheets
  write(first, '.header { } .card { } .label { } @keyframes blink { }')
  const after = namesOfAll()
  expect(after.slice(1)).toEqual(before.slice(1))
  expect(after[0]).not.toEqual(before[0])
  expect(() => classNames(join(folder, 'src'))('missing', path(first))).toThrow(
    'Sheet0.module.css has no class or animation missing.',
  )
})

const filesBelow = (at: string) =>
  readdirSync(at, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(at, name)).isFile())
    .sort()
