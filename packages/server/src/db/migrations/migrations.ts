import { readdirSync, readFileSync } from 'node:fs'

export interface Migration {
  /** Counts from 1 without gaps; a database knows the highest it has seen. */
  number: number
  name: string
  sql: string
}

/**
 * The migrations beside this file, `NNN-name.sql`, in their order. Each text runs on every engine: columns are TEXT, INTEGER, BIGINT or
 * DOUBLE PRECISION, and only what both engines know of SQL is said. Nodes of the version before go on for a while after one has run, so
 * it adds and does not take away.
 */
export function migrations(): Migration[] {
  return readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, index) => {
      const number = Number.parseInt(file, 10)
      if (number !== index + 1) throw new Error(`The migration ${file} should have the number ${index + 1}.`)
      return { number, name: file, sql: readFileSync(`${import.meta.dirname}/${file}`, 'utf8') }
    })
}

// `npm run check`: two branches that each add the next number would otherwise meet only when a server starts.
if (import.meta.main) migrations()
