import type { Call } from '@waypost/protocol'

/** The fields of an object schema, each with its schema; empty for other schemas. */
export function entriesOf(schema: unknown): Record<string, Call['takes']> {
  return (schema as { entries?: Record<string, Call['takes']> }).entries ?? {}
}

/** Whether a field accepts only a list of objects. A form sends it as JSON. */
export function isObjectList(schema: unknown): boolean {
  const { wrapped, type, item } = (schema ?? {}) as { wrapped?: unknown; type?: string; item?: { type?: string } }
  if (wrapped !== undefined) return isObjectList(wrapped)
  return type === 'array' && (item?.type === 'object' || item?.type === 'variant')
}

/** Whether a field is a list. */
export function isListField(schema: unknown): boolean {
  const { type, wrapped } = (schema ?? {}) as { type?: string; wrapped?: unknown }
  return wrapped === undefined ? type === 'array' : isListField(wrapped)
}
