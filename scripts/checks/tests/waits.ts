// Checks that no test waits with a shorter timeout than usual: it would fail on a slower machine.

import { relative } from 'node:path'
import { moduleFiles } from '../../modules.ts'
import { isTest, parse, type SyntaxNode, walk } from '../../source.ts'
import { patience } from '../../tests/patience.ts'

/** What waits until something is so: of vitest, and of Playwright (`toBeVisible`). */
const waits = /^(waitFor\w*|waitUntil|poll|to[A-Z]\w*)$/
/** Functions that retry repeatedly. Their callbacks must not wait for long. */
const repeats = /^(waitFor|waitUntil|poll|toPass)$/
const isRun = (file: string) => isTest(file) || /\.spec\.ts$/.test(file)

/** @param exceptions reasons, by the paths of files that may use shorter timeouts. Obsolete ones are reported too. */
export function shortWaits(root: string, exceptions: Readonly<Record<string, string>>): string[] {
  const used = new Set<string>()
  const found = moduleFiles(root)
    .filter(isRun)
    .flatMap((path) => {
      const file = relative(root, path)
      const lines = linesOf(path)
      if (lines.length > 0) used.add(file)
      return file in exceptions
        ? []
        : lines.map((line) => `${file}:${line} waits for less than ${patience.wait} ms: give no limit`)
    })
  const stale = Object.keys(exceptions).filter((file) => !used.has(file))
  return [...found, ...stale.map((file) => `${file} waits as long as others: it needs no exception`)]
}

function linesOf(file: string): number[] {
  const { program, source } = parse(file)
  const repeated: SyntaxNode[] = []
  const short: SyntaxNode[] = []
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return true
    const callee = node.callee as SyntaxNode
    const given = node.arguments as SyntaxNode[]
    const name = nameOf(callee)
    if (name === 'toPass') repeated.push(callee)
    else if (repeats.test(name) && given[0]) repeated.push(given[0])
    if (isShort(callee, name, given.at(-1))) short.push(node)
    return true
  })
  // The end of a call shows where its options are; a chain begins lines earlier.
  const isWithin = ({ end }: SyntaxNode) => repeated.some((one) => one.start < end && end <= one.end)
  return short.filter((node) => !isWithin(node)).map(({ end }) => source.slice(0, end).split('\n').length)
}

function isShort(callee: SyntaxNode, name: string, last: SyntaxNode | undefined): boolean {
  if (name === 'timeout' && nameOf(callee.object as SyntaxNode | undefined) === 'AbortSignal') return isLess(last)
  if (!waits.test(name)) return false
  // Other functions take numbers that are not timeouts.
  if (/^wait(For|Until)$/.test(name) && isLess(last)) return true
  if (last?.type !== 'ObjectExpression') return false
  return (last.properties as SyntaxNode[]).some(
    ({ key, value }) => nameOf(key as SyntaxNode | undefined) === 'timeout' && isLess(value as SyntaxNode | undefined),
  )
}

const isLess = (node: SyntaxNode | undefined): boolean => typeof node?.value === 'number' && node.value < patience.wait

function nameOf(node: SyntaxNode | undefined): string {
  if (node?.type === 'MemberExpression') return nameOf(node.property as SyntaxNode)
  return node?.type === 'Identifier' ? (node.name as string) : ''
}

/** Tests with a shorter timeout, with their reasons. */
export const waitExceptions: Readonly<Record<string, string>> = {
  'packages/agent/src/phone/kdeconnect/stand-in.kdeconnectd.test.ts': 'Tries again what a real phone may have refused.',
}
