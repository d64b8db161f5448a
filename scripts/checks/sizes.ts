import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse, sourceFiles } from '../source.ts'
import { report } from './report.ts'

// A folder with many files, or a long file, is hard to read. Pictures and saved accessibility trees are not sources.

const mostFiles = 30
const mostLines = 300
const reason = /\bover 300 lines:/i

/** Folders and files that still have to be split. */
const exceptions = [
  'packages/agent/src/features/notifications.test.ts',
  'packages/agent/src/features/sms/sending.test.ts',
  'packages/client/src/remote-files/remote-files.test.ts',
  'packages/client/src/sync/history.test.ts',
  'e2e/stories/account/pro.spec.ts',
  'e2e/stories/account/settings.spec.ts',
  'e2e/stories/pages/pages.spec.ts',
  'e2e/stories/pushes/history.spec.ts',
  'e2e/stories/sms/texting-new.spec.ts',
  'e2e/stories/sms/texting.spec.ts',
]

/** Folders with more than 30 source files, and source files of more than 300 lines whose first comment does not say why. */
export function oversized(root: string, allowed: string[] = exceptions): string[] {
  const files = ['packages', 'e2e', 'bench', 'scripts'].flatMap((folder) =>
    sourceFiles(join(root, folder), /\.([mc]?[jt]sx?|css)$/),
  )
  const folders = Map.groupBy(files, (file) => relative(root, join(file, '..')))
  const large = new Map<string, string>()
  for (const [folder, { length }] of folders) {
    if (length > mostFiles) large.set(folder, `${folder} has ${length} files: give it folders of at most ${mostFiles}`)
  }
  for (const file of files) {
    const [path, lines] = [relative(root, file), linesOf(file)]
    if (lines > mostLines && !reason.test(firstComment(file)))
      large.set(path, `${path} has ${lines} lines: split it, or say why in its first comment ("Over ${mostLines} lines: ...")`)
  }
  const found = [...large].filter(([path]) => !allowed.includes(path)).map(([, sentence]) => sentence)
  const stale = allowed.filter((path) => !large.has(path))
  return [...found, ...stale.map((path) => `${path} is not too large any more: take it off the exceptions`)]
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1
}

function firstComment(file: string): string {
  if (file.endsWith('.css')) return /\/\*.*?\*\//s.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
  return parse(file).comments[0]?.value ?? ''
}

if (import.meta.main) {
  // While folders are being split, a stale exception is allowed.
  const found = oversized(join(import.meta.dirname, '../..')).filter(
    (sentence) => !sentence.endsWith('take it off the exceptions'),
  )
  report(found, 'no folder and no file is too large')
}
