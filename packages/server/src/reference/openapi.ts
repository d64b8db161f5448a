// Generates the OpenAPI document from the definitions of the calls.

import {
  apiVersion,
  budgetUnits,
  bytesPerUnit,
  type Call,
  costOf,
  objectsPerPage,
  Refusal,
  type RefusalCode,
  unitsPerCall,
  unitsPerOperation,
  withCommas,
} from '@waypost/protocol'
import { entriesOf } from '../http/call-fields.ts'
import { descriptionOf, groupDescriptions, groupOf } from './descriptions.ts'
import { type OpenApi, type Operation, type Parameter, type Response, refusalResponse } from './document.ts'
import { exampleOf } from './examples.ts'
import { givenSchema, type JsonSchema, namedSchemas, orNull, takenSchema } from './json-schema.ts'
import { otherOperations } from './manual.ts'

/** Generates the OpenAPI document of the calls and of `manual.ts` for the server at `origin`, in steps of about a millisecond. */
export function* openApi(calls: readonly Call[], origin: string): Generator<undefined, OpenApi> {
  const paths: OpenApi['paths'] = {}
  const add = (path: string, method: string, operation: Operation) => {
    paths[path] = { ...paths[path], [method]: operation }
  }
  for (const call of calls) {
    add(braced(call.path), call.method.toLowerCase(), operationOf(call))
    yield
  }
  for (const { path, method, operation } of otherOperations) add(path, method, { ...operation, tags: [groupOf(path)] })
  const references = JSON.stringify(paths)
  const schemas = yield* namedSchemas((name) => references.includes(`schemas/${name}"`))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Waypost',
      // Generators use it as the package version, so it is the API's date as a semantic version.
      version: apiVersion.split('-').map(Number).join('.'),
      'x-api-version': apiVersion,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: groupDescriptions.map(({ name, does }) => ({ name, description: does })),
    security: [{ tokenHeader: [] }, { bearer: [] }, { basic: [] }],
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(shared.map((code) => [code, refusalResponse([code])])),
      securitySchemes: {
        // Different from any object name, because generators make a type of each.
        tokenHeader: { type: 'apiKey', in: 'header', name: 'Access-Token' },
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic', description: 'The token as user name, without a password.' },
      },
      headers: {
        'X-Ratelimit-Limit': { description: 'Units per minute.', schema: { type: 'integer' } },
        'X-Ratelimit-Remaining': { description: 'Remaining units.', schema: { type: 'integer' } },
        'X-Ratelimit-Reset': { description: 'When the limit resets, in seconds since 1970.', schema: { type: 'integer' } },
      },
    },
  }
}

function operationOf(call: Call): Operation {
  const example = exampleOf(call)
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const entries = Object.entries(entriesOf(call.takes))
  const asQuery = call.method !== 'POST'
  const parameters = entries
    .filter(([name]) => asQuery || inPath.includes(name))
    .map(([name, schema]): Parameter => {
      const description = descriptionOf(call.name, name)
      const path = inPath.includes(name)
      return {
        name,
        in: path ? 'path' : 'query',
        required: path || isRequired(schema),
        ...(description === undefined ? {} : { description }),
        schema: takenSchema(schema),
        ...(name in example ? { example: example[name] } : {}),
      }
    })
  const body = asQuery ? [] : entries.filter(([name]) => !inPath.includes(name))
  return {
    operationId: call.name,
    summary: call.does,
    tags: [groupOf(call.path)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body.length > 0 ? { requestBody: bodyOf(call.name, Object.fromEntries(body), example) } : {}),
    responses: responsesOf(call, entries.length > 0),
    ...(call.who === 'anyone' ? { security: [] } : {}),
    'x-cost': costOf(call),
    'x-who': call.who,
    ...(call.scope === undefined ? {} : { 'x-scope': call.scope }),
  }
}

function bodyOf(name: string, entries: Record<string, Call['takes']>, example: Record<string, unknown>) {
  const properties = Object.entries(entries).map(([field, schema]) => {
    const description = descriptionOf(name, field)
    const taken = takenSchema(schema)
    // Programs send null for unset values.
    const nullable = isRequired(schema) ? taken : orNull(taken)
    return [field, { ...(description === undefined ? {} : { description }), ...nullable }] as const
  })
  const required = Object.keys(entries).filter((field) => isRequired(entries[field] as Call['takes']))
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  }
  const input = Object.fromEntries(Object.entries(example).filter(([field]) => field in entries))
  // Only JSON, and required: for several media types, or an optional body, many generators make code that doesn't compile, or none. The
  // document's description says that calls also accept forms.
  return { required: true, content: { 'application/json': { schema, example: input } } }
}

/** Refusals that most calls share. They are defined once, under `components.responses`. */
const shared: readonly RefusalCode[] = ['invalid_access_token', 'not_found', 'request_too_large', 'ratelimited', 'internal']

function responsesOf(call: Call, takes: boolean): Operation['responses'] {
  const codes = new Set<RefusalCode>([
    ...(call.method === 'POST' ? (['invalid_request', 'request_too_large', 'unsupported_media_type'] as const) : []),
    ...(takes ? (['invalid_param'] as const) : []),
    ...(call.who === 'anyone' ? [] : (['invalid_access_token', 'forbidden', 'account_suspended'] as const)),
    ...call.refuses,
    'ratelimited',
    'internal',
  ])
  const byStatus = Map.groupBy(codes, (code) => new Refusal(code).status)
  const refused = [...byStatus].map(([status, codes]) => {
    const [only] = codes.length === 1 ? codes : []
    const known = only !== undefined && shared.includes(only)
    const response =
      known && !call.oauthErrors ? { $ref: `#/components/responses/${only}` } : refusalResponse(codes, call.oauthErrors)
    return [status, response] as const
  })
  return { 200: given(call), ...Object.fromEntries(refused) }
}

function given(call: Call): Response {
  const names = ['X-Ratelimit-Limit', 'X-Ratelimit-Remaining', 'X-Ratelimit-Reset']
  return {
    description: 'Done.',
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: { 'application/json': { schema: givenSchema(call.gives, call.name) } },
  }
}

function isRequired(schema: Call['takes']): boolean {
  return schema.type !== 'optional'
}

function braced(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

const description = `Every call accepts JSON, optionally with \`Content-Encoding\` gzip, deflate or br. If no field is an object it also accepts a form or
multipart/form-data, in which a repeated field is a list; an object in a list is JSON there. Empty and null fields count as absent, and unknown fields are ignored; strings must not contain NUL. Times are in seconds since 1970 with up to six decimals. A list returns at most ${objectsPerPage}
objects, the most recently modified first, and a \`cursor\` if there are more.

A token gives access to the whole account. Send it as \`Access-Token\`, as \`Authorization: Bearer\`, or as the user name of Basic authorization.

An account may spend ${withCommas(budgetUnits)} units per minute; a call costs ${unitsPerCall}, plus ${unitsPerOperation}
for each database operation, and 1 for each ${withCommas(bytesPerUnit)} bytes of its body. Further calls are refused with 429 until \`X-Ratelimit-Reset\`.`
