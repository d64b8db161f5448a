// Finds saved accessibility trees that no story compares any more, and narrow ones without their wide counterpart.

import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { sourceFiles } from '../../source.ts'

/** One sentence about each saved tree whose name is in no string of its stories. */
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

/** The names in a file's strings, as Playwright writes them in file names. A template value matches anything. */
function namesIn(source: string): RegExp[] {
  const strings = [...source.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`/g)].map(([, ...texts]) => texts.join(''))
  return strings
    .map((text) => text.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[^a-zA-Z0-9]+/g, '-')))
    .filter((parts) => /[a-zA-Z0-9]/.test(parts.join('')))
    .map((parts) => new RegExp(`^${parts.join('.+')}$`))
}
