// Looks up the fields in the schema of a call.

import type { Call } from '@waypost/protocol'

/** The fields of an object schema, each with its schema; empty for other schemas. */
export function entriesOf(schema: unknown): Record<string, Call['takes']> {
  return (schema as { entries?: Record<string, Call['takes']> }).entries ?? {}
}

/** Whether a field is a list. */
export function isListField(schema: unknown): boolean {
  const { type, wrapped } = (schema ?? {}) as { type?: string; wrapped?: unknown }
  return wrapped === undefined ? type === 'array' : isListField(wrapped)
}
