import { nopMilliseconds } from '@waypost/protocol'
import { type Operation, type Parameter, type Response, refusalResponse } from './document.ts'

const token: Parameter = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'A token of the account.',
  schema: { type: 'string' },
}
const delta: Parameter = {
  name: 'delta',
  in: 'query',
  required: false,
  description: '`1` adds the changed objects to each tickle.',
  schema: { type: 'string', enum: ['1'] },
}
const key: Parameter = {
  name: 'key',
  in: 'path',
  required: true,
  description: 'Key from the returned URL; no token is needed.',
  schema: { type: 'string' },
}
const frame = { $ref: '#/components/schemas/ServerFrame' }
const streamDescription = `After the first frame no change is missed. A \`nop\` is sent at least every ${nopMilliseconds / 1_000} seconds. A \`tickle\`
reports a change, \`push\` carries a message that is not stored, and \`reconnect\` asks the client to reconnect. Frames from the client are ignored.`
const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
const text = (description: string): Response => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
})

function streamOf(operationId: string, summary: string): Omit<Operation, 'tags'> {
  return {
    operationId,
    summary,
    description: streamDescription,
    parameters: [token, delta],
    security: [],
    responses: {
      101: { description: 'A WebSocket with one frame per message.', content: { 'application/json': { schema: frame } } },
      401: { description: 'The token is invalid.' },
      426: {
        ...refusalResponse(['upgrade_required']),
        description: 'The request asks for no WebSocket. `/streaming/{token}` has the same frames as lines over HTTP.',
      },
    },
  }
}

/** Operations that are not calls: streams, file content, health, metrics and this document. */
export const otherOperations: readonly { path: string; method: string; operation: Omit<Operation, 'tags'> }[] = [
  { path: '/websocket/{token}', method: 'get', operation: streamOf('openStream', 'Opens the live stream as a WebSocket.') },
  {
    path: '/subscribe/{token}',
    method: 'get',
    operation: streamOf('subscribe', 'The same as `/websocket/{token}`, for older programs.'),
  },
  {
    path: '/streaming/{token}',
    method: 'get',
    operation: {
      operationId: 'streamLines',
      summary: 'Opens the live stream as an endless response with one frame per line.',
      description: streamDescription,
      parameters: [token, delta],
      security: [],
      responses: {
        200: { description: 'One frame per line.', content: { 'application/json': { schema: frame } } },
        401: refusalResponse(['invalid_access_token']),
      },
    },
  },
  {
    path: '/v2/upload/{key}',
    method: 'post',
    operation: {
      operationId: 'sendForm',
      summary: 'Uploads a file to the URL returned by `requestUpload`, as a part of a form.',
      parameters: [key],
      security: [],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
          },
        },
      },
      responses: {
        204: { description: 'The file is stored.' },
        400: refusalResponse(['invalid_request', 'invalid_param', 'file_too_big', 'storage_quota']),
        404: refusalResponse(['not_found']),
      },
    },
  },
  {
    path: '/v3/upload/{key}/{index}',
    method: 'post',
    operation: {
      operationId: 'sendPiece',
      summary: 'Uploads one piece of a file to a URL returned by `startUpload`. It may be repeated.',
      parameters: [
        key,
        {
          name: 'index',
          in: 'path',
          required: true,
          description: 'Index of the piece, from 0.',
          schema: { type: 'integer', minimum: 0 },
        },
      ],
      security: [],
      requestBody: { required: true, content: bytes },
      responses: {
        200: { description: 'The piece is stored.', content: { 'application/json': { schema: { type: 'object' } } } },
        400: refusalResponse(['invalid_request']),
        404: refusalResponse(['not_found']),
      },
    },
  },
  {
    path: '/v3/hooks/{token}',
    method: 'post',
    operation: {
      operationId: 'receiveHook',
      summary: 'Makes a message of a source of what a program sends: JSON of any form, a form, or text.',
      description:
        'The senders that are known, templates and signatures are described in docs/webhooks.md. `PUT` does the same, and `GET` with fields in the query.',
      parameters: [
        {
          name: 'token',
          in: 'path',
          required: true,
          description: 'A token of the source.',
          schema: { type: 'string' },
        },
      ],
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema: {} } } },
      responses: {
        200: {
          description: 'The message is stored.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  id: { type: 'string', description: 'Id of the message, as subscribers of ntfy see it.' },
                  preset: { type: 'string', description: 'The name of the sender that was recognized.' },
                  error: { type: 'string', description: 'Why the templates of the source were left aside.' },
                },
                required: ['id'],
              },
            },
          },
        },
        400: refusalResponse(['invalid_request', 'storage_quota']),
        403: refusalResponse(['forbidden']),
        404: refusalResponse(['not_found']),
        413: refusalResponse(['request_too_large']),
        429: refusalResponse(['ratelimited']),
      },
    },
  },
  {
    path: '/files/{key}/{name}',
    method: 'get',
    operation: {
      operationId: 'getFile',
      summary: 'Returns a file or a range of it. `HEAD` is supported.',
      parameters: [key, { name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      security: [],
      responses: {
        200: { description: 'The file.', content: bytes },
        206: { description: 'The requested range.', content: bytes },
        304: { description: 'Not modified.' },
        404: text('The file does not exist or was deleted.'),
        416: { description: 'The range is not satisfiable.' },
      },
    },
  },
  {
    path: '/healthz',
    method: 'get',
    operation: {
      operationId: 'getHealth',
      summary: 'Returns whether this node and its database are available.',
      security: [],
      responses: {
        200: {
          description: 'Available.',
          content: {
            'application/json': { schema: { type: 'object', properties: { status: { type: 'string', const: 'ok' } } } },
          },
        },
      },
    },
  },
  {
    path: '/metrics',
    method: 'get',
    operation: {
      operationId: 'getMetrics',
      summary:
        "Returns the metrics of this node for Prometheus. For programs on the same machine, or with an administrator's token.",
      responses: {
        200: text('The metrics.'),
        401: refusalResponse(['invalid_access_token']),
        403: refusalResponse(['forbidden']),
      },
    },
  },
  {
    path: '/openapi.json',
    method: 'get',
    operation: {
      operationId: 'getOpenApi',
      summary: 'Returns this reference as an OpenAPI 3.1 document.',
      security: [],
      responses: { 200: { description: 'The document.', content: { 'application/json': { schema: { type: 'object' } } } } },
    },
  },
]
