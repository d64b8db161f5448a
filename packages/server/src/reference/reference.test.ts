import { type Call, titleLength } from '@waypost/protocol'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { administrationDescriptions, descriptionOf } from './descriptions.ts'
import type { OpenApi, Operation } from './document.ts'
import { exampleOf, fieldsOf } from './examples.ts'
import { fieldDescriptions } from './field-descriptions.ts'
import type { JsonSchema } from './json-schema.ts'

let server: TestServer
let document: OpenApi
let calls: readonly Call[]
beforeAll(async () => {
  server = await startTestServer()
  document = (await server.request('/openapi.json')).body
  calls = server.app.calls
})
afterAll(() => server.close())

const operations = (): { path: string; method: string; operation: Operation }[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

function* objectsIn(value: unknown, way: string): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [way, value as Record<string, unknown>]
  for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, `${way}/${name}`)
}

/** The errors of a JSON Schema by 2020-12: unknown keywords, values of the wrong kind, invalid patterns. */
function faultsOf(schema: JsonSchema, way: string): string[] {
  const words: Record<string, (value: never) => boolean> = {
    type: (type: string | string[]) =>
      [type].flat().every((one) => ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].includes(one)),
    description: isText,
    format: isText,
    contentMediaType: isText,
    $ref: (ref: string) =>
      ref.startsWith('#/components/schemas/') && (ref.split('/').at(-1) as string) in document.components.schemas,
    enum: (values: unknown[]) => Array.isArray(values) && values.length > 0,
    const: () => true,
    default: () => true,
    examples: Array.isArray,
    required: (names: string[]) =>
      names.every((name) => name in (schema.properties ?? {})) && new Set(names).size === names.length,
    minLength: Number.isInteger,
    maxLength: Number.isInteger,
    minItems: Number.isInteger,
    maxItems: Number.isInteger,
    minimum: Number.isFinite,
    maximum: Number.isFinite,
    pattern: (pattern: string) => Boolean(new RegExp(pattern, 'u')),
    properties: (inner: unknown) => typeof inner === 'object',
    items: (inner: unknown) => typeof inner === 'object' && !Array.isArray(inner),
    anyOf: (inner: unknown[]) => inner.length > 0,
    oneOf: (inner: unknown[]) => inner.length > 0,
    discriminator: ({ propertyName }: { propertyName: string }) => isText(propertyName),
    propertyNames: (inner: unknown) => typeof inner === 'object',
    additionalProperties: (inner: unknown) => ['object', 'boolean'].includes(typeof inner),
  }
  const own = Object.entries(schema).flatMap(([word, value]) => (words[word]?.(value as never) ? [] : [`${way}/${word}`]))
  const inner: [string, JsonSchema | undefined][] = [
    ...Object.entries(schema.properties ?? {}),
    ['items', schema.items],
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((choice, index): [string, JsonSchema] => [
      `choice ${index}`,
      choice,
    ]),
    ['additionalProperties', typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined],
  ]
  return [...own, ...inner.flatMap(([name, one]) => (one === undefined ? [] : faultsOf(one, `${way}/${name}`)))]
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

test('the document has the form of OpenAPI 3.1', async () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.info).toMatchObject({
    title: 'Waypost',
    version: '2014.5.7',
    'x-api-version': '2014-05-07',
    license: { identifier: 'MIT' },
  })
  expect(document.servers).toEqual([{ url: server.origin }])
  const tags = document.tags.map(({ name }) => name)
  const ids = operations().map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { path, method, operation } of operations()) {
    const where = `${method} ${path}`
    expect(['get', 'post', 'delete'], where).toContain(method)
    expect(path, where).toMatch(/^\/[A-Za-z0-9{}/._-]+$/)
    expect([operation.operationId, operation.summary].every(isText), where).toBe(true)
    for (const tag of operation.tags) expect(tags, `${where}: give it its group in descriptions.ts`).toContain(tag)
    const parameters = operation.parameters ?? []
    const named = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(new Set(named).size, where).toBe(named.length)
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    expect(inPath.toSorted(), where).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted())
    for (const parameter of parameters) if (parameter.in === 'path') expect(parameter.required, where).toBe(true)
    expect(method === 'post' || operation.requestBody === undefined, where).toBe(true)
    expect(Object.keys(operation.responses).length, where).toBeGreaterThan(0)
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status, where).toMatch(/^[1-5]\d\d$/)
      expect('$ref' in response || isText(response.description), where).toBe(true)
    }
    for (const security of operation.security ?? []) {
      for (const scheme of Object.keys(security)) expect(document.components.securitySchemes).toHaveProperty(scheme)
    }
  }
})

