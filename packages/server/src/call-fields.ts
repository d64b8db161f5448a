import type { Call } from '@waypost/protocol'

/** The fields of a schema that is an object, each with its schema; none of any other. */
export function entriesOf(schema: unknown): Record<string, Call['takes']> {
  return (schema as { entries?: Record<string, Call['takes']> }).entries ?? {}
}

/** Whether a field is a list. */
export function isListField(schema: unknown): boolean {
  const { type, wrapped } = (schema ?? {}) as { type?: string; wrapped?: unknown }
  return wrapped === undefined ? type === 'array' : isListField(wrapped)
}
