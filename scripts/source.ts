import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** Something written in a source file, and the line it stands on. */
export interface Found {
  text: string
  line: number
}

export interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/**
 * Paths of all files below a folder whose name fits, sorted; none where there is no such folder.
 * What is installed or built is left out.
 */
export function sourceFiles(folder: string, fits: RegExp): string[] {
  let entries: ReturnType<typeof list>
  try {
    entries = list(folder)
  } catch {
    return []
  }
  return entries
    .flatMap((entry) => {
      if (entry.name === 'node_modules' || entry.name === 'dist') return []
      const path = join(folder, entry.name)
      return entry.isDirectory() ? sourceFiles(path, fits) : fits.test(entry.name) ? [path] : []
    })
    .sort()
}

/** Every module that a file names: imported or exported, type-only or not, at the top or inside an expression. */
export function importsOf(file: string): Found[] {
  return collect(file, (node, found) => {
    const source = namedModule(node)
    if (source !== undefined) found(source)
    return true
  })
}

/** The titles of the tests and groups that a test file runs; `skip`, `todo` and `fixme` prove nothing and are left out. */
export function testTitles(file: string): Found[] {
  return collect(file, (node, found) => {
    const name = node.type === 'CallExpression' ? calledName(node.callee as SyntaxNode) : []
    if (!['test', 'it', 'describe'].includes(name[0] ?? '')) return true
    if (name.some((part) => part === 'skip' || part === 'todo' || part === 'fixme')) return false
    const title = text((node.arguments as SyntaxNode[])[0])
    if (title !== undefined) found(title)
    return true
  })
}

function list(folder: string) {
  return readdirSync(folder, { withFileTypes: true })
}

// Vite brings a parser of TypeScript that keeps type-only imports. TypeScript 7 has no stable programming interface yet.
function collect(file: string, enter: (node: SyntaxNode, found: (text: string) => void) => boolean): Found[] {
  const source = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const all: Found[] = []
  walk(program, (node) => enter(node, (text) => all.push({ text, line: source.slice(0, node.start).split('\n').length })))
  return all
}

/** @param enter answers whether to look inside the node */
export function walk(value: unknown, enter: (node: SyntaxNode) => boolean) {
  if (Array.isArray(value)) for (const item of value) walk(item, enter)
  else if (isNode(value) && enter(value)) for (const child of Object.values(value)) walk(child, enter)
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}

function namedModule(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return text(node.source)
    case 'TSExternalModuleReference':
      return text(node.expression)
    default:
      return undefined
  }
}

/** `test.describe.only(...)` is `['test', 'describe', 'only']`; so is `test.each(table)(...)`, with `each`. */
function calledName(callee: SyntaxNode): string[] {
  switch (callee.type) {
    case 'Identifier':
      return [callee.name as string]
    case 'MemberExpression':
      return [...calledName(callee.object as SyntaxNode), ...calledName(callee.property as SyntaxNode)]
    case 'CallExpression':
      return calledName(callee.callee as SyntaxNode)
    case 'TaggedTemplateExpression':
      return calledName(callee.tag as SyntaxNode)
    default:
      return []
  }
}

/** Of a string or a template; what a template fills in is left out. */
function text(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('…')
}
