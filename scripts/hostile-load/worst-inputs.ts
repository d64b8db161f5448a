import type { Call } from '@waypost/protocol'
import { filled, someTexts, worstTexts } from './worst-texts.ts'

interface Input {
  what: string
  fields: Record<string, unknown>
  /** All text fields have the same kind of text. */
  isForAll?: boolean
}

interface Schema {
  type: string
  kind?: string
  wrapped?: Schema
  item?: Schema
  entries?: Record<string, Schema>
  options?: unknown[]
  pipe?: (Schema & { requirement?: unknown })[]
}

/** Length of a text whose schema has no limit. */
const unlimited = 100_000
const manyItems = 20_000
const manyFields = 20_000
/** Nesting depths of objects: more than any limit, and more than a recursive parser survives. */
const depths = [95, 20_000]

/**
 * The worst inputs of a call: for each field, and for all of them at once, the longest, most repetitive, deepest and strangest values that
 * its schema accepts, and slightly beyond. `sound` has a good value for each field that the call needs. `most` is the maximum number of
 * characters of a text, e.g. in a query.
 */
export function* worstInputs(call: Call, sound: Record<string, unknown>, most: number): Generator<Input> {
  const entries = entriesOf(call.takes as unknown as Schema)
  const free = Object.entries(entries).filter(([name]) => !call.path.includes(`/:${name}`))
  for (const [name, schema] of free)
    for (const [what, value] of worstValues(schema, sound[name], most))
      yield { what: `${name}: ${what}`, fields: { ...sound, [name]: value } }
  const texts = free.filter(([, schema]) => baseOf(schema).type === 'string')
  if (texts.length === 0) return
  for (const what of Object.keys(worstTexts)) {
    const long = texts.map(([name, schema]) => [name, textOf(what, Math.min(lengthOf(schema), most / texts.length))])
    yield { what: `every text: ${what}`, fields: { ...sound, ...Object.fromEntries(long) }, isForAll: true }
  }
}

/** Worst values of one field, each with its fault. `sound` is a good one. */
function* worstValues(schema: Schema, sound: unknown, most: number): Generator<[string, unknown]> {
  const base = baseOf(schema)
  if (base.type === 'string') yield* worstTextsOf(schema, most)
  else if (base.type === 'array') yield* worstLists(base, schema, sound, most)
  else if (base.type === 'object' || base.type === 'loose_object') yield* worstObjects(base, sound, most)
  else if (base.type === 'custom' || base.type === 'unknown' || base.type === 'record') yield* worstData()
  else if (base.type === 'union' && isNumber(base)) yield* worstNumbers(most)
  else yield ['a long text', filled('1', Math.min(unlimited, most))]
}

function* worstTextsOf(schema: Schema, most: number): Generator<[string, unknown]> {
  const length = Math.min(lengthOf(schema), most)
  for (const what of someTexts) yield [what, textOf(what, length)]
  yield ['too long', filled('x ', length + 1)]
  for (const length of growing(most)) {
    yield ['far too long', filled('a\u0301\u0316', length)]
    yield ['far too long, with an end', `${filled('a.', length - 1)}!`]
  }
}

function* worstNumbers(most: number): Generator<[string, unknown]> {
  yield ['the largest', Number.MAX_VALUE]
  yield ['the smallest', -Number.MAX_VALUE]
  yield ['a fraction', 5e-324]
  for (const length of growing(most)) {
    yield ['many digits', filled('9', length)]
    yield ['many digits and an end', `${filled('9', length - 1)}x`]
    yield ['many spaces', `${filled(' ', length - 1)}1`]
  }
  yield ['none', 0]
  yield ['a thousand millions', 1e9]
}

function* worstLists(list: Schema, schema: Schema, sound: unknown, most: number): Generator<[string, unknown]> {
  const item = list.item as Schema
  const good = Array.isArray(sound) && sound.length > 0 ? sound[0] : undefined
  const longest = Math.min(lengthOf(schema, manyItems), manyItems)
  if (good !== undefined) {
    yield ['as many good ones as fit', Array(longest).fill(good)]
    yield ['one too many', Array(longest + 1).fill(good)]
    yield ['far too many', Array(manyItems).fill(good)]
  }
  for (const [what, value] of worstValues(item, good, Math.max(8, most / longest))) {
    yield [`many times ${what}`, Array(longest).fill(value)]
    yield [`once ${what}`, [value]]
  }
  yield ['many empty ones', Array(manyItems).fill('')]
  yield ['many lists', Array(manyItems).fill([[]])]
  yield ['deep lists', nested(depths[1] as number, (inner) => [inner])]
}

function* worstObjects(object: Schema, sound: unknown, most: number): Generator<[string, unknown]> {
  const good = typeof sound === 'object' && sound !== null ? sound : {}
  for (const [name, schema] of Object.entries(entriesOf(object)))
    for (const [what, value] of worstValues(schema, (good as Record<string, unknown>)[name], most))
      yield [`${name}: ${what}`, { ...good, [name]: value }]
  for (const [what, value] of worstData()) yield [what, { ...good, ...(value as object) }]
}

/** Objects that the schema doesn't describe. */
function* worstData(): Generator<[string, unknown]> {
  for (const depth of depths) yield [`${depth} objects deep`, nested(depth, (inner) => ({ a: inner }))]
  yield ['many fields', Object.fromEntries(Array.from({ length: manyFields }, (_, index) => [`field ${index}`, index]))]
  yield ['many numbers as names', Object.fromEntries(Array.from({ length: manyFields }, (_, index) => [index * 7, 0]))]
  yield ['many numbers', { list: Array(100_000).fill(0) }]
  yield ['many empty objects', { list: Array(100_000).fill({}) }]
  yield ['a name of a prototype', JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}')]
  yield ['a long text', { text: filled('a\u0301\u0316 ', unlimited) }]
  yield ['a long name', { [filled('a', unlimited)]: 1 }]
}

/** Lengths from one that reveals slowness to the longest: an input that is already slow isn't tried longer. */
const growing = (most: number) => [10_000, unlimited].filter((length) => length <= most)

function nested(depth: number, around: (inner: unknown) => unknown): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = around(value)
  return value
}

/** Truncated to `length`, which may be too short for some texts. */
const textOf = (what: string, length: number) =>
  (worstTexts[what] as (length: number) => string)(Math.floor(length)).slice(0, Math.floor(length))

const entriesOf = (schema: Schema): Record<string, Schema> => schema.entries ?? {}

function baseOf(schema: Schema): Schema {
  if (schema.wrapped) return baseOf(schema.wrapped)
  const first = schema.pipe?.[0]
  return first && first !== schema && first.kind === 'schema' && first.type !== schema.type ? baseOf(first) : schema
}

function isNumber({ options = [] }: Schema): boolean {
  return options.some((option) => typeof option === 'object' && (option as Schema).type === 'number')
}

function lengthOf(schema: Schema, otherwise = unlimited): number {
  if (schema.wrapped) return lengthOf(schema.wrapped, otherwise)
  const limits = (schema.pipe ?? []).map((part) =>
    part.type === 'max_length' || part.type === 'length'
      ? Number(part.requirement)
      : part !== schema && part.kind === 'schema' && part.pipe !== schema.pipe
        ? lengthOf(part, otherwise)
        : otherwise,
  )
  return Math.min(otherwise, ...limits)
}
