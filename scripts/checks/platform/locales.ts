// Checks that language-dependent code gets its language from `locale.ts` of protocol: `Intl` throws on the names of some systems and
// browsers, e.g. `en-US@posix`. Also checks that only the web client reads it at load time, because that takes 5 MB of memory at rest.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isTest, parse, type SyntaxNode, sourceFiles, unwrapped } from '../../source.ts'

const home = 'packages/protocol/src/wire/locale.ts'
/** Files that may read the browser's language, with the reason. */
const namers: Record<string, string> = {
  [home]: 'it makes one of it that Intl takes',
  'packages/web/src/browser/system.ts': 'it tells support what the browser named',
}

/** Methods with a language argument, and its position. */
const methods = new Map([
  ['localeCompare', 1],
  ['toLocaleDateString', 0],
  ['toLocaleLowerCase', 0],
  ['toLocaleString', 0],
  ['toLocaleTimeString', 0],
  ['toLocaleUpperCase', 0],
])
/** Members of `Intl` without a language. */
const free = ['supportedValuesOf', 'getCanonicalLocales']
/** The web client makes `region` of `locale()` once; functions that format take it as `language`. */
const given = ['region', 'language', 'code']

/** Uses of another language, or of the language too early, as `path:line` and what to write instead. */
export function wrongLocales(root: string): string[] {
  const files = sourceFiles(join(root, 'packages'), /\.tsx?$/).filter((file) => !isTest(file))
  return files.flatMap((file) => {
    const path = relative(root, file)
    const text = readFileSync(file, 'utf8')
    if (!/\bIntl\b|ocale|navigator/.test(text)) return []
    const { program, source } = parse(file)
    const found: string[] = []
    visit(program, false, (node, isLate) => {
      const wrong = wrongIn(node, path) ?? (isLate || path.startsWith('packages/web/') ? undefined : earlyIn(node))
      if (wrong) found.push(`${path}:${source.slice(0, node.start).split('\n').length} ${wrong}`)
    })
    return found
  })
}

function wrongIn(node: SyntaxNode, path: string): string | undefined {
  const name = node.type === 'MemberExpression' && (node.property as SyntaxNode).name
  if ((name === 'language' || name === 'languages') && !(path in namers)) {
    const { name: object, property } = unwrapped(node.object) as unknown as { name?: string; property?: { name?: string } }
    if (object === 'navigator' || property?.name === 'navigator') return `take the language from locale() of ${home}`
  }
  if (path === home) return undefined
  const language = languageOf(node)
  return language === false || isKnown(language) ? undefined : `take the language from locale() of ${home}, or name English`
}

/** The argument that names the language; false if the node needs none. */
function languageOf(node: SyntaxNode): SyntaxNode | undefined | false {
  const isNew = node.type === 'NewExpression'
  if (!isNew && node.type !== 'CallExpression') return false
  const callee = unwrapped(node.callee)
  if (callee?.type !== 'MemberExpression') return false
  const member = (callee.property as SyntaxNode).name as string
  const args = node.arguments as SyntaxNode[]
  if (unwrapped(callee.object)?.name === 'Intl') return free.includes(member) ? false : args[0]
  const place = isNew ? undefined : methods.get(member)
  return place === undefined ? false : args[place]
}

function isKnown(language: SyntaxNode | undefined): boolean {
  const value = unwrapped(language)
  if (value?.type === 'Literal') return value.value === 'en' || value.value === 'en-US'
  if (value?.type === 'Identifier') return given.includes(value.name as string)
  return value?.type === 'CallExpression' && ['locale', 'localeOf'].includes(unwrapped(value.callee)?.name as string)
}

function earlyIn(node: SyntaxNode): string | undefined {
  return languageOf(node) === false ? undefined : 'ask for it when it is first needed: its data takes 5 MB of memory'
}

/** Visits every node, and tells whether it runs after its file has loaded. */
function visit(value: unknown, isLate: boolean, enter: (node: SyntaxNode, isLate: boolean) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, isLate, enter)
  const node = value as SyntaxNode | null
  if (typeof node !== 'object' || typeof node?.type !== 'string') return
  enter(node, isLate)
  const later = isLate || /Function|MethodDefinition/.test(node.type)
  for (const child of Object.values(node)) if (typeof child === 'object') visit(child, later, enter)
}
