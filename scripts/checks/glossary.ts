// Checks that glossary words (docs/glossary.md) are not used as names of something else.

import { basename, relative } from 'node:path'
import { moduleFiles } from '../modules.ts'
import { isTest, parse, type SyntaxNode } from '../source.ts'

interface Word {
  means: string
  /** The files that may have the word in their names, and may export it. */
  home: RegExp
}

/** The words that have been used for two things. */
const words: Record<string, Word> = {
  feed: {
    means: 'an RSS, Atom or JSON feed that posts to a channel',
    home: /server\/src\/(push\/feed|channel|operation|administration)\/|protocol\/src\/(channel|administration|wire)|web\/src\/(channel|admin)\/|e2e\//,
  },
  thread: {
    means: 'a conversation on a phone',
    home: /\/sms(-gateway)?\/|agent\/src\/|protocol\/src\/(phone|permanent|sms)|web\/src\/(format\/text-labels|target\/ThreadAvatar)|e2e\/actors\/phone/,
  },
  notice: {
    means: 'what a notification says and does',
    home: /client\/src\/(tabs|notices)\/|extension\/src\/|web\/src\/(browser\/app|worker|push\/notifications)\/|web\/src\/sms\/sms-notice/,
  },
  post: {
    means: 'a push to a channel',
    home: /server\/src\/push\/|web\/src\/push\/|protocol\/src\/channel|bench\/channel-post/,
  },
  draft: {
    means: 'what is typed in a conversation and not sent yet',
    home: /\/conversations\/|server\/src\/draft\/|web\/src\/session\/|protocol\/src\/wire\/|e2e\/stories\/pushes\//,
  },
  'token bucket': { means: 'a limit that refills evenly; a fixed window is none', home: /^$/ },
  microsecond: { means: "the server's clock", home: /server\/src\/change\.ts$/ },
}

/** Why some names may use a word for something else, by path and name. An obsolete reason fails the check. */
export const glossaryExceptions: Readonly<Record<string, string>> = {
  'packages/web/src/conversation/ConversationFeed.tsx ConversationFeed': 'It has the ARIA role `feed`.',
}

/**
 * Names that use a glossary word for something else, one sentence each.
 * @param exceptions reasons by `path name`; obsolete ones are reported too
 */
export function misusedWords(root: string, exceptions: Readonly<Record<string, string>> = {}): string[] {
  const found: string[] = []
  const needed = new Set<string>()
  for (const file of moduleFiles(root)) {
    const path = relative(root, file)
    const names = isTest(file) ? [] : exportedNames(file)
    for (const { name, line } of [{ name: basename(file).replace(/\..*$/, ''), line: 1 }, ...names]) {
      for (const [word, { means, home }] of Object.entries(words)) {
        if (home.test(path) || !` ${wordsOf(name)} `.includes(` ${word} `)) continue
        const key = `${path} ${name}`
        needed.add(key)
        if (!(key in exceptions)) found.push(`${path}:${line} ${name}: "${word}" is ${means}. Give it another name.`)
      }
    }
  }
  for (const key of Object.keys(exceptions)) if (!needed.has(key)) found.push(`${key} has no such name: remove its reason`)
  return found
}

/** `openFeeds` is `open feed`. */
function wordsOf(name: string): string {
  const separated = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  return separated
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => word.replace(/s$/, ''))
    .join(' ')
}

function exportedNames(file: string): { name: string; line: number }[] {
  const { program, source } = parse(file)
  return (program.body as SyntaxNode[]).flatMap((node) => {
    const declaration = node.type === 'ExportNamedDeclaration' ? (node.declaration as SyntaxNode | null) : null
    if (!declaration) return []
    const declared = (declaration.declarations as SyntaxNode[] | undefined) ?? [declaration]
    return declared.flatMap(({ id, start }) => {
      const name = (id as { name?: string } | null)?.name
      return name === undefined ? [] : [{ name, line: source.slice(0, start).split('\n').length }]
    })
  })
}
