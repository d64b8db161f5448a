import { toJsonSchema } from '@valibot/to-json-schema'
import * as protocol from '@waypost/protocol'
import { descriptionOf } from './descriptions.ts'

/** A JSON Schema as in OpenAPI 3.1: draft 2020-12. */
export interface JsonSchema {
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  discriminator?: { propertyName: string; mapping: Record<string, string> }
  $ref?: string
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  pattern?: string
  format?: string
  contentMediaType?: string
  additionalProperties?: boolean | JsonSchema
}

/** The same schema without null, for readability. */
export function withoutNull(schema: JsonSchema): JsonSchema & { type?: string } {
  const choices = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (choices?.length === 1 && choices[0]) return withoutNull(choices[0])
  const { type, ...rest } = schema
  const [only] = [type].flat().filter((one) => one !== 'null')
  return {
    ...rest,
    ...(only !== undefined && { type: only }),
    ...(choices && { anyOf: choices }),
    ...(schema.enum && { enum: schema.enum.filter((value) => value !== null) }),
  }
}

/** Objects that several calls return. They are defined once, by name. */
const named: Record<string, protocol.Schema> = Object.fromEntries(
  Object.entries(protocol).filter(([name, value]) => /^[A-Z]/.test(name) && isSchema(value)),
) as never

function isSchema(value: unknown): boolean {
  return (value as { kind?: unknown } | undefined)?.kind === 'schema'
}

/**
 * Names that differ in the document: generators turn them into classes, beside their own class `Client` and one for each object in a field,
 * named after both, such as `TextData`.
 */
const published: Record<string, string> = { Client: 'OauthClient', Text: 'TextMessage', TextData: 'TextContent' }

const publishedName = (name: string): string => published[name] ?? name

/** The schemas of named objects and of their choices, one per step. As input (`isTaken`), a choice has other fields than as output. */
export function* namedSchemas(isTaken: (name: string) => boolean): Generator<undefined, Record<string, JsonSchema>> {
  const entries: [string, JsonSchema][] = []
  for (const [name, schema] of Object.entries(named)) {
    const converted = convert(schema, name)
    const own = publishedName(name)
    if (!isVariant(schema)) entries.push([own, explained(converted, own)])
    else {
      entries.push(...choicesOf(own, schema.key, converted))
      if (isTaken(takenName(name)))
        entries.push(...choicesOf(takenName(name), schema.key, simple(toSchema(schema, 'input', {}, ownKind))))
    }
    yield
  }
  return Object.fromEntries(entries)
}

/** The name of a choice as input. */
const takenName = (name: string): string => `New${publishedName(name)}`

const refTo = (name: string) => `#/components/schemas/${name}`

function isVariant(schema: protocol.Schema): schema is protocol.Schema & { key: string } {
  return schema.type === 'variant'
}

/** A choice of objects with a discriminator field: by reference, so that a generator makes a class of each. */
function choicesOf(name: string, key: string, { oneOf = [], ...rest }: JsonSchema): [string, JsonSchema][] {
  const choices = oneOf.map((choice): { value: string; ref: string; own?: [string, JsonSchema] } => {
    if (choice.$ref !== undefined) {
      const of = named[choice.$ref.split('/').at(-1) ?? ''] as { entries?: Record<string, { literal?: string }> } | undefined
      return { value: of?.entries?.[key]?.literal ?? '', ref: choice.$ref }
    }
    const value = String(choice.properties?.[key]?.const)
    const own = `${name}${value.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`
    return { value, ref: refTo(own), own: [own, explained(choice, own)] }
  })
  const mapping = Object.fromEntries(choices.map(({ value, ref }) => [value, ref]))
  const union = { ...rest, oneOf: choices.map(({ ref }) => ({ $ref: ref })), discriminator: { propertyName: key, mapping } }
  return [[name, union], ...choices.flatMap(({ own }) => (own ? [own] : []))]
}

/** The schema of an input field. */
export function takenSchema(schema: protocol.Schema): JsonSchema {
  const variants = new Map(
    Object.entries(named)
      .filter(([, one]) => isVariant(one))
      .map(([name, one]) => [one as unknown, name]),
  )
  const refs = (inner: unknown) => {
    const name = variants.get(inner)
    return name === undefined ? ownKind(inner) : { $ref: refTo(takenName(name)) }
  }
  return simple(toSchema(schema, 'input', {}, refs))
}

/** The schema of a call's output. */
export function givenSchema(schema: protocol.Schema, call: string): JsonSchema {
  return explained(convert(schema), call)
}

function convert(schema: protocol.Schema, self?: string): JsonSchema {
  const { [self ?? '']: _itself, ...definitions } = named
  return simple(toSchema(schema, 'output', definitions, ownKind))
}

