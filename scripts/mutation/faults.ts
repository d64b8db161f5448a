import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { root } from '../prepare.mjs'
import { type SyntaxNode, walk } from '../source.ts'

/** A small change that breaks a program in most cases. */
export interface Fault {
  /** The path from the project's folder. */
  file: string
  line: number
  /** The range from `start` to `end`, an expression or a statement, is replaced by `text`. */
  start: number
  end: number
  text: string
  /** For a statement, `text` is empty. An unused expression may stand where its value is not used. */
  kind: 'expression' | 'unused' | 'statement'
  /** It runs when the file is loaded, so the tests that reach it are unknown. */
  atLoading: boolean
  what: string
}

const swapped: Record<string, string> = {
  '&&': '||',
  '||': '&&',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
  '-': '+',
  '*': '/',
}

// biome-ignore lint/suspicious/noExplicitAny: the fields of a node differ by its type
type Fields = Record<string, any>

/**
 * Returns every fault that can be put into a file. It leaves out faults that no test could or should detect: types, imports, logging,
 * attributes for style, `return await` outside of `try` (which is the same without), rethrowing unexpected errors, and, as in Stryker,
 * numbers: most are timeouts or limits, or are overwritten before they are read.
 */
export function faultsOf(file: string): Fault[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found: Fault[] = []
  const of = ({ start, end }: SyntaxNode) => source.slice(start, end)
  let within: SyntaxNode[] = []
  const add = (what: string, node: SyntaxNode, text: string) => {
    const parent = node === within.at(-1) ? within.at(-2) : within.at(-1)
    const kind = text === '' ? 'statement' : parent?.type === 'ExpressionStatement' ? 'unused' : 'expression'
    const atLoading = !within.some(({ type }) => /Function|MethodDefinition/.test(type))
    const { start, end } = node
    found.push({ file, line: source.slice(0, start).split('\n').length, start, end, text, kind, atLoading, what })
  }
  walk(parseSync(file, source).program, (node) => {
    within = [...within.filter(({ end }) => end >= node.end), node]
    const { test, consequent, alternate, left, right, operator, argument, value, name } = node as Fields
    if (/^(TS(?!As|NonNull|Satisfies)|ImportDeclaration)/.test(node.type)) return false
    if (node.type === 'JSXAttribute')
      return !/^(className|style)$/.test(name.name) && /Arrow|Call|Logical|Conditional/.test(value?.expression?.type)
    if (node.type === 'CallExpression' && /^(console|log|[\w.]*\.log)\b/.test(of(node))) return false

    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') add('negated condition', test, `!(${of(test)})`)
    const body = consequent?.type === 'BlockStatement' ? consequent.body : [consequent]
    const leaves = body.length === 1 && /^(Return|Throw|Continue)Statement$/.test(body[0]?.type)
    const rethrows = body[0]?.type === 'ThrowStatement' && body[0].argument.type === 'Identifier'
    if (node.type === 'IfStatement' && !alternate && leaves && !rethrows) add('removed guard', node, '')
    if (/^(Binary|Logical)Expression$/.test(node.type) && swapped[operator] && !isConstant(node))
      add('changed operator', node, `(${of(left)}) ${swapped[operator]} (${of(right)})`)
    const returned = within.at(-2)?.type === 'ReturnStatement' && !within.some(({ type }) => type === 'TryStatement')
    if (node.type === 'AwaitExpression' && !returned) add('dropped await', node, of(argument))
    if (node.type === 'ReturnStatement' && argument && !/^(undefined|false)$/.test(of(argument)))
      add('emptied return', argument, 'undefined')
    if (node.type === 'Literal' && typeof value === 'boolean') add('changed constant', node, String(!value))
    return true
  })
  return found
}

/** Whether an expression is a number written as a calculation, e.g. `7 * 24`. */
function isConstant({ type, left, right }: Fields): boolean {
  return type === 'Literal' || (type === 'BinaryExpression' && isConstant(left) && isConstant(right))
}

/** Puts non-overlapping faults into a source. Each is on while `globalThis.faulty` returns true for its number. */
export function planted(source: string, faults: (Fault & { id: number })[]): string {
  return faults
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { id, start, end, text: changed, kind }) => {
      const original = source.slice(start, end)
      const on = `globalThis.faulty?.(${id})`
      const choice = kind === 'statement' ? `if (!${on}) ${original}` : `(${on} ? (${changed}) : (${original}))`
      // A line that begins with a bracket would continue the line before.
      return text.slice(0, start) + (kind === 'unused' ? `void ${choice}` : choice) + text.slice(end)
    }, source)
}
