// Short class names for style sheets: in a build, size matters more than readable names.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Ad blockers hide elements with these names. */
const hiddenByBlockers = ['ad', 'aD', 'Ad', 'AD']

/**
 * Names each class and animation of the style sheets below a folder: two letters for the sheet, derived from its path, and a number within
 * it. All builds of a source are the same, and a new class renames none in another sheet, so browsers keep cached files.
 * @returns the naming function for CSS modules, of the name in the source and the path of the sheet
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
