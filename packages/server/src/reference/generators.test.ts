import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import type { OpenApi } from './document.ts'
import type { JsonSchema } from './json-schema.ts'

let server: TestServer
let document: OpenApi
beforeAll(async () => {
  server = await startTestServer()
  document = (await server.request('/openapi.json')).body
})
afterAll(() => server.close())

test('generators can make classes of the objects: names do not collide, and choices are told apart by a field', () => {
  const { schemas } = document.components
  // The classes that generators add: for the interface itself, and those of the language.
  const theirs = ['Client', 'Configuration', 'Error', 'Exception', 'Object', 'Request', 'Response', 'String', 'Text', 'Type']
  const inFields = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, field]) => (field.items ?? field).properties !== undefined)
      .map(([field]) => name + field.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())),
  )
  const names = [...Object.keys(schemas), ...inFields, ...theirs].map((name) => name.toLowerCase())
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  const choices = Object.entries(schemas).filter(([, { oneOf }]) => oneOf)
  expect(choices.map(([name]) => name)).toContain('ServerFrame')
  for (const [name, { oneOf, discriminator }] of choices) {
    const { propertyName = '', mapping = {} } = discriminator ?? {}
    expect(
      oneOf?.map(({ $ref }) => $ref),
      name,
    ).toEqual(Object.values(mapping))
    for (const [value, ref] of Object.entries(mapping))
      expect(schemas[ref.split('/').at(-1) as string]?.properties?.[propertyName], name).toMatchObject({
        type: 'string',
        const: value,
      })
  }
})

function* schemas(value: unknown = document, place = ''): Generator<[place: string, schema: JsonSchema]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'example' || name === 'examples') continue
    const at = `${place}/${name}`
    const isSchema = name === 'schema' || name === 'items' || /\/(properties|schemas|anyOf|oneOf)$/.test(place)
    if (isSchema) yield [at, inner as JsonSchema]
    yield* schemas(inner, at)
  }
}

test('the version of the document is a semantic one, and no object has the name of a way to authenticate', () => {
  expect(document.info).toMatchObject({ version: '2014.5.7', 'x-api-version': '2014-05-07' })
  const { securitySchemes, schemas } = document.components
  const lower = (names: object) => Object.keys(names).map((name) => name.toLowerCase())
  expect(lower(securitySchemes).filter((name) => lower(schemas).includes(name))).toEqual([])
  for (const scheme of document.security.flatMap(Object.keys)) expect(securitySchemes).toHaveProperty(scheme)
})

test('no schema has choices of which several can be true at once: each is told apart by its type, or by a field', () => {
  const all = [...schemas()]
  expect(all.length).toBeGreaterThan(1_000)
  const choices = all.filter(([, { anyOf, oneOf }]) => anyOf ?? oneOf)
  expect(choices.length).toBeGreaterThan(10)
  const wrong = choices.filter(([, { anyOf, oneOf = [], discriminator }]) => {
    if (anyOf) return true
    const types = oneOf.map(({ type }) => String(type))
    const isByType = oneOf.every(({ type }) => typeof type === 'string') && new Set(types).size === types.length
    const isOauth = oneOf.map(({ $ref }) => $ref?.split('/').at(-1)).join() === 'RefusalBody,OauthError'
    return !discriminator && !isByType && !isOauth
  })
  expect(wrong).toEqual([])
})

test('a body has one media type and is not optional: of others, generators for Python and Rust make code that does not work, or none', () => {
  const bodies = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }) => (requestBody ? [{ operationId, ...requestBody }] : [])),
  )
  expect(bodies.length).toBeGreaterThan(100)
  const types = { sendPiece: 'application/octet-stream', sendForm: 'multipart/form-data' } as Record<string, string>
  for (const { operationId, required, content } of bodies)
    expect([operationId, required, Object.keys(content)]).toEqual([operationId, true, [types[operationId] ?? 'application/json']])
})

test('an object in a list of a form is sent as JSON, each for itself or all at once', async () => {
  const { token } = await server.signUp('forms@example.org')
  const [first, second] = [{ value: 'a, "b"' }, { value: 'c', not: true }].map((filter) => JSON.stringify(filter)) as [
    string,
    string,
  ]
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const create = (tag: string, ...filters: string[]) => {
    const fields: [string, string][] = [['tag', tag], ...filters.map((filter): [string, string] => ['feed_filters', filter])]
    return server.request('/v2/channels', { token, headers, body: new URLSearchParams(fields).toString() })
  }
  for (const [index, filters] of [[first, second], [`[${first},${second}]`], [first, `[${second}]`]].entries()) {
    const { status, body } = await create(`form-${index}`, ...filters)
    expect([status, body.feed_filters]).toEqual([
      200,
      [expect.objectContaining({ value: 'a, "b"' }), expect.objectContaining({ value: 'c', not: true })],
    ])
  }
  for (const wrong of ['{"value":', '{}', 'value', '[1]', '{"value":"a"},[[{}]]'])
    expect([wrong, (await create('form-wrong', wrong)).body.error?.param]).toEqual([wrong, 'feed_filters'])
  const deep = await create('form-deep', '['.repeat(100_000))
  expect(deep.status).toBe(400)
  const items = new URLSearchParams([
    ['type', 'list'],
    ['title', 'Buy'],
    ['items', '{"text":"milk"}'],
  ]).toString()
  const { body } = await server.request('/v2/pushes', { token, headers, body: items })
  expect(body.items).toMatchObject([{ text: '{"text":"milk"}' }])
})

test('a field with the format of an email address is one', () => {
  const wrong = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) =>
      (operation.parameters ?? []).filter(
        ({ schema, example }) => schema.format === 'email' && example !== undefined && !/^[^:]+@[^:]+$/.test(String(example)),
      ),
    )
  expect(wrong).toEqual([])
  const conversation = document.paths['/v2/history']?.get?.parameters?.find(({ name }) => name === 'conversation')
  expect(conversation?.schema).toMatchObject({ type: 'string', pattern: expect.stringContaining('email:') })
})
