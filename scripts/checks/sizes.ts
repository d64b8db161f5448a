// Checks that folders, files and functions are small enough to read. Pictures and saved accessibility trees are not sources.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isTest, parse, type SyntaxNode, sourceFiles, walk } from '../source.ts'

const maxFiles = 30
const maxLines = 500
const maxFunctionLines = 100

/**
 * Folders with more than 30 source files, files of more than 500 lines, and functions of more than 100 lines, one sentence each.
 * @param exceptions reasons by the part of the project and the name of the function; obsolete ones are reported too
 */
export function oversized(root: string, exceptions: Readonly<Record<string, string>> = {}): string[] {
  const files = ['packages', 'e2e', 'bench', 'scripts'].flatMap((folder) =>
    sourceFiles(join(root, folder), /\.([mc]?[jt]sx?|css)$/),
  )
  const found: string[] = []
  for (const [folder, { length }] of Map.groupBy(files, (file) => relative(root, join(file, '..')))) {
    if (length > maxFiles) found.push(`${folder} has ${length} files: give it folders of at most ${maxFiles}`)
  }
  const needed = new Set<string>()
  for (const file of files) {
    const path = relative(root, file)
    const lines = readFileSync(file, 'utf8').split('\n').length - 1
    if (lines > maxLines) found.push(`${path} has ${lines} lines: split it into files of at most ${maxLines}`)
    if (file.endsWith('.css') || isTest(file)) continue
    for (const { name, line, length } of functionsOf(file)) {
      if (length <= maxFunctionLines) continue
      const key = `${path.replace(/^packages\//, '').split('/')[0]} ${name}`
      needed.add(key)
      const advice = `split it into functions of at most ${maxFunctionLines}, or give the reason in scripts/checks/long-functions.ts`
      if (!(key in exceptions)) found.push(`${path}:${line} ${name} has ${length} lines: ${advice}`)
    }
  }
  for (const key of Object.keys(exceptions)) {
    if (!needed.has(key)) found.push(`${key} has no more than ${maxFunctionLines} lines: remove its reason`)
  }
  return found
}

/** The functions of a file with their line counts, without preceding comments. */
function functionsOf(file: string) {
  const { program, source } = parse(file)
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
  const found: { name: string; line: number; length: number }[] = []
  const visit = (value: unknown, name: string) =>
    walk(value, (node) => {
      if (node === value && !isFunction(node)) return true
      if (isFunction(node)) {
        const own = nameOf(node.id) ?? name
        const line = lineAt(node.start)
        found.push({ name: own, line, length: lineAt(node.end) - line + 1 })
        for (const part of [node.params, node.body]) for (const child of [part].flat()) visit(child, own)
        return false
      }
      const named = nameOf(node.id) ?? nameOf(node.key)
      if (named === undefined) return true
      visit(node.init ?? node.value ?? node.body, named)
      return false
    })
  visit(program, 'function')
  return found
}

function isFunction({ type }: SyntaxNode): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)
}

function nameOf(node: unknown): string | undefined {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown }
  return [name, value].find((each) => typeof each === 'string') as string | undefined
}