test('every schema of the document is a JSON Schema, and every reference leads somewhere', () => {
  const schemas = [...objectsIn(document.paths, 'paths'), ...objectsIn(document.components, 'components')]
    .flatMap(([way, object]): [string, JsonSchema][] =>
      typeof object.schema === 'object' ? [[way, object.schema as JsonSchema]] : [],
    )
    .concat(Object.entries(document.components.schemas))
  expect(schemas.length).toBeGreaterThan(200)
  expect(schemas.flatMap(([way, schema]) => faultsOf(schema, way))).toEqual([])
  for (const [way, { $ref }] of objectsIn(document, '')) {
    if ($ref === undefined) continue
    const target = String($ref)
      .slice(2)
      .split('/')
      .reduce<unknown>((object, name) => (object as Record<string, unknown> | undefined)?.[name], document)
    expect(target, `${way}: ${$ref}`).toBeTypeOf('object')
  }
})

test('API-004 GAP-018 every call that is served is in the document, with its fields, who may make it and its refusals', () => {
  for (const call of calls) {
    const operation = document.paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()] as Operation
    expect(operation?.operationId, call.name).toBe(call.name)
    const body = Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {})
    const parameters = (operation.parameters ?? []).map(({ name }) => name)
    expect([...parameters, ...body].toSorted(), call.name).toEqual(fieldsOf(call).toSorted())
    expect([operation['x-who'], operation.security?.length], call.name).toEqual([call.who, call.who === 'anyone' ? 0 : undefined])
    expect(operation['x-scope'], call.name).toBe(call.scope)
    const responses = JSON.stringify([operation.responses, document.components.responses])
    for (const code of call.refuses) expect(responses, call.name).toContain(`"${code}"`)
    const unauthenticated = call.who !== 'anyone' || call.refuses.includes('invalid_client')
    expect('401' in operation.responses, call.name).toBe(unauthenticated)
  }
})

test('the other addresses are in the document too', () => {
  const beside = [
    '/websocket/{token}',
    '/subscribe/{token}',
    '/streaming/{token}',
    '/v2/upload/{key}',
    '/v3/upload/{key}/{index}',
  ]
  for (const path of [...beside, '/files/{key}/{name}', '/healthz', '/metrics']) expect(document.paths).toHaveProperty([path])
})

test('every example is one that its call takes, and every field is explained', () => {
  const unexplained: string[] = []
  for (const call of calls) {
    const parsed = v.safeParse(call.takes, exampleOf(call))
    expect(
      parsed.issues?.map((issue) => issue.path?.[0]?.key),
      `${call.name}: say an example in examples.ts`,
    ).toBeUndefined()
    for (const field of fieldsOf(call))
      if (descriptionOf(call.name, field) === undefined) unexplained.push(`${call.name}.${field}`)
  }
  expect(unexplained, 'say in field-descriptions.ts what these fields mean').toEqual([])
})

test('fields of the same name that mean something else are described by what they mean', () => {
  const both = Object.keys(administrationDescriptions).filter((name) => name in fieldDescriptions)
  expect(both).toEqual([])
  const { schemas } = document.components
  const described = ([object, field]: [string, string]) => schemas[object]?.properties?.[field]?.description
  expect(described(['Push', 'dismissed'])).toContain('push was dismissed')
  expect(described(['Push', 'reply_to'])).toContain('replies to')
  expect(described(['RemoteDirectory', 'total'])).toContain('files')
  expect(described(['Report', 'kind'])).toContain('`message`')
  expect(described(['JobShown', 'state'])).toContain('`retrying`')
  expect(descriptionOf('getActivity', 'files')).toContain('sent or received')
})

test('every field of an object in the document has its description, if it is not an object of its own', () => {
  const undescribed: string[] = []
  for (const [object, { properties = {} }] of Object.entries(document.components.schemas)) {
    for (const [name, field] of Object.entries(properties)) {
      if (field.$ref !== undefined) continue
      // A list of objects is described with the object.
      if (field.description === undefined && field.items?.$ref === undefined) undescribed.push(`${object}.${name}`)
      expect(field.description, `${object}.${name}`).toBe(descriptionOf(object, name))
    }
  }
  expect(undescribed, 'say in field-descriptions.ts what these fields mean').toEqual([])
})

test('a field that has one name in several objects is described as that of its own object', () => {
  const words = (object: string, field: string) => document.components.schemas[object]?.properties?.[field]?.description
  expect(words('PhoneThread', 'id')).toBe('Id of the conversation on the phone.')
  expect(words('ThreadMessage', 'id')).toBe('Id of the message: digits, unique on the phone.')
  expect(words('ThreadMessage', 'direction')).toBe('`outgoing` from the phone, or `incoming`.')
  expect(words('ThreadRecipient', 'address')).toBe('The number as displayed.')
  expect(words('CompanionDownload', 'files')).toMatch(/^The files of the companion/)
  const uploads = calls.filter((call) => 'id' in ((call.takes as { entries?: object }).entries ?? {}))
  expect(uploads.map(({ name }) => [name, descriptionOf(name, 'id')])).toEqual(
    ['getUpload', 'finishUpload', 'abortUpload'].map((name) => [name, 'Id of the upload.']),
  )
})

