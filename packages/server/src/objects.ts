import { listNames } from '@waypost/protocol'

/** The result of a list call: every list by name, including empty ones, and the cursor last. */
export function lists<T extends Partial<Record<(typeof listNames)[number], readonly unknown[]>>>(
  given: T,
  cursor: string | undefined,
): T & { cursor?: string } {
  const every = Object.fromEntries(listNames.map((name) => [name, given[name] ?? []])) as unknown as T
  return cursor === undefined ? every : { ...every, cursor }
}

/** Drops empty fields: the public API omits null, false, 0 and ''. */
export function filled<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const full: Record<string, unknown> = {}
  for (const name in fields) if (fields[name]) full[name] = fields[name]
  return full as { [K in keyof T]?: NonNullable<T[K]> }
}
