// Finds saved accessibility trees of pages that no story compares any more, and narrow ones without the wide one that they belong to.

import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { sourceFiles } from '../../source.ts'

/** A sentence about each saved tree whose name stands in no string of its stories. */
export function leftOverPages(root: string): string[] {
  // Files of the same name in two folders share a folder of saved pages.
  const stories = Map.groupBy(sourceFiles(join(root, 'e2e/stories'), /\.spec\.ts$/), (file) => basename(file))
  return sourceFiles(join(root, 'e2e/stories/read-out'), /\.txt$/).flatMap((page) => {
    const [where, files] = [relative(root, page), stories.get(basename(dirname(page))) ?? []]
    const name = basename(page, '.txt').replace(/-narrow$/, '')
    if (!existsSync(join(dirname(page), `${name}.txt`))) return [`${where} has no ${name}.txt for wide screens`]
    const named = files.some((file) => namesIn(readFileSync(file, 'utf8')).some((fits) => fits.test(name)))
    return named ? [] : [`${where} is named by no story: delete it`]
  })
}

/** What the strings of a file name, as Playwright writes it in the name of a file. A value in a template may be anything. */
function namesIn(source: string): RegExp[] {
  const strings = [...source.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`/g)].map(([, ...texts]) => texts.join(''))
  return strings
    .map((text) => text.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[^a-zA-Z0-9]+/g, '-')))
    .filter((parts) => /[a-zA-Z0-9]/.test(parts.join('')))
    .map((parts) => new RegExp(`^${parts.join('.+')}$`))
}
