import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { made, passing } from './test-made.ts'

// Everything that a caller can create is listed in a table, with its limits.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, { nodes: 1 })
})
afterAll(() => server.close())

const root = join(import.meta.dirname, '..')
const isProgram = (file: string) =>
  file.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(file) && !/(^|\/)test-[^/]*$|^test-/.test(file)
const sources = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(isProgram)
    .sort()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

const inTable = (word: string) =>
  made.flatMap(({ kinds }) => kinds.filter((kind) => kind.startsWith(`${word} `)).map((kind) => kind.slice(word.length + 1)))

function compare(word: string, found: Iterable<string>, others: readonly string[] = []): void {
  const [known, there] = [inTable(word), new Set(found)]
  const all = [...known, ...others]
  expect({ missing: [...there].filter((kind) => !all.includes(kind)), gone: all.filter((kind) => !there.has(kind)) }).toEqual({
    missing: [],
    gone: [],
  })
  expect(all).toHaveLength(new Set(all).size)
}

test('every table of the database is one of them', async () => {
  // The tables are the same on every engine, but only this one can list them.
  if (server.app.db.engine !== 'sqlite') return
  const tables = await server.app.db.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
  const names = tables.map(({ name }) => name)
  // The tables that SQLite keeps for its index of words, and for itself.
  compare(
    'table',
    names.filter((name) => !/^(push_search_|sqlite_)/.test(name)),
  )
})

/** The texts that an expression stands for: a constant, possibly of another file (the same folder first), or a parameter of that name. */
function textsOf(file: string, expression: string): string[] {
  if (/^['`]/.test(expression)) return [expression.slice(1, -1)]
  const [name, field] = expression.split('.')
  const written = field ? `const ${name} = \\{[^}]*?\\b${field}: '([^']+)'` : `const ${name} = '([^']+)'`
  const distance = (other: string) => (other === file ? 0 : dirname(other) === dirname(file) ? 1 : 2)
  const near = [...sources].sort(([one], [other]) => distance(one) - distance(other))
  for (const [other, text] of near) {
    const found = new RegExp(other === file ? written : `export ${written}`).exec(text)?.[1]
    if (found !== undefined) return [found]
  }
  const given = new RegExp(`\\b${name}: '([^']+)'`, 'g')
  return [...sources].flatMap(([other, text]) =>
    other.startsWith(dirname(file)) ? [...text.matchAll(given)].map(([, found]) => found as string) : [],
  )
}

test('every type of jobs is one of them', () => {
  const handled = /jobs\.handle(?:<[^(]*>)?\(\s*([\w.]+|`[^`]*`|'[^']*')/g
  const found = [...sources].flatMap(([file, text]) =>
    [...text.matchAll(handled)].flatMap(([, expression]) => {
      const texts = textsOf(file, expression as string)
      return texts.length > 0 ? texts : [`${file} ${expression}`]
    }),
  )
  expect(found.length).toBeGreaterThan(30)
  compare('job', found)
})

test('everything that is written into the file store is one of them', () => {
  const written = /\bfiles\.(?:write|start)\(\s*([\w.]+(?:\([^)]*\))?)/g
  compare(
    'file',
    [...sources.values()].flatMap((text) => [...text.matchAll(written)].map(([, name]) => name as string)),
  )
})

test('every collection in memory that lasts is one of them', () => {
  const begun =
    /^ {0,4}(?:export )?(?:readonly |private |const |let |static )*(#?\w+)(?:: [^=\n]+)?(?: =|:) new (?:BoundedMap|Map|Set)\b/gm
  compare(
    'memory',
    [...sources].flatMap(([file, text]) => [...text.matchAll(begun)].map(([, name]) => `${file} ${name}`)),
    passing,
  )
})

function shown(): string {
  const lines = made.map(({ what, kinds, account, network, all }) => {
    const names = kinds.map((kind) => (/^(table|job|file|memory) /.test(kind) ? `\`${kind}\`` : kind)).join(', ')
    return `| ${what} | ${account} | ${network} | ${all} | ${names} |`
  })
  return ['| what | one account | one network | in all | kinds |', '|---|---|---|---|---|', ...lines].join('\n')
}

test('docs/security.md shows the table', () => {
  const doc = readFileSync(join(import.meta.dirname, '../../../../docs/security.md'), 'utf8')
  expect(doc.includes(shown()) ? '' : shown()).toBe('')
})
