// Declares the types of the OpenAPI document, and describes refusals in it.

import { type Call, Refusal, type RefusalCode, refusalBody } from '@waypost/protocol'
import type { JsonSchema } from './json-schema.ts'

/** The parts of an OpenAPI 3.1 document that are used here. https://spec.openapis.org/oas/v3.1.1.html */
export interface OpenApi {
  openapi: string
  info: {
    title: string
    version: string
    'x-api-version': string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    headers: Record<string, object>
    securitySchemes: Record<string, object>
  }
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, RequestMedia> }
  responses: Record<string, Response | { $ref: string }>
  security?: Record<string, string[]>[]
  /** Units of `limits.rateLimit`. */
  'x-cost'?: number
  'x-who'?: Call['who']
  /** The scope that permits the call, besides `everything`. */
  'x-scope'?: Call['scope']
}

interface RequestMedia {
  schema: JsonSchema
  example?: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}

/** One call as shown on the page. */
export interface Entry {
  path: string
  method: string
  operation: Operation
}

/** A field of a call or an object, as shown in a table. */
export type Field = Pick<Parameter, 'name' | 'required' | 'description' | 'schema'> & { where?: string }

export interface Response {
  description: string
  headers?: Record<string, object>
  content?: Record<string, { schema: JsonSchema; examples?: Record<string, { summary: string; value: unknown }> }>
}

/** All refusals with one status, with default sentences. `oauth`: whether programs that send a form are refused as in RFC 6749. */
export function refusalResponse(codes: readonly RefusalCode[], oauth = false): Response {
  const examples = codes.map((code) => {
    const refusal = code === 'invalid_param' ? Refusal.param('field') : new Refusal(code)
    return [code, { summary: refusal.message, value: refusalBody(refusal) }] as const
  })
  const own = { $ref: '#/components/schemas/RefusalBody' }
  const schema = oauth ? { oneOf: [own, { $ref: '#/components/schemas/OauthError' }] } : own
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...(codes.some((code) => new Refusal(code).status === 401) && {
      headers: {
        'WWW-Authenticate': { description: 'Asks for Basic authorization; not of browsers.', schema: { type: 'string' } },
      },
    }),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  }
}