test('fields are said with their kinds and limits', () => {
  const form = document.paths['/v2/pushes']?.post?.requestBody?.content['application/json']?.schema
  expect(form?.properties).toMatchObject({
    type: { enum: ['note', 'link', 'file', 'address', 'list', null] },
    title: { type: ['string', 'null'], maxLength: titleLength },
    image_width: { type: ['integer', 'null'], minimum: 0 },
    email: { type: ['string', 'null'], format: 'email' },
  })
  const list = document.paths['/v2/pushes']?.get?.parameters
  expect(list?.find(({ name }) => name === 'active')?.schema).toEqual({ type: 'boolean' })
  expect(list?.find(({ name }) => name === 'modified_after')?.schema).toMatchObject({ type: 'number', minimum: 0 })
  const content = document.paths['/v3/set-permanent']?.post?.requestBody?.content ?? {}
  expect(Object.keys(content)).toEqual(['application/json'])
  expect(content['application/json']?.schema.properties?.data).toMatchObject({ type: 'object' })
})

test('the page shows every call, with nothing that its policy would stop', async () => {
  const response = await fetch(`${server.origin}/docs/api`)
  const page = await response.text()
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  for (const { operation } of operations()) {
    expect(page).toContain(`id="${operation.operationId}"`)
    expect(page).toContain(`href="#${operation.operationId}"`)
  }
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/)
  for (const [, address] of page.matchAll(/(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^[/#](?!\/)/)
  for (const [, address] of page.matchAll(/(?:src|href)="(\/docs[^"]*)"/g)) {
    const file = await fetch(server.origin + address)
    expect([file.status, file.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  }
})

test('the page says of each call who may make it, as the call itself does', async () => {
  const page = await (await fetch(`${server.origin}/docs/api`)).text()
  const shown = Object.fromEntries(
    page.split('<article id="').map((article): [string, string | undefined] => {
      const [id = ''] = article.split('"', 1)
      return [id, /<ul class="chips">\s*<li>([^<]*)<\/li>/.exec(article)?.[1]]
    }),
  )
  const words = { anyone: 'No token', account: 'Token', owner: 'The person&#39;s own token', session: 'A signed-in session' }
  expect(new Set(calls.map(({ who }) => who))).toEqual(new Set(Object.keys(words)))
  expect(Object.fromEntries(calls.map(({ name }) => [name, shown[name]]))).toEqual(
    Object.fromEntries(calls.map(({ name, who }) => [name, words[who]])),
  )
  // The document also describes addresses that are not calls, such as the stream.
  const others = operations().filter(({ operation }) => operation['x-who'] === undefined)
  expect(others.length).toBeGreaterThan(0)
  for (const { operation } of others) {
    expect([operation.operationId, shown[operation.operationId]]).toEqual([
      operation.operationId,
      operation.security?.length === 0 ? words.anyone : words.account,
    ])
  }
})

test('the page shows how to make a call from a terminal, with the token only where one is needed', async () => {
  const page = await (await fetch(`${server.origin}/docs/api`)).text()
  const shown = [...page.matchAll(/<pre class="curl"[^>]*><code>([^<]*)</g)].map(([, code = '']) => code.replaceAll('&#39;', "'"))
  expect(shown).toHaveLength(calls.length)
  const of = (path: string) => shown.find((code) => code.includes(`${server.origin}${path}'`))
  expect(of('/v2/users/me')).toBe(
    `curl '${server.origin}/v2/users/me' \\\n  -H 'Access-Token: <your token>'`.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  )
  expect(of('/v2/authenticate')).not.toContain('Access-Token')
  for (const path of ['/v2/contacts/ujpah72o0sjAoRtnM0jc', '/v2/permanents/ujpah72o0sjAoRtnM0jc_threads', '/v2/chats?limit=20'])
    expect(of(path), path).toBeDefined()
})

test('the form that tries a call hints at a value of each field, in the address and in the body', async () => {
  const page = await (await fetch(`${server.origin}/docs/api`)).text()
  const hint = (id: string) => new RegExp(`id="try-${id}"[^>]*placeholder="([^"]*)"`).exec(page)?.[1]
  expect(hint('updateContact-iden')).toBe('ujpah72o0sjAoRtnM0jc')
  expect(hint('updateContact-name')).toBe('Ana de Lima')
  expect(hint('getHistory-conversation')).toBe('email:ana@example.org')
  expect(hint('getHistory-limit')).toBe('20')
})

test('any page may read the document', async () => {
  const { headers } = await server.request('/openapi.json')
  expect(headers.get('access-control-allow-origin')).toBe('*')
})
