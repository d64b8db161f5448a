// Parses and checks the objects that the server sends or that were saved.

import type { OwnType, Push, Schema, SyncedObjects, SyncedType } from '@waypost/protocol'
import { ObjectsByType, ownTypes, Refusal, syncedTypes } from '@waypost/protocol'

/** Parsed objects by type. */
export type Objects = { [T in SyncedType]?: SyncedObjects[T][] }

/** A page of objects from the server. */
export interface Page {
  objects: Objects
  /** Objects on the page, including those that could not be parsed. */
  count: number
  /** The newest stamp on the page, also of objects of unknown types; 0 if there is none. */
  newest: number
  cursor: string | undefined
}

const schemas = byType((type) => ObjectsByType.entries[type].wrapped.item) as { [T in SyncedType]: Schema<SyncedObjects[T]> }
const latestStamp = 9e9

/** Asks `getEverything` for the types that the public API omits. */
export const withOwnTypes = Object.fromEntries(ownTypes.map((type) => [type, true])) as Record<OwnType, true>

/** Makes a value for each synced type. */
export function byType<T>(make: (type: SyncedType) => T): Record<SyncedType, T> {
  return Object.fromEntries(syncedTypes.map((type) => [type, make(type)])) as Record<SyncedType, T>
}

/**
 * Parses one object. Leaves out fields that cannot be parsed; returns undefined without the four synced fields. A malformed
 * object does not affect the others.
 */
export function readObject<T extends SyncedType>(type: T, value: unknown): SyncedObjects[T] | undefined {
  const object = readLoosely<SyncedObjects[T]>(schemas[type], value)
  return object && sound(object)
}

/** Parses a value without its malformed fields; undefined if one of them is required. */
export function readLoosely<T>(schema: Schema<T>, value: unknown): T | undefined {
  if (!isRecord(value)) return undefined
  const first = check(schema, value)
  if ('value' in first) return first.value
  const rest = { ...value }
  for (const field of first.wrong) delete rest[field]
  const second = check(schema, rest)
  return 'value' in second ? second.value : undefined
}

/** Parses lists of objects by type; whatever is not a list is ignored. */
export function readObjects(body: unknown): Objects {
  const objects: Objects = {}
  if (!isRecord(body)) return objects
  for (const type of syncedTypes) readInto(objects, type, body[type])
  return objects
}

/** Parses a page of a list or of everything. @throws Refusal `bad_answer` if it is not an object */
export function readPage(body: unknown): Page {
  if (!isRecord(body)) throw new Refusal('bad_answer')
  const page: Page = { objects: readObjects(body), count: 0, newest: 0, cursor: undefined }
  if (typeof body.cursor === 'string' && body.cursor !== '') page.cursor = body.cursor
  for (const values of Object.values(body)) {
    if (!Array.isArray(values)) continue
    for (const value of values) {
      if (!isRecord(value) || !isStamp(value.modified)) continue
      page.count++
      page.newest = Math.max(page.newest, value.modified)
    }
  }
  return page
}

/** Checks a value against a schema: returns the parsed value, or the names of the invalid fields. */
export function check<T>(schema: Schema<T>, value: unknown): { value: T } | { wrong: string[] } {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) throw new TypeError('A schema of the protocol answers at once.')
  if (!result.issues) return { value: result.value }
  return { wrong: result.issues.flatMap((issue) => fieldOf(issue.path?.[0])) }
}

/** Seconds since 1970. Infinity could not be sorted or superseded. */
export function isStamp(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= latestStamp
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readInto<T extends SyncedType>(objects: { [K in T]?: SyncedObjects[K][] }, type: T, values: unknown): void {
  if (!Array.isArray(values) || values.length === 0) return
  objects[type] = values.map((value) => readObject(type, value)).filter((object) => object !== undefined)
}

function sound<T extends { iden: string; created: number; modified: number }>(object: T): T | undefined {
  return object.iden !== '' && isStamp(object.created) && isStamp(object.modified) ? object : undefined
}

function fieldOf(item: PropertyKey | { readonly key: PropertyKey } | undefined): string[] {
  const key = typeof item === 'object' ? item.key : item
  return key === undefined ? [] : [String(key)]
}

/** The most recently created push comes first. */
interface HistoryPage {
  pushes: Push[]
  /** From which stamp on the conversation is complete once this page is added to all newer ones; 0 if it is complete. */
  from: number
}

/** Parses a page of a history. @throws Refusal `bad_answer`, also if it does not say whether more is missing */
export function readHistory(body: unknown): HistoryPage {
  const { pushes, more, created } = readHistoryPage(body)
  return { pushes, from: more ? Math.min(...created) : 0 }
}

/**
 * The same for a page after a stamp. `to`: up to which stamp the conversation is complete, or `Infinity`. If that was asked for,
 * `incoming`: how many incoming ones there are after the stamp, and `firstIncoming`: when the earliest was created. @throws Refusal
 */
export function readLaterHistory(body: unknown): { pushes: Push[]; to: number; incoming: number; firstIncoming?: number } {
  const { pushes, more, created } = readHistoryPage(body)
  const { incoming, first_incoming: first } = isRecord(body) ? body : {}
  return {
    pushes,
    to: more ? Math.max(...created) : Number.POSITIVE_INFINITY,
    incoming: typeof incoming === 'number' ? incoming : 0,
    ...(isStamp(first) && { firstIncoming: first }),
  }
}

function readHistoryPage(body: unknown): { pushes: Push[]; more: boolean; created: number[] } {
  if (!isRecord(body) || !Array.isArray(body.pushes) || typeof body.more !== 'boolean') throw new Refusal('bad_answer')
  // A push that cannot be parsed does not count as missing.
  const created = body.pushes.map((value) => (isRecord(value) ? value.created : undefined)).filter(isStamp)
  if (body.more && created.length === 0) throw new Refusal('bad_answer')
  return { pushes: readObjects({ pushes: body.pushes }).pushes ?? [], more: body.more, created }
}
