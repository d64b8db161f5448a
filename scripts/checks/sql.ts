// Checks that SQL is in rows.ts and db/ only, so everything about a table is in one place.

import { basename, join, relative } from 'node:path'
import { isTest } from '../modules.ts'
import { sourceFiles, stringsOf } from '../source.ts'

const sql =
  /\b(SELECT\s[\s\S]*\sFROM\s|SELECT\s+\d|INSERT\s+INTO\s|DELETE\s+FROM\s|UPDATE\s+\S+\s+SET\s|CREATE\s+(TABLE|INDEX)\s)/

/** Returns SQL in the server outside of `rows.ts`, `<part>-rows.ts` and `db/`, except in tests. */
export function misplacedSql(root: string): string[] {
  const source = join(root, 'packages/server/src')
  const files = sourceFiles(source, /\.ts$/).filter(
    (file) => !relative(source, file).startsWith('db/') && !/(^|-)rows$/.test(basename(file, '.ts')) && !isTest(file),
  )
  return files.flatMap((file) =>
    stringsOf(file)
      .filter(({ text }) => sql.test(text))
      .map(({ line }) => `${relative(root, file)}:${line}: SQL stands in rows.ts alone`),
  )
}