function toSchema(
  schema: protocol.Schema,
  typeMode: 'input' | 'output',
  definitions: Record<string, protocol.Schema>,
  overridden: (schema: unknown) => JsonSchema | undefined,
): JsonSchema {
  const { $schema, $defs, ...converted } = toJsonSchema(schema as never, {
    target: 'draft-2020-12',
    typeMode,
    errorMode: 'ignore',
    definitions: definitions as never,
    overrideRef: ({ referenceId }) => refTo(publishedName(referenceId)),
    overrideSchema: ({ valibotSchema }) => overridden(valibotSchema) as never,
    overrideAction: ({ valibotAction, jsonSchema }) => textAction(valibotAction, jsonSchema) as never,
  }) as JsonSchema & { $schema: string; $defs?: unknown }
  return converted
}

/**
 * The same schema in a form that generators understand. Many can't make a type from `anyOf`, so it is kept only where several choices can
 * match at once: null becomes an additional type, numbers have the limits of all, and choices of different types exclude each other.
 */
function simple(schema: JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, anyOf, oneOf, ...rest } = schema
  const inner: JsonSchema = {
    ...rest,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, simple(one)])) }),
    ...(items && { items: simple(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: typeof additionalProperties === 'object' ? simple(additionalProperties) : additionalProperties,
    }),
    ...(oneOf && { oneOf: oneOf.map(simple) }),
  }
  return anyOf ? { ...inner, ...simpleChoice(anyOf.map(simple)) } : inner
}

function simpleChoice(choices: readonly JsonSchema[]): JsonSchema {
  const others = choices.filter(({ type }) => type !== 'null')
  const isNullable = others.length < choices.length
  const [first, ...more] = others
  if (first && more.length === 0 && first.$ref === undefined) return orNull(first)
  const types = others.map(({ type }) => type)
  if (first && types.every((type) => type === 'integer' || type === 'number') && new Set(types).size === 1) {
    const edges = (name: 'minimum' | 'maximum') => others.map((one) => one[name]).filter((edge) => edge !== undefined)
    const [lowest, highest] = [edges('minimum'), edges('maximum')]
    const limited: JsonSchema = {
      type: first.type as string,
      ...(lowest.length === others.length && { minimum: Math.min(...lowest) }),
      ...(highest.length === others.length && { maximum: Math.max(...highest) }),
    }
    return isNullable ? orNull(limited) : limited
  }
  const areDifferent = types.every((type) => typeof type === 'string') && new Set(types).size === types.length
  return areDifferent && !(types.includes('integer') && types.includes('number'))
    ? { oneOf: [...choices] }
    : { anyOf: [...choices] }
}

/** Makes a schema nullable. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { const: only, ...rest } = schema
  if (only !== undefined) return orNull({ ...rest, enum: [only] })
  if (schema.enum) return { ...schema, ...(schema.type && { type: [schema.type, 'null'].flat() }), enum: [...schema.enum, null] }
  if (schema.oneOf) return { ...schema, oneOf: [...schema.oneOf, { type: 'null' }] }
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  if (schema.type === undefined || [schema.type].flat().includes('null')) return schema
  return { ...schema, type: [schema.type, 'null'].flat() }
}

/** Our own types of fields; see `field.ts` of the protocol. The fact that forms send them as text isn't repeated for each. */
function ownKind(schema: unknown): JsonSchema | undefined {
  const { pipe, ...plain } = schema as { pipe?: readonly unknown[]; type?: string; literal?: unknown }
  const first = pipe?.[0] ?? schema
  if (first === protocol.flag) return { type: 'boolean' }
  if (first === protocol.number) return numberOf(pipe ?? [])
  if (first === protocol.anyObject) return { type: 'object' }
  if (plain.type === 'unknown') return {}
  if (plain.type === 'literal') return { type: typeof plain.literal, const: plain.literal }
  return undefined
}

function numberOf(pipe: readonly unknown[]): JsonSchema {
  const actions = pipe as { type?: string; requirement?: number }[]
  const edge = (type: string) => actions.find((action) => action.type === type)?.requirement
  const [minimum, maximum] = [edge('min_value'), edge('max_value')]
  return {
    type: actions.some(({ type }) => type === 'integer') ? 'integer' : 'number',
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  }
}

/** A schema can have only one pattern: the first is enough. A format describes email addresses better, and NUL is mentioned once. */
function textAction(action: unknown, schema: unknown): object | undefined {
  const { type, requirement } = action as { type: string; requirement?: unknown }
  if (type !== 'regex') return undefined
  const converted = schema as JsonSchema
  if (String(requirement) === '/^[^\\0]*$/') return converted
  if (requirement === protocol.mailbox) return { ...converted, format: 'email' }
  return converted.pattern === undefined ? undefined : converted
}

function explained(schema: JsonSchema, where: string): JsonSchema {
  if (schema.properties === undefined) return schema
  const properties = Object.entries(schema.properties).map(([name, field]) => {
    const description = descriptionOf(where, name)
    return [name, field.$ref === undefined && description !== undefined ? { description, ...field } : field]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}
