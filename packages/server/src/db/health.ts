import { microseconds } from '../change.ts'
import type { Db } from './db.ts'

/** Resolves when the database answers a query. */
export const checkReads = (db: Db) => db.one('SELECT 1 AS one')

/** Resolves when the database has committed a write. */
export const checkWrites = (db: Db) => db.write((tx) => tx.run(note, [microseconds()]), [], { needsRoom: true })

const note = `
  INSERT INTO health (name, checked) VALUES ('database', $1)
  ON CONFLICT (name) DO UPDATE SET checked = excluded.checked`
