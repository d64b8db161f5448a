// Checks that no folder has too many source files, and no file too many lines, to be easy to read.
// Pictures and saved accessibility trees are not sources.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse, sourceFiles } from '../source.ts'
import { report } from './report.ts'

const maxFiles = 30
const maxLines = 300
const reason = /\bover 300 lines:/i

/** Folders with more than 30 source files, and source files of more than 300 lines whose first comment does not say why. */
export function oversized(root: string): string[] {
  const files = ['packages', 'e2e', 'bench', 'scripts'].flatMap((folder) =>
    sourceFiles(join(root, folder), /\.([mc]?[jt]sx?|css)$/),
  )
  const folders = Map.groupBy(files, (file) => relative(root, join(file, '..')))
  const found: string[] = []
  for (const [folder, { length }] of folders) {
    if (length > maxFiles) found.push(`${folder} has ${length} files: give it folders of at most ${maxFiles}`)
  }
  for (const file of files) {
    const [path, lines] = [relative(root, file), linesOf(file)]
    if (lines > maxLines && !reason.test(firstComment(file)))
      found.push(`${path} has ${lines} lines: split it, or say why in its first comment ("Over ${maxLines} lines: ...")`)
  }
  return found
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1
}

function firstComment(file: string): string {
  if (file.endsWith('.css')) return /\/\*.*?\*\//s.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
  return parse(file).comments[0]?.value ?? ''
}

if (import.meta.main) report(oversized(join(import.meta.dirname, '../..')), 'no folder and no file is too large')
