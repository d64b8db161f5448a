// Finds exports that no other file imports, which make their module look larger than it is. A name that a package exports counts as used
// only if another file imports it.

import { relative } from 'node:path'
import { moduleFiles, readPackages, resolveImport } from '../modules.ts'
import { parse, type SyntaxNode, sourceFiles, stringOf, unwrapped, walk } from '../source.ts'

interface Export {
  name: string
  line: number
  /** For `export { name } from '...'`: the module and the name there. */
  from?: { file: string; name: string }
}

/** `*` is the whole module. */
interface Import {
  file: string
  name: string
}

interface Module {
  exports: Export[]
  imports: Import[]
  stars: string[]
}

/** Every export that no other file imports, as `path:line name`. */
export function unusedExports(root: string): string[] {
  const modules = readModules(root)
  const used = new Set<string>()
  // A name imported from a module that re-exports it is used where it is declared.
  const pending = [...modules.values()].flatMap(({ imports }) => imports)
  for (const { file, name } of pending) {
    const key = `${file} ${name}`
    const module = modules.get(file)
    if (used.has(key) || !module) continue
    used.add(key)
    const found = name === '*' ? module.exports : module.exports.filter((each) => each.name === name)
    for (const each of found) {
      if (name === '*') pending.push({ file, name: each.name })
      if (each.from) pending.push(each.from)
    }
    if (found.length === 0 || name === '*') for (const star of module.stars) pending.push({ file: star, name })
  }
  return [...modules].flatMap(([file, { exports }]) =>
    exports
      .filter(({ name }) => !used.has(`${file} ${name}`) && !isEntry(file, name))
      .map(({ name, line }) => `${relative(root, file)}:${line} ${name} is imported nowhere`),
  )
}

/** Exports that Vitest, Playwright and Vite read, and those of modules that replace a library in a build. */
function isEntry(file: string, name: string): boolean {
  if (file.endsWith('/contract-runner.ts')) return true
  return name === 'default' && /\.config\.[mc]?[jt]s$|-for-tests\.ts$|-reporter\.mjs$/.test(file)
}

function readModules(root: string): Map<string, Module> {
  const packages = readPackages(root)
  const configs = sourceFiles(root, /\.config\.[mc]?[jt]s$/)
  const files = [...new Set([...moduleFiles(root), ...configs])]
  return new Map(files.map((file) => [file, readModule(file, (specifier) => resolveImport(packages, file, specifier))]))
}

function readModule(file: string, resolve: (specifier: string) => string | undefined): Module {
  const { program, source } = parse(file)
  const module: Module = { exports: [], imports: [], stars: [] }
  const lineOf = ({ start }: SyntaxNode) => source.slice(0, start).split('\n').length
  const parents: SyntaxNode[] = []
  walk(program, (node) => {
    while (parents.length > 0 && (parents.at(-1) as SyntaxNode).end <= node.start) parents.pop()
    const target = resolve(stringOf(node.source) ?? '')
    if (node.type === 'ImportDeclaration' && target) {
      for (const specifier of node.specifiers as SyntaxNode[])
        module.imports.push({ file: target, name: importedName(specifier) })
    }
    if (node.type === 'ImportExpression' && target) {
      for (const name of namesTaken(parents)) module.imports.push({ file: target, name })
    }
    if (node.type === 'TSImportType' && target) {
      const name = (node.qualifier as SyntaxNode | null)?.name as string | undefined
      module.imports.push({ file: target, name: name ?? '*' })
    }
    if (node.type === 'ExportAllDeclaration') {
      if (node.exported)
        module.exports.push({
          name: nameOf(node.exported),
          line: lineOf(node),
          ...(target && { from: { file: target, name: '*' } }),
        })
      else if (target) module.stars.push(target)
    }
    if (node.type === 'ExportDefaultDeclaration') module.exports.push({ name: 'default', line: lineOf(node) })
    if (node.type === 'ExportNamedDeclaration') {
      for (const name of declaredNames(node.declaration)) module.exports.push({ name, line: lineOf(node) })
      for (const specifier of node.specifiers as SyntaxNode[]) {
        const from = target && { from: { file: target, name: nameOf(specifier.local) } }
        module.exports.push({ name: nameOf(specifier.exported), line: lineOf(specifier), ...from })
      }
    }
    parents.push(node)
    return true
  })
  return module
}

/**
 * The names that a dynamic import takes: of `const { a } = await import()`, `(await import()).a`, `import().then((m) => m.a)` and
 * `import().then(({ a }) => ...)`; otherwise the whole module.
 * @param parents the nodes around the import, the outermost first
 */
function namesTaken(parents: SyntaxNode[]): string[] {
  const around = parents.filter(({ type }) => type !== 'ParenthesizedExpression').reverse()
  const [first, second] = around
  if (first?.type === 'AwaitExpression') {
    if (second?.type === 'MemberExpression') return [nameOf(second.property)]
    if (second?.type === 'VariableDeclarator') return patternNames(second.id)
  }
  if (first?.type === 'MemberExpression' && nameOf(first.property) === 'then' && second?.type === 'CallExpression') {
    const [callback] = second.arguments as SyntaxNode[]
    const [parameter] = (callback?.params ?? []) as SyntaxNode[]
    const body = unwrapped(callback?.body)
    if (parameter?.type === 'ObjectPattern') return patternNames(parameter)
    const reads = body?.type === 'MemberExpression' && parameter && nameOf(unwrapped(body.object)) === nameOf(parameter)
    if (reads) return [nameOf(body.property)]
  }
  return ['*']
}

function patternNames(pattern: unknown): string[] {
  const { type, properties } = pattern as SyntaxNode
  if (type !== 'ObjectPattern') return ['*']
  return (properties as SyntaxNode[]).map((property) => (property.type === 'RestElement' ? '*' : nameOf(property.key)))
}

function importedName(specifier: SyntaxNode): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default'
  return specifier.type === 'ImportNamespaceSpecifier' ? '*' : nameOf(specifier.imported)
}

function declaredNames(declaration: unknown): string[] {
  const node = unwrapped(declaration)
  if (!node) return []
  if (node.type !== 'VariableDeclaration') return [nameOf(node.id)]
  return (node.declarations as SyntaxNode[]).flatMap(({ id }) => {
    const pattern = id as SyntaxNode
    if (pattern.type === 'ObjectPattern') return (pattern.properties as SyntaxNode[]).map(({ value }) => nameOf(value))
    if (pattern.type === 'ArrayPattern') return (pattern.elements as SyntaxNode[]).map(nameOf)
    return [nameOf(pattern)]
  })
}

function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { name?: string; value?: string }
  return name ?? String(value)
}
