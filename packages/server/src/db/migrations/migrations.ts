// Reads the SQL files of the migrations and checks that their numbers have no gaps.

import { readdirSync, readFileSync } from 'node:fs'
import { assetPath } from '../../assets.ts'

interface Migration {
  /** Counts from 1 without gaps; a database stores the highest that has run. */
  number: number
  name: string
  sql: string
}

/**
 * The migrations beside this file, `NNN-name.sql`, in their order. Each text runs on every engine: columns are TEXT, INTEGER, BIGINT or
 * DOUBLE PRECISION, and the SQL is what both engines support. Nodes of the previous version keep running for a while after a migration, so
 * it only adds; an index may go, as they are then only slower.
 */
export function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, index) => {
      const number = Number.parseInt(file, 10)
      if (number !== index + 1) throw new Error(`The migration ${file} should have the number ${index + 1}.`)
      return { number, name: file, sql: readFileSync(`${folder}/${file}`, 'utf8') }
    })
}

/** The file name of the newest migration. */
export const newestMigration = (): string => migrations().at(-1)?.name ?? ''

const folder = assetPath('db/migrations')
