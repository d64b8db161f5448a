// Short names for the classes of style sheets: who reads a build needs the long ones less than its size.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Blockers of advertisements hide what is called so. */
const hiddenByBlockers = ['ad', 'aD', 'Ad', 'AD']

/**
 * Names each class and animation of the sheets below a folder: two letters for the sheet, from its path, and a number within it. Nothing depends
 * on the order in which a build comes to them, so all builds of a source are the same; and a new class renames none of another sheet, so
 * that browsers keep the files that did not change.
 * @returns what CSS modules ask: the name in the source, and the path of the sheet
 */
export function classNames(folder: string): (name: string, file: string) => string {
  const letters = new Set(hiddenByBlockers)
  const names = new Map<string, string>()
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.module.css'))
  for (const sheet of sheets.sort()) {
    const path = sheet.replaceAll('\\', '/')
    const own = lettersOf(path, letters)
    letters.add(own)
    const file = join(folder, sheet)
    const found = readFileSync(file, 'utf8').matchAll(/(?:\.|@keyframes\s+)([A-Za-z_][\w-]*)/g)
    for (const [number, name] of [...new Set([...found].map(([, name]) => name))].entries())
      names.set(`${file} ${name}`, own + number.toString(36))
  }
  return (name, file) => {
    const short = names.get(`${file} ${name}`)
    if (short === undefined) throw new Error(`${file} has no class or animation ${name}.`)
    return short
  }
}

/** The first two letters for a path that no other sheet has. */
function lettersOf(path: string, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt++) {
    const letters = createHash('sha256')
      .update(`${path} ${attempt}`)
      .digest('base64')
      .replaceAll(/[^A-Za-z]/g, '')
      .slice(0, 2)
    if (!taken.has(letters)) return letters
  }
}
