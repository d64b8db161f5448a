// Checks that only SQLite opens the files of the embedded store: closing one of their descriptors drops all locks of the process on that
// file, and another program may then delete the log of a running server.

import { join, relative } from 'node:path'
import { isTest } from '../modules.ts'
import { parse, type SyntaxNode, sourceFiles, stringOf, unwrapped, walk } from '../source.ts'

/** Creates the files before there is a connection. */
const home = 'db/sqlite-files.ts'
/** Functions of node:fs that open a file by path, or all files below it. */
const opens = /^(open|openAsBlob|createReadStream|createWriteStream|readFile|writeFile|appendFile|copyFile|cp|truncate)(Sync)?$/
const fileName = /(^|[/\\…])(waypost|lock)\.db/
const constants = new Set(['storeFile', 'lockFile'])

/** Returns the places in the server, except tests, that open files of the store by path, or SQLite outside of `db/`. */
export function openedStoreFiles(root: string): string[] {
  const source = join(root, 'packages/server/src')
  return sourceFiles(source, /\.ts$/)
    .filter((file) => !isTest(file) && relative(source, file) !== home)
    .flatMap((file) => {
      const { program, source: text } = parse(file)
      const place = (node: SyntaxNode) => `${relative(root, file)}:${text.slice(0, node.start).split('\n').length}`
      const found: string[] = []
      const paths = pathsIn(program)
      walk(program, (node) => {
        if (
          node.type === 'ImportDeclaration' &&
          stringOf(node.source) === 'node:sqlite' &&
          !relative(source, file).startsWith('db/')
        )
          found.push(`${place(node)}: only db/ uses SQLite`)
        if (node.type === 'CallExpression' && opens.test(nameOf(node.callee)) && named(node.arguments, paths))
          found.push(`${place(node)}: only SQLite opens the files of the store`)
        return true
      })
      return found
    })
}

function pathsIn(program: SyntaxNode): Set<string> {
  const paths = new Set(constants)
  for (let size = 0; size !== paths.size; ) {
    size = paths.size
    walk(program, (node) => {
      if (node.type === 'VariableDeclarator' && named(node.init, paths)) paths.add(nameOf(node.id))
      return true
    })
  }
  return paths
}

/** Whether an expression names one of the files. */
function named(value: unknown, paths: ReadonlySet<string>): boolean {
  let found = false
  walk(value, (node) => {
    const text = stringOf(node)
    found ||= text === undefined ? node.type === 'Identifier' && paths.has(node.name as string) : fileName.test(text)
    return !found
  })
  return found
}

/** `open` of `open(...)`, `fs.open(...)` and `fs.promises.open(...)`. */
function nameOf(value: unknown): string {
  const node = unwrapped(value)
  if (node?.type === 'Identifier') return node.name as string
  return node?.type === 'MemberExpression' ? nameOf(node.property) : ''
}
