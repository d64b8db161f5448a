// Reads the SQL files of the migrations and checks that their numbers have no gaps.

import { readdirSync, readFileSync } from 'node:fs'
import { assetPath } from '../../assets.ts'
import type { Engine } from '../db.ts'

interface Migration {
  /** Counts from 1 without gaps; a database stores the highest one that has run. */
  number: number
  name: string
  sql: string
}

/**
 * The migrations of an engine beside this file, in their order. Each text of `NNN-name.sql` runs on every engine: columns are TEXT, INTEGER,
 * BIGINT or DOUBLE PRECISION, and the SQL is what both engines support. Where they differ there is one file for each of them,
 * `NNN-name.sqlite.sql` and `NNN-name.postgres.sql`. Nodes of the previous version keep running for a while after a migration, so
 * it only adds; an index may go, as they are then only slower.
 */
export function migrations(engine: Engine): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && !file.endsWith(`.${engine === 'sqlite' ? 'postgres' : 'sqlite'}.sql`))
    .sort()
    .map((file, index) => {
      const number = Number.parseInt(file, 10)
      if (number !== index + 1) throw new Error(`The migration ${file} should have the number ${index + 1}.`)
      const name = file.replace(`.${engine}.sql`, '.sql')
      return { number, name, sql: readFileSync(`${folder}/${file}`, 'utf8') }
    })
}

/** The file name of the newest migration. */
export const newestMigration = (engine: Engine): string => migrations(engine).at(-1)?.name ?? ''

const folder = assetPath('db/migrations')
