// Checks that no code depends on the text of an error.
// Texts are rewritten and translated, so a cause needs a code or a class.

import { relative } from 'node:path'
import { moduleFiles } from '../modules.ts'
import { isTest, parse, type SyntaxNode, unwrapped, walk } from '../source.ts'

/** Files that compare messages of other programs, which provide no code. */
const exceptions: Record<string, string> = {
  'packages/server/src/db/postgres-errors.ts': 'the driver gives lost connections and stale plans no code of their own',
}

const errorName = /^(e|err|ex|cause|reason)$|error|exception|refusal|failure/i
const messageFunction = /^messageOf/
const stringMethods = ['includes', 'startsWith', 'endsWith', 'match', 'matchAll', 'search', 'indexOf', 'localeCompare']
const patternMethods = ['test', 'exec']

/** Every comparison of an error's message in the sources, as `path:line text`. Tests are exempt. */
export function comparedMessages(root: string, allowed: Record<string, string> = exceptions): string[] {
  const found: string[] = []
  const used = new Set<string>()
  for (const file of moduleFiles(root)) {
    if (isTest(file) || relative(root, file).startsWith('e2e')) continue
    const path = relative(root, file)
    const places = comparisons(file)
    if (places.length > 0) used.add(path)
    if (!(path in allowed)) found.push(...places.map((place) => `${path}:${place}: give the cause a code or a class`))
  }
  const stale = Object.keys(allowed).filter((path) => !used.has(path))
  return [...found, ...stale.map((path) => `${path} compares no message any more: take it off the exceptions`)]
}

function comparisons(file: string): string[] {
  const { program, source } = parse(file)
  const variables = messageVariables(program)
  const isMessage = (node: unknown): boolean => {
    const value = unwrapped(node)
    if (value?.type === 'Identifier') return variables.has(value.name as string)
    if (value?.type === 'CallExpression') {
      const callee = unwrapped(value.callee)
      const [argument] = value.arguments as SyntaxNode[]
      return callee?.type === 'Identifier' && messageFunction.test(callee.name as string) && isError(argument)
    }
    return isMessageMember(value)
  }
  const places: string[] = []
  walk(program, (node) => {
    if (comparesMessage(node, isMessage)) {
      const line = source.slice(0, node.start).split('\n').length
      places.push(`${line} ${source.slice(node.start, node.end).split('\n')[0]}`)
    }
    return true
  })
  return places
}

function comparesMessage(node: SyntaxNode, isMessage: (node: unknown) => boolean): boolean {
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator as string)) {
    return [node.left, node.right].some(isMessage) && ![node.left, node.right].some(isUndefined)
  }
  if (node.type === 'SwitchStatement') return isMessage(node.discriminant)
  if (node.type !== 'CallExpression') return false
  const callee = unwrapped(node.callee)
  if (callee?.type !== 'MemberExpression') return false
  const method = (callee.property as SyntaxNode).name as string
  if (stringMethods.includes(method) && isMessage(callee.object)) return true
  return patternMethods.includes(method) && (node.arguments as SyntaxNode[]).some(isMessage)
}

function messageVariables(program: SyntaxNode): Set<string> {
  const names = new Set<string>()
  walk(program, (node) => {
    if (node.type !== 'VariableDeclarator') return true
    const target = node.id as SyntaxNode
    const value = unwrapped(node.init)
    if (target.type === 'Identifier' && mentionsMessage(value)) names.add(target.name as string)
    if (target.type === 'ObjectPattern' && isError(value)) {
      for (const property of target.properties as SyntaxNode[]) {
        const key = unwrapped(property.key)
        const local = unwrapped(property.value)
        if (key?.name === 'message' && local?.type === 'Identifier') names.add(local.name as string)
      }
    }
    return true
  })
  return names
}

/** `error.message`, also as one branch of a condition: `error instanceof Error ? error.message : String(error)`. */
function mentionsMessage(value: SyntaxNode | undefined): boolean {
  if (value?.type === 'ConditionalExpression')
    return [value.consequent, value.alternate].some((branch) => mentionsMessage(unwrapped(branch)))
  return isMessageMember(value)
}

function isMessageMember(value: SyntaxNode | undefined): boolean {
  return value?.type === 'MemberExpression' && (value.property as SyntaxNode).name === 'message' && isError(value.object)
}

function isError(node: unknown): boolean {
  const cast = node as SyntaxNode | undefined
  if (cast?.type === 'ParenthesizedExpression') return isError(cast.expression)
  if (cast?.type === 'TSAsExpression') {
    const type = (cast.typeAnnotation as SyntaxNode).typeName as SyntaxNode | undefined
    if (type?.name && errorName.test(type.name as string)) return true
  }
  const value = unwrapped(node)
  if (value?.type === 'MemberExpression') return isError(value.property)
  return value?.type === 'Identifier' && errorName.test(value.name as string)
}

function isUndefined(node: unknown): boolean {
  const value = unwrapped(node)
  return value?.type === 'Identifier' && value.name === 'undefined'
}
