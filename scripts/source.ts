import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'

interface Found {
  text: string
  line: number
}

/** Reports a text, and its node if that is not the visited one. */
type Report = (text: string, at?: SyntaxNode) => void

export interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Paths of all files below a folder that match, sorted; none if there is no such folder. Installed and built files are left out. */
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

/** Every module that a file imports or re-exports, including types and dynamic imports. */
export function importsOf(file: string): Found[] {
  return collect(file, (node, found) => {
    const source = namedModule(node)
    if (source !== undefined) found(source)
    return true
  })
}

/** Every string and template of a file; what a template fills in is left out. */
export function stringsOf(file: string): Found[] {
  return collect(file, (node, found) => {
    const text = stringOf(node)
    if (text !== undefined) found(text)
    return true
  })
}

/** The titles of the tests and groups that a test file runs. `skip`, `todo` and `fixme` are left out, because they prove nothing. */
export function testTitles(file: string): Found[] {
  return collect(file, (node, found) => {
    const name = node.type === 'CallExpression' ? calledName(node.callee as SyntaxNode) : []
    if (!['test', 'it', 'describe'].includes(name[0] ?? '')) return true
    if (name.some((part) => part === 'skip' || part === 'todo' || part === 'fixme')) return false
    const title = stringOf((node.arguments as SyntaxNode[])[0])
    if (title !== undefined) found(title)
    return true
  })
}

/**
 * Where a file uses a browser global of one of these names: the bare name, unless it is declared around the place, or a member of `window`,
 * `globalThis`, `self` or `document`. Types do not count. `open`, `close` and `name` are too common to count as bare names.
 */
export function globalsOf(file: string, names: ReadonlySet<string>): Found[] {
  return collect(file, (program, found) => {
    findGlobals(program, names, [], found)
    return false
  })
}

const common = new Set(['open', 'close', 'name', 'parent', 'top'])
const globalObjects = new Set(['window', 'globalThis', 'self', 'document', 'top', 'parent'])

function findGlobals(value: unknown, names: ReadonlySet<string>, scopes: ReadonlySet<string>[], found: Report): void {
  const again = (child: unknown, inner = scopes) => findGlobals(child, names, inner, found)
  if (Array.isArray(value)) for (const item of value) again(item)
  if (!isNode(value) || (value.type.startsWith('TS') && !valueOfType.has(value.type))) return
  const isDeclared = (name: string) => scopes.some((scope) => scope.has(name))
  switch (value.type) {
    case 'Identifier': {
      const name = value.name as string
      if (names.has(name) && !common.has(name) && !isDeclared(name)) found(name, value)
      return
    }
    case 'MemberExpression': {
      const { object, property, computed } = value as unknown as { object: SyntaxNode; property: SyntaxNode; computed: boolean }
      const name = computed ? stringOf(property) : (property.name as string)
      if (name !== undefined && names.has(name) && isGlobalObject(object, isDeclared)) found(name, value)
      again(object)
      if (computed) again(property)
      return
    }
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      if (value.computed) again(value.key)
      again(value.value)
      return
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'BreakStatement':
    case 'ContinueStatement':
      return
    default: {
      const inner = [...scopes, new Set(declaredIn(value))]
      for (const [key, child] of Object.entries(value)) if (key !== 'label' && key !== 'typeAnnotation') again(child, inner)
    }
  }
}

const valueOfType = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'TSEnumDeclaration'])

/** `window`, `window.top`, `globalThis as ...` */
function isGlobalObject(node: SyntaxNode, isDeclared: (name: string) => boolean): boolean {
  if (node.type === 'Identifier') return globalObjects.has(node.name as string) && !isDeclared(node.name as string)
  if (node.type === 'MemberExpression') {
    const { name } = node.property as SyntaxNode
    return globalObjects.has(name as string) && isGlobalObject(node.object as SyntaxNode, isDeclared)
  }
  const inside = node.expression
  return isNode(inside) && isGlobalObject(inside, isDeclared)
}

/** The names that a node declares for its contents: parameters, and declarations directly in a block. */
function declaredIn(node: SyntaxNode): string[] {
  const statements = [node.body, node.consequent, node.init, node.left].flat().filter(isNode)
  const exported = statements.map((each) =>
    each.type === 'ExportNamedDeclaration' && isNode(each.declaration) ? each.declaration : each,
  )
  const declared = exported.flatMap((each) => {
    if (each.type === 'VariableDeclaration')
      return (each.declarations as SyntaxNode[]).flatMap(({ id }) => namesIn(id as SyntaxNode))
    if (each.type === 'ImportDeclaration')
      return (each.specifiers as SyntaxNode[]).flatMap(({ local }) => namesIn(local as SyntaxNode))
    return /^(Function|Class)Declaration$/.test(each.type) && isNode(each.id) ? namesIn(each.id) : []
  })
  const params = [node.params, node.param].flat().filter(isNode)
  return [...declared, ...params.flatMap(namesIn)]
}

function namesIn(pattern: SyntaxNode): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name as string]
    case 'ObjectPattern':
      return (pattern.properties as SyntaxNode[]).flatMap((each) => namesIn((each.argument ?? each.value) as SyntaxNode))
    case 'ArrayPattern':
      return (pattern.elements as unknown[]).filter(isNode).flatMap(namesIn)
    case 'AssignmentPattern':
      return namesIn(pattern.left as SyntaxNode)
    case 'RestElement':
      return namesIn(pattern.argument as SyntaxNode)
    case 'TSParameterProperty':
      return namesIn(pattern.parameter as SyntaxNode)
    default:
      return []
  }
}

function list(folder: string) {
  return readdirSync(folder, { withFileTypes: true })
}

/**
 * The syntax tree of a file, its text, and its comments in order. The parser is Vite's, which keeps type-only imports; TypeScript 7 has no
 * stable programming interface yet.
 */
export function parse(file: string): Parsed {
  const source = readFileSync(file, 'utf8')
  const known = parsed.get(file)
  if (known?.source === source) return known
  const { program, comments, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const tree = { program: program as unknown as SyntaxNode, source, comments }
  parsed.set(file, tree)
  return tree
}

interface Parsed {
  program: SyntaxNode
  source: string
  comments: ReturnType<typeof parseSync>['comments']
}

/** Cached, because several rules read each file. */
const parsed = new Map<string, Parsed>()

/** Whether a file is a test, or a helper that only tests import. */
export function isTest(file: string): boolean {
  return /\.(test|contract|spec)\.tsx?$/.test(file) || basename(file).startsWith('test-')
}

/** An expression without the brackets, casts and `?.` around it. */
export function unwrapped(node: unknown): SyntaxNode | undefined {
  if (!isNode(node)) return undefined
  const wrapper = /^(ParenthesizedExpression|ChainExpression|TS(As|Satisfies|NonNull)Expression)$/.test(node.type)
  return wrapper ? unwrapped(node.expression) : node
}

/** What `enter` finds in a file; it returns whether to visit the children of a node. */
export function collect(file: string, enter: (node: SyntaxNode, found: Report) => boolean): Found[] {
  const { program, source } = parse(file)
  const all: Found[] = []
  const lineOf = (node: SyntaxNode) => source.slice(0, node.start).split('\n').length
  walk(program, (node) => enter(node, (text, at = node) => all.push({ text, line: lineOf(at) })))
  return all
}

/** @param enter returns whether to visit the node's children */
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
      return stringOf(node.source)
    case 'TSExternalModuleReference':
      return stringOf(node.expression)
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

/** The value of a string, or of a template with placeholders left out. */
export function stringOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('…')
}
