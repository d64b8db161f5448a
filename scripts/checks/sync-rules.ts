// Checks that the tests name every rule of docs/sync.md, and no others.
// The title of a test names the rules that it checks: `... [C2]`, `... [F1, G3]`.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sourceFiles, testTitles } from '../source.ts'

/** Rules that no test names, and rules named by tests that are not in docs/sync.md. */
export function syncRuleFindings(root: string): string[] {
  const text = readFileSync(join(root, 'docs/sync.md'), 'utf8')
  const rules = [...text.matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(([, rule = '']) => rule)
  const mentions = sourceFiles(join(root, 'packages'), /\.(test|contract)\.ts$/).flatMap((file) =>
    testTitles(file).flatMap(({ text: title, line }) =>
      rulesIn(title).map((rule) => ({ rule, where: `${relative(root, file)}:${line}` })),
    ),
  )
  const named = new Set(mentions.map(({ rule }) => rule))
  return [
    ...rules.filter((rule) => !named.has(rule)).map((rule) => `docs/sync.md: no test names rule ${rule}`),
    ...mentions
      .filter(({ rule }) => !rules.includes(rule))
      .map(({ rule, where }) => `${where}: docs/sync.md has no rule ${rule}`),
  ]
}

function rulesIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]\d+(?:, [A-Z]\d+)*)\]/g)].flatMap(([, list = '']) => list.split(', '))
}
