// Checks that each text of the interface is in one place: the `en.ts` of its folder, which its screen and its stories use.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { collect, type SyntaxNode, sourceFiles, stringsOf } from '../../source.ts'

/** Shorter texts also occur as names of buttons and fields, and stories may repeat them. */
const fewestWords = 4

/**
 * Texts that a component defines itself, and those that a story repeats, one sentence each. Texts quoted in the requirements may be
 * repeated: they ship verbatim.
 */
export function misplacedTexts(root: string): string[] {
  const quotes = readFileSync(join(root, 'docs/requirements.md'), 'utf8')
  const homes = new Map<string, string>()
  const found: string[] = []
  for (const file of sourceFiles(join(root, 'packages/web/src'), /\.tsx?$/)) {
    if (/\.test\.tsx?$/.test(file)) continue
    const path = relative(root, file)
    if (/\/en\.ts$/.test(path)) for (const { text } of stringsOf(file)) homes.set(text, path)
    for (const { line } of keptTexts(file)) found.push(`${path}:${line} keeps its texts: they belong in the en.ts of its folder`)
  }
  for (const file of sourceFiles(join(root, 'e2e'), /\.ts$/))
    for (const { text, line } of stringsOf(file)) {
      const home = homes.get(text)
      if (!home || text.split(' ').length < fewestWords || quotes.includes(`"${text}"`)) continue
      found.push(`${relative(root, file)}:${line} writes out "${text}": import it from ${home}`)
    }
  return found
}

/** Calls of `i18n` with literal texts instead of names from an `en.ts`. */
const keptTexts = (file: string) =>
  collect(file, (node, report) => {
    const { type, callee, arguments: args } = node as SyntaxNode & { callee?: { name?: string }; arguments?: SyntaxNode[] }
    if (type === 'CallExpression' && callee?.name === 'i18n' && args?.[1]?.type === 'ObjectExpression') report('i18n')
    return true
  })
