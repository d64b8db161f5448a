// Prepares SQL and its values for the PostgreSQL client.

import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'

const names = new Map<string, string>()

/** A statement that each connection prepares once, under a name made of its text. */
export function prepared(sql: string, values: readonly unknown[] = []): QueryConfig {
  let name = names.get(sql)
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('base64url')
    names.set(sql, name)
  }
  return { name, text: sql, values: values.map(storable) }
}

/** PostgreSQL cannot store NUL. Calls refuse it; it is removed here from other texts, such as feeds. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value
}
